import FlowCore

/// The options of a ceremony as WebAuthn's JSON has them (level 3, sections 5.1.8 and 5.1.9), read member by member.
struct PasskeyOptions: Sendable {
    private let json: JSONValue

    /// Options of a JSON text.
    /// - Throws: ``PasskeyFailure/malformedOptions(_:)`` if it is no JSON object.
    init(_ text: String) throws(PasskeyFailure) {
        guard let json = JSONValue(json: Array(text.utf8)), json.members != nil else {
            throw .malformedOptions("options")
        }
        self.json = json
    }

    /// The text at a path of member names, if there is one.
    /// - Throws: ``PasskeyFailure/malformedOptions(_:)`` if something else is there.
    func text(_ path: String...) throws(PasskeyFailure) -> String? {
        guard let value = json.at(path) else { return nil }
        guard let text = value.string else { throw .malformedOptions(path.joined(separator: ".")) }
        return text
    }

    /// The bytes that must be at a path of member names.
    func bytes(_ path: String...) throws(PasskeyFailure) -> [UInt8] {
        guard let bytes = json.at(path)?.string.flatMap(Base64.bytes), !bytes.isEmpty else {
            throw .malformedOptions(path.joined(separator: "."))
        }
        return bytes
    }

    /// The ids in a list of credentials; those that are no public keys are passed over, as WebAuthn has it.
    func credentials(_ name: String) throws(PasskeyFailure) -> [[UInt8]] {
        var ids: [[UInt8]] = []
        for item in try items(name) where item["type"]?.string == PasskeyJSON.credentialType {
            guard let id = item["id"]?.string.flatMap(Base64.bytes) else { throw .malformedOptions(name) }
            ids.append(id)
        }
        return ids
    }

    /// Whether a key for ES256 is wanted; a list without entries wants one.
    func wantsES256() throws(PasskeyFailure) -> Bool {
        let kinds = try items("pubKeyCredParams")
        let algorithm = JSONValue.number("\(PasskeyPublicKey.algorithm)")
        return kinds.isEmpty
            || kinds.contains { $0["type"]?.string == PasskeyJSON.credentialType && $0["alg"] == algorithm }
    }

    /// Whether the user is to be verified by an authenticator that can, or cannot, do so.
    /// - Throws: ``PasskeyFailure/cannotVerifyUser`` if that is required.
    func verifiesUser(_ requirement: String?, canVerify: Bool) throws(PasskeyFailure) -> Bool {
        if requirement == "required", !canVerify { throw .cannotVerifyUser }
        return canVerify && requirement != "discouraged"
    }

    private func items(_ name: String) throws(PasskeyFailure) -> [JSONValue] {
        switch json[name] {
        case nil: return []
        case .array(let items): return items
        default: throw .malformedOptions(name)
        }
    }
}
