import FlowCore

/// Reads members of a configuration by path.
struct ConfigurationReader {
    /// The JSON object that the file contains.
    let root: JSONValue

    /// Returns a text, or nil if it is missing or empty.
    /// - Throws: ``CognitoConfigurationFailure/wrongType(member:expected:)``.
    func text(_ path: [String]) throws(CognitoConfigurationFailure) -> String? {
        guard let value = try value(path) else { return nil }
        guard let text = value.string else { throw .wrongType(member: Self.name(path), expected: "a text") }
        return text.isEmpty ? nil : text
    }

    /// Returns a required text.
    /// - Throws: ``CognitoConfigurationFailure/missing(member:)``, also if it is empty;
    ///   ``CognitoConfigurationFailure/wrongType(member:expected:)``.
    func requiredText(_ path: [String]) throws(CognitoConfigurationFailure) -> String {
        guard let text = try text(path) else { throw .missing(member: Self.name(path)) }
        return text
    }

    /// Returns whether a member is `true`, as a JSON value or as a text. A missing member is not.
    /// - Throws: ``CognitoConfigurationFailure/wrongType(member:expected:)``.
    func flag(_ path: [String]) throws(CognitoConfigurationFailure) -> Bool {
        switch try value(path) {
        case nil: return false
        case .bool(let flag): return flag
        case .string(let text) where ["true", "false"].contains(text.lowercased()): return text.lowercased() == "true"
        default: throw .wrongType(member: Self.name(path), expected: "true or false")
        }
    }

    /// Returns a list of texts, which is empty if the member is missing.
    /// - Throws: ``CognitoConfigurationFailure/wrongType(member:expected:)``.
    func texts(_ path: [String]) throws(CognitoConfigurationFailure) -> [String] {
        guard let value = try value(path) else { return [] }
        guard case .array(let items) = value, case let texts = items.compactMap(\.string), texts.count == items.count
        else { throw .wrongType(member: Self.name(path), expected: "a list of texts") }
        return texts
    }

    /// Returns the names of an object's members that are neither `false` nor null. A missing object has none.
    /// - Throws: ``CognitoConfigurationFailure/wrongType(member:expected:)``.
    func enabledMembers(_ path: [String]) throws(CognitoConfigurationFailure) -> [String] {
        guard let value = try value(path) else { return [] }
        guard let members = value.members else { throw .wrongType(member: Self.name(path), expected: "an object") }
        return members.filter { $0.value != .bool(false) && $0.value != .null }.map(\.name)
    }

    /// Returns a value, or nil if it or a parent is missing.
    /// - Throws: ``CognitoConfigurationFailure/wrongType(member:expected:)`` if a parent is not an object.
    private func value(_ path: [String]) throws(CognitoConfigurationFailure) -> JSONValue? {
        var value: JSONValue? = root
        for (depth, name) in path.enumerated() {
            guard let inner = value else { return nil }
            guard inner.members != nil else {
                throw .wrongType(member: Self.name(Array(path.prefix(depth))), expected: "an object")
            }
            value = inner[name]
        }
        return value
    }

    /// Returns a member's path as error messages show it, such as `auth.user_pool_id`.
    private static func name(_ path: [String]) -> String { path.joined(separator: ".") }
}
