import CognitoHandlers
import Crypto
import FlowCore
import FlowRuntime

/// Masks email addresses and phone numbers so that only their owner recognizes them.
enum Mask {
    /// The number of digits of a phone number that stay visible.
    private static let visibleDigitCount = 4

    /// Returns `a***@e***` for `ana@example.com`, and `***` for a malformed address.
    static func emailAddress(_ address: String) -> String {
        let parts = address.split(separator: "@", maxSplits: 1)
        guard parts.count == 2, let first = parts[0].first, let domain = parts[1].first else { return "***" }
        return "\(first)***@\(domain)***"
    }

    /// Returns `+*******0100` for `+12065550100`, and `+****` for a number of at most four digits.
    static func phoneNumber(_ number: String) -> String {
        let digits = number.filter(\.isNumber)
        guard digits.count > visibleDigitCount else { return "+****" }
        return "+" + String(repeating: "*", count: digits.count - visibleDigitCount) + digits.suffix(visibleDigitCount)
    }
}

/// Sends and verifies the codes of sign-ups, password resets and attributes.
enum VerificationCodes {
    /// Stores a new code, sends it to the address in an attribute of the user, and returns `CodeDeliveryDetails`.
    static func send(_ purpose: CodePurpose, to attribute: String, of user: PoolUser, _ pool: inout Pool) -> JSONValue {
        let destination = user.attributes[attribute] ?? ""
        let code = storeCode(purpose, of: user.id, named: user.username, sentTo: attribute, &pool)
        let medium: PoolMessage.Medium = attribute == "phone_number" ? .sms : .email
        pool.send(
            PoolMessage(
                username: user.username, medium: medium, destination: destination, purpose: purpose.message,
                code: code))
        return details(medium, to: destination, attribute: attribute)
    }

    /// Stores a code but sends none, for a user who is unknown or must not receive one.
    /// - Returns: a response with `CodeDeliveryDetails`, as if a code had been sent.
    static func pretendToSend(_ purpose: CodePurpose, of id: String?, named name: String, _ pool: inout Pool)
        -> JSONValue
    {
        // Nobody receives this code, and without an attribute it never matches.
        _ = storeCode(purpose, of: id, named: name, sentTo: "", &pool)
        return ["CodeDeliveryDetails": fakeDetails(for: name, key: pool.state.disguiseKey)]
    }

    /// Generates a code, stores it for the user whose `sub` is `id`, and returns it. If `id` is nil, no user has the
    /// name, and the code is stored for the name.
    private static func storeCode(
        _ purpose: CodePurpose, of id: String?, named name: String, sentTo attribute: String, _ pool: inout Pool
    ) -> String {
        let code = pool.random.code()
        let sent = SentCode(code: code, attribute: attribute, expiresAt: pool.now + pool.configuration.codeSeconds)
        pool.state.accounts.changeAttempts(of: id, named: name, at: pool.now) { $0.sent[purpose.key] = sent }
        return code
    }

    /// Verifies a code that was sent, counts a wrong one, and returns the code with the attribute that it verifies. The
    /// caller must remove the code, so that it cannot be used again.
    /// - Throws: `CodeMismatchException`, `ExpiredCodeException`, or `LimitExceededException` after too many wrong
    ///   codes.
    static func verify(
        _ code: String, _ purpose: CodePurpose, of user: PoolUser?, named name: String, _ pool: inout Pool
    ) throws(PoolError) -> SentCode {
        let attempts = pool.state.accounts.attempts(of: user?.id, named: name)
        guard let sent = attempts.sent[purpose.key], sent.expiresAt > pool.now else { throw .expiredCode }
        guard sent.attempts < pool.configuration.codeAttempts, !attempts.codes.isBlocking(at: pool.now) else {
            throw .tooManyAttempts
        }
        // Without an attribute, the code was never sent, so it must not match.
        guard ConstantTime.isSame(code, sent.code), !sent.attribute.isEmpty else {
            pool.state.accounts.changeAttempts(of: user?.id, named: name, at: pool.now) {
                $0.sent[purpose.key]?.attempts += 1
            }
            pool.countWrongCode(of: user?.id, named: name)
            throw .wrongVerificationCode
        }
        return sent
    }

    /// Returns the attribute to send a code to: `email` or `phone_number`. It is the first one that the user has
    /// verified. If `mustBeVerified` is false, it is the first of the pool's `verifiedAttributes` that the user has.
    /// - Returns: nil if the user has no such address.
    static func addressAttribute(of user: PoolUser, mustBeVerified: Bool, _ configuration: PoolConfiguration) -> String?
    {
        let candidates = mustBeVerified ? ["email", "phone_number"] : configuration.verifiedAttributes
        return candidates.first { mustBeVerified ? user.isVerified($0) : user.hasValue(for: $0) }
    }

    // MARK: Details

    /// Returns `CodeDeliveryDetails`, which contains the destination in masked form.
    private static func details(_ medium: PoolMessage.Medium, to destination: String, attribute: String) -> JSONValue {
        .stringMap([
            "Destination": medium == .sms ? Mask.phoneNumber(destination) : Mask.emailAddress(destination),
            "DeliveryMedium": medium.rawValue, "AttributeName": attribute,
        ])
    }

    /// Derives fake code delivery details from a name and a secret key, for a user who receives no code. They are the
    /// same for every request with that name. A phone number or an email address is its own destination (developer
    /// guide, "Managing user existence error responses").
    private static func fakeDetails(for name: String, key: [UInt8]) -> JSONValue {
        if PoolConfiguration.isPhoneNumber(name) { return details(.sms, to: name, attribute: "phone_number") }
        let address = name.contains("@") ? name : fakeAddress(for: name, key: key)
        return details(.email, to: address, attribute: "email")
    }

    /// Derives a fake email address from a name. It consists of the name's first character and a domain of one letter,
    /// because the mask shows no more.
    private static func fakeAddress(for name: String, key: [UInt8]) -> String {
        let hash = HMAC<SHA256>.authenticationCode(
            for: Array(("address of " + name).utf8), using: SymmetricKey(data: key))
        let letterCount: UInt8 = 26
        let domain = String(hash.prefix(1).map { Character(UnicodeScalar(UInt8(ascii: "a") + $0 % letterCount)) })
        return "\(name.first ?? "u")@\(domain)"
    }
}
