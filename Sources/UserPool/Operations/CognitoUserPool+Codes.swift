import FlowCore

extension CognitoUserPool {
    /// Makes a code for a user and lets it go to an attribute's value.
    /// - Returns: CodeDeliveryDetails.
    func send(_ purpose: CodePurpose, to attribute: String, of user: PoolUser) -> WireValue {
        let destination = user.attributes[attribute] ?? ""
        let code = SentCode(code: makeCode(), expiresAt: now + configuration.codeMinutes * 60)
        state.change(user.id) { $0.codes[purpose.key] = code }
        let medium: PoolMessage.Medium = attribute == "phone_number" ? .sms : .email
        outbox.append(
            PoolMessage(
                username: user.username, medium: medium, destination: destination, purpose: purpose.message,
                code: code.code))
        return Self.delivery(medium, to: destination, attribute)
    }

    /// CodeDeliveryDetails.
    static func delivery(_ medium: PoolMessage.Medium, to destination: String, _ attribute: String) -> WireValue {
        .texts([
            "Destination": medium == .sms ? Mask.number(destination) : Mask.address(destination),
            "DeliveryMedium": medium.rawValue, "AttributeName": attribute,
        ])
    }

    /// Checks a code and uses it up; a wrong one counts.
    /// - Throws: CodeMismatchException, ExpiredCodeException, or LimitExceededException after too many wrong ones.
    func use(_ code: String, for purpose: CodePurpose, of user: PoolUser) throws(PoolError) {
        guard let sent = user.codes[purpose.key], sent.expiresAt > now else { throw .expiredCode }
        guard sent.attempts < configuration.codeAttempts else { throw .tooManyAttempts }
        guard Self.isSame(code, sent.code) else {
            state.change(user.id) { $0.codes[purpose.key]?.attempts += 1 }
            throw .wrongVerificationCode
        }
    }

    /// Where codes for a user go: the attribute that is verified, or the first that can be.
    func codeAttribute(of user: PoolUser, mustBeVerified: Bool) -> String? {
        let candidates = mustBeVerified ? ["email", "phone_number"] : configuration.verifiedAttributes
        return candidates.first { name in
            mustBeVerified ? user.isVerified(name) : !(user.attributes[name] ?? "").isEmpty
        }
    }
}
