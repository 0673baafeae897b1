import CognitoHandlers
import Crypto
import FlowCore

extension CognitoUserPool {
    /// Checks that a new username contains no whitespace, and cannot be confused with an alias.
    /// - Throws: `InvalidParameterException` if it does, or has the form of an email address or phone number although
    ///   users can sign in with one.
    func checkNewUsername(_ name: String) throws(PoolError) {
        if configuration.aliasAttributes.contains("email"), name.contains("@") {
            throw .invalidParameter(
                "Username cannot be of email format, since user pool is configured for email alias.")
        }
        if configuration.aliasAttributes.contains("phone_number"), Self.isPhoneNumber(name) {
            throw .invalidParameter(
                "Username cannot be of phone number format, since user pool is configured for phone number alias.")
        }
        guard !name.contains(where: \.isWhitespace) else {
            throw .invalidParameter("Username must not contain whitespace")
        }
    }

    /// Returns whether a text is a phone number: a plus sign and at least two digits (E.164).
    static func isPhoneNumber(_ text: String) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return text.first == "+" && text.utf8.count > 2 && text.utf8.dropFirst().allSatisfy { digits.contains($0) }
    }

    /// Checks that no user can sign in with an attribute's value, except the one whose `sub` is `id`.
    /// - Throws: `AliasExistsException` if another user can.
    func checkAliasIsAvailable(_ attribute: String, value: String, otherThan id: String?) throws(PoolError) {
        guard otherOwner(of: attribute, value: value, otherThan: id) == nil else {
            throw PoolError("AliasExistsException", "An account with the given \(attribute) already exists.")
        }
    }

    /// Returns a user who can sign in with an attribute's value, except the one whose `sub` is `id`.
    /// - Returns: nil if no other user can, or the attribute is not a sign-in name.
    func otherOwner(of attribute: String, value: String, otherThan id: String?) -> PoolUser? {
        guard signInNames.contains(attribute) else { return nil }
        return state.users(attribute: attribute, value: value).first {
            $0.id != id && (attribute == "preferred_username" || $0.isVerified(attribute))
        }
    }

    /// Checks that no user can sign in with the `preferred_username` among `attributes`, except the one whose `sub` is
    /// `id`. It checks nothing if the attribute is missing or empty, or is not a sign-in name.
    /// - Throws: `AliasExistsException` if another user can.
    func checkPreferredUsernameIsAvailable(
        _ attributes: [String: String], otherThan id: String?
    ) throws(PoolError) {
        guard let name = attributes["preferred_username"], !name.isEmpty,
            signInNames.contains("preferred_username")
        else { return }
        let owner = state.user(named: name, aliases: signInNames)
        guard owner == nil || owner?.id == id else {
            throw PoolError("AliasExistsException", "An account with the given preferred_username already exists.")
        }
    }

    /// Derives fake code delivery details from a name, for a user who receives no code.
    ///
    /// They are the same for every request with that name. A phone number or an email address is its own destination
    /// (developer guide, "Managing user existence error responses").
    func fakeDeliveryDetails(for name: String) -> JSONValue {
        if Self.isPhoneNumber(name) {
            return Self.deliveryDetails(.sms, to: name, attribute: "phone_number")
        }
        let address = name.contains("@") ? name : fakeAddress(for: name)
        return Self.deliveryDetails(.email, to: address, attribute: "email")
    }

    /// Derives a fake email address from a name.
    ///
    /// It consists of the name's first character and a domain of one letter, since the mask shows no more.
    private func fakeAddress(for name: String) -> String {
        let hash = HMAC<SHA256>.authenticationCode(
            for: Array(("address of " + name).utf8), using: SymmetricKey(data: state.disguiseKey))
        let letterCount: UInt8 = 26
        let domain = String(hash.prefix(1).map { Character(UnicodeScalar(UInt8(ascii: "a") + $0 % letterCount)) })
        return "\(name.first ?? "u")@\(domain)"
    }
}
