import CognitoHandlers
import Crypto
import FlowCore

extension CognitoUserPool {
    /// Checks a new username.
    ///
    /// An address or phone number as a username would shadow its owner's alias.
    func checkNewName(_ name: String) throws(PoolError) {
        if configuration.aliasAttributes.contains("email"), name.contains("@") {
            throw .invalidParameter(
                "Username cannot be of email format, since user pool is configured for email alias.")
        }
        if configuration.aliasAttributes.contains("phone_number"), Self.isNumber(name) {
            throw .invalidParameter(
                "Username cannot be of phone number format, since user pool is configured for phone number alias.")
        }
        guard !name.contains(where: \.isWhitespace) else { throw .invalidParameter("Username has a space in it") }
    }

    /// Whether a text is a phone number (E.164): a plus sign and digits.
    static func isNumber(_ text: String) -> Bool {
        text.first == "+" && text.utf8.count > 2 && text.utf8.dropFirst().allSatisfy { (48...57).contains($0) }
    }

    /// Checks that no other user has verified an alias.
    /// - Throws: `AliasExistsException` if one has.
    func checkAlias(_ attribute: String, _ value: String, besides id: String?) throws(PoolError) {
        guard owner(of: attribute, value, besides: id) == nil else {
            throw PoolError("AliasExistsException", "An account with the given \(attribute) already exists.")
        }
    }

    /// Another user who signs in with a value.
    func owner(of attribute: String, _ value: String, besides id: String?) -> PoolUser? {
        guard signInNames.contains(attribute) else { return nil }
        return state.users(attribute, value).first {
            $0.id != id && (attribute == "preferred_username" || $0.isVerified(attribute))
        }
    }

    /// Checks that no other user is known by a preferred username.
    func checkPreferredName(_ attributes: [String: String], of id: String?) throws(PoolError) {
        guard let name = attributes["preferred_username"], !name.isEmpty,
            signInNames.contains("preferred_username")
        else { return }
        let other = state.user(name, aliases: signInNames)
        guard other == nil || other?.id == id else {
            throw PoolError("AliasExistsException", "An account with the given preferred_username already exists.")
        }
    }

    /// Fake code delivery details for an unknown or unreachable user.
    ///
    /// They are stable for a name and match its form (developer guide, "Managing user existence error responses").
    func disguisedDelivery(_ name: String) -> JSONValue {
        if Self.isNumber(name) { return Self.delivery(.sms, to: name, "phone_number") }
        let address = name.contains("@") ? name : disguisedAddress(name)
        return Self.delivery(.email, to: address, "email")
    }

    private func disguisedAddress(_ name: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(("address of " + name).utf8), using: SymmetricKey(data: state.disguiseKey))
        let letters = code.prefix(1).map { Character(UnicodeScalar(97 + $0 % 26)) }
        return "\(name.first ?? "u")@\(String(letters))"
    }
}
