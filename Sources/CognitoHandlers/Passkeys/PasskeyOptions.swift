import FlowCore

/// Reads members of a ceremony's options in WebAuthn's JSON (level 3, sections 5.1.8 and 5.1.9).
struct PasskeyOptions: Sendable {
    private let json: JSONValue

    /// Parses the options of a ceremony.
    /// - Throws: ``PasskeyFailure/malformedOptions(_:)`` if the text is not a JSON object.
    init(_ text: String) throws(PasskeyFailure) {
        guard let json = JSONValue(json: Array(text.utf8)), json.members != nil else {
            throw .malformedOptions("options")
        }
        self.json = json
    }

    /// Returns the text at a path of member names, or nil if it is missing.
    /// - Throws: ``PasskeyFailure/malformedOptions(_:)`` if the member is not a text.
    func text(at path: String...) throws(PasskeyFailure) -> String? {
        guard let value = json.at(path) else { return nil }
        guard let text = value.string else { throw .malformedOptions(path.joined(separator: ".")) }
        return text
    }

    /// Returns the bytes at a path of member names, which are required.
    /// - Throws: ``PasskeyFailure/malformedOptions(_:)`` if they are missing, empty, or not base64url.
    func bytes(at path: String...) throws(PasskeyFailure) -> [UInt8] {
        guard let bytes = json.at(path)?.string.flatMap(Base64.bytes), !bytes.isEmpty else {
            throw .malformedOptions(path.joined(separator: "."))
        }
        return bytes
    }

    /// Returns the ids of the credentials in the list `name`; empty if the list is missing.
    ///
    /// As WebAuthn specifies, it skips credentials of other types than public keys.
    /// - Throws: ``PasskeyFailure/malformedOptions(_:)`` if the member is not a list, or an id is malformed.
    func credentialIDs(in name: String) throws(PasskeyFailure) -> [[UInt8]] {
        var ids: [[UInt8]] = []
        for item in try items(of: name) where item["type"]?.string == PasskeyJSON.credentialType {
            guard let id = item["id"]?.string.flatMap(Base64.bytes) else { throw .malformedOptions(name) }
            ids.append(id)
        }
        return ids
    }

    /// Returns whether the relying party accepts keys for ES256. An empty or missing list accepts them.
    /// - Throws: ``PasskeyFailure/malformedOptions(_:)`` if the member is not a list.
    func acceptsES256() throws(PasskeyFailure) -> Bool {
        let accepted = try items(of: "pubKeyCredParams")
        let es256 = JSONValue.number("\(PasskeyPublicKey.algorithm)")
        return accepted.isEmpty
            || accepted.contains { $0["type"]?.string == PasskeyJSON.credentialType && $0["alg"] == es256 }
    }

    /// Returns whether to verify the user.
    /// - Parameters:
    ///   - requirement: the value of `userVerification`.
    ///   - canVerify: whether the authenticator can verify the user.
    /// - Returns: true if the authenticator can verify the user, unless the relying party discourages it.
    /// - Throws: ``PasskeyFailure/cannotVerifyUser`` if verification is required and the authenticator cannot do it.
    func shouldVerifyUser(_ requirement: String?, canVerify: Bool) throws(PasskeyFailure) -> Bool {
        if requirement == "required", !canVerify { throw .cannotVerifyUser }
        return canVerify && requirement != "discouraged"
    }

    /// Returns the items of a list, or an empty array if the list is missing.
    /// - Throws: ``PasskeyFailure/malformedOptions(_:)`` if the member is not a list.
    private func items(of name: String) throws(PasskeyFailure) -> [JSONValue] {
        switch json[name] {
        case nil: return []
        case .array(let items): return items
        default: throw .malformedOptions(name)
        }
    }
}
