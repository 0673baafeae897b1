import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// Generates and stores a code, and adds a message with it to the outbox.
    ///
    /// `attribute` is the attribute that contains the recipient's address.
    /// - Returns: `CodeDeliveryDetails`.
    func sendCode(for purpose: CodePurpose, to attribute: String, of user: PoolUser) -> JSONValue {
        let destination = user.attributes[attribute] ?? ""
        let code = storeNewCode(for: purpose, of: user.id, named: user.username, sentTo: attribute)
        let medium: PoolMessage.Medium = attribute == "phone_number" ? .sms : .email
        outbox.append(
            PoolMessage(
                username: user.username, medium: medium, destination: destination, purpose: purpose.messagePurpose,
                code: code))
        return Self.deliveryDetails(medium, to: destination, attribute: attribute)
    }

    /// Stores a code but sends none, for a user who is unknown or may not receive one.
    /// - Returns: a response with `CodeDeliveryDetails`, as if a code had been sent.
    func pretendToSendCode(for purpose: CodePurpose, of id: String?, named name: String) -> JSONValue {
        // Nobody receives this code, and without an attribute it never matches.
        _ = storeNewCode(for: purpose, of: id, named: name, sentTo: "")
        return .object([JSONMember("CodeDeliveryDetails", fakeDeliveryDetails(for: name))])
    }

    /// Generates a code, stores it for the user whose `sub` is `id`, and returns it.
    ///
    /// If `id` is nil, no user has the name, and the code is stored for the name.
    private func storeNewCode(
        for purpose: CodePurpose, of id: String?, named name: String, sentTo attribute: String
    ) -> String {
        let code = makeCode()
        let sent = SentCode(code: code, attribute: attribute, expiresAt: now + configuration.codeSeconds)
        changeAttemptLimiter(of: id, named: name) { $0.sent[purpose.key] = sent }
        return code
    }

    /// Returns `CodeDeliveryDetails`, which contains the destination in masked form.
    static func deliveryDetails(
        _ medium: PoolMessage.Medium, to destination: String, attribute: String
    ) -> JSONValue {
        .stringMap([
            "Destination": medium == .sms ? Mask.phoneNumber(destination) : Mask.emailAddress(destination),
            "DeliveryMedium": medium.rawValue, "AttributeName": attribute,
        ])
    }

    /// Verifies a code that was sent, and counts a wrong one.
    ///
    /// The caller must remove the code, so that it cannot be used again.
    /// - Returns: the sent code, with the attribute that it verifies.
    /// - Throws: `CodeMismatchException`, `ExpiredCodeException`, or `LimitExceededException` after too many wrong
    ///   codes.
    func verifyCode(
        _ code: String, for purpose: CodePurpose, of user: PoolUser?, named name: String
    ) throws(PoolError) -> SentCode {
        let limiter = attemptLimiter(of: user?.id, named: name)
        guard let sent = limiter.sent[purpose.key], sent.expiresAt > now else { throw .expiredCode }
        guard sent.attempts < configuration.codeAttempts, !limiter.codes.isBlocking(at: now) else {
            throw .tooManyAttempts
        }
        // Without an attribute, the code was never sent, so it must not match.
        guard ConstantTime.isSame(code, sent.code), !sent.attribute.isEmpty else {
            try commitFailure {
                changeAttemptLimiter(of: user?.id, named: name) { $0.sent[purpose.key]?.attempts += 1 }
                countWrongCode(of: user?.id, named: name)
            }
            throw .wrongVerificationCode
        }
        return sent
    }

    /// Returns the attribute to send a code to: `email` or `phone_number`.
    ///
    /// It is the first one that the user has verified. If `mustBeVerified` is false, it is the first of the pool's
    /// `verifiedAttributes` that the user has.
    /// - Returns: nil if the user has no such address.
    func codeAttribute(of user: PoolUser, mustBeVerified: Bool) -> String? {
        let candidates = mustBeVerified ? ["email", "phone_number"] : configuration.verifiedAttributes
        return candidates.first { name in
            mustBeVerified ? user.isVerified(name) : !(user.attributes[name] ?? "").isEmpty
        }
    }
}
