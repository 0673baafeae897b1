import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// Generates a code for a user and sends it to an attribute's value.
    /// - Returns: `CodeDeliveryDetails`.
    func send(_ purpose: CodePurpose, to attribute: String, of user: PoolUser) -> JSONValue {
        let destination = user.attributes[attribute] ?? ""
        let code = put(purpose, of: user.id, user.username, by: attribute)
        let medium: PoolMessage.Medium = attribute == "phone_number" ? .sms : .email
        outbox.append(
            PoolMessage(
                username: user.username, medium: medium, destination: destination, purpose: purpose.message,
                code: code))
        return Self.delivery(medium, to: destination, attribute)
    }

    /// Does everything except send a code, for an unknown or ineligible user.
    func pretendToSend(_ purpose: CodePurpose, _ id: String?, _ name: String) -> JSONValue {
        _ = put(purpose, of: id, name, by: "")
        return .object([JSONMember("CodeDeliveryDetails", disguisedDelivery(name))])
    }

    private func put(_ purpose: CodePurpose, of id: String?, _ name: String, by attribute: String) -> String {
        let code = makeCode()
        let sent = SentCode(code: code, attribute: attribute, expiresAt: now + configuration.codeMinutes * 60)
        changeAttempts(id, name) { $0.sent[purpose.key] = sent }
        return code
    }

    /// `CodeDeliveryDetails`.
    static func delivery(_ medium: PoolMessage.Medium, to destination: String, _ attribute: String) -> JSONValue {
        .texts([
            "Destination": medium == .sms ? Mask.number(destination) : Mask.address(destination),
            "DeliveryMedium": medium.rawValue, "AttributeName": attribute,
        ])
    }

    /// Verifies a code and counts a wrong one. The caller consumes it.
    /// - Returns: the code, with the attribute that it verifies.
    /// - Throws: `CodeMismatchException`, `ExpiredCodeException`, or `LimitExceededException` after too many wrong
    ///   codes.
    func use(
        _ code: String, for purpose: CodePurpose, of user: PoolUser?, _ name: String
    ) throws(PoolError) -> SentCode {
        let trials = trials(user?.id, name)
        guard let sent = trials.sent[purpose.key], sent.expiresAt > now else { throw .expiredCode }
        guard sent.attempts < configuration.codeAttempts, !trials.codes.isClosed(at: now) else {
            throw .tooManyAttempts
        }
        // A code that was not really sent has no attribute, and never matches.
        guard ConstantTime.isSame(code, sent.code), !sent.attribute.isEmpty else {
            try count {
                changeAttempts(user?.id, name) { $0.sent[purpose.key]?.attempts += 1 }
                countWrongCode(user?.id, name)
            }
            throw .wrongVerificationCode
        }
        return sent
    }

    /// The attribute that codes go to: a verified one, or the first possible.
    func codeAttribute(of user: PoolUser, mustBeVerified: Bool) -> String? {
        let candidates = mustBeVerified ? ["email", "phone_number"] : configuration.verifiedAttributes
        return candidates.first { name in
            mustBeVerified ? user.isVerified(name) : !(user.attributes[name] ?? "").isEmpty
        }
    }
}
