import FlowCore

/// Reads members of a configuration by path.
struct ConfigurationReader {
    /// The JSON object that the file contains.
    let root: JSONValue

    /// Returns the text at a path, or nil if it is missing or empty.
    /// - Throws: ``CognitoConfigurationFailure/wrongType(member:expected:)``.
    func text(at path: [String]) throws(CognitoConfigurationFailure) -> String? {
        guard let value = try value(at: path) else { return nil }
        guard let text = value.string else { throw .wrongType(member: Self.dotted(path), expected: "a string") }
        return text.isEmpty ? nil : text
    }

    /// Returns the text at a path, which must not be empty.
    /// - Throws: ``CognitoConfigurationFailure/missing(member:)`` if it is missing or empty;
    ///   ``CognitoConfigurationFailure/wrongType(member:expected:)``.
    func requiredText(at path: [String]) throws(CognitoConfigurationFailure) -> String {
        guard let text = try text(at: path) else { throw .missing(member: Self.dotted(path)) }
        return text
    }

    /// Returns the Boolean at a path, which may be written as a text; false if it is missing.
    /// - Throws: ``CognitoConfigurationFailure/wrongType(member:expected:)``.
    func flag(at path: [String]) throws(CognitoConfigurationFailure) -> Bool {
        switch try value(at: path) {
        case nil: return false
        case .bool(let flag): return flag
        case .string(let text) where ["true", "false"].contains(text.lowercased()): return text.lowercased() == "true"
        default: throw .wrongType(member: Self.dotted(path), expected: "true or false")
        }
    }

    /// Returns the list of texts at a path; empty if it is missing.
    /// - Throws: ``CognitoConfigurationFailure/wrongType(member:expected:)``.
    func texts(at path: [String]) throws(CognitoConfigurationFailure) -> [String] {
        guard let value = try value(at: path) else { return [] }
        guard case .array(let items) = value, case let texts = items.compactMap(\.string), texts.count == items.count
        else { throw .wrongType(member: Self.dotted(path), expected: "a list of strings") }
        return texts
    }

    /// Returns the names of the members that are neither `false` nor null of the object at a path; empty if the object
    /// is missing.
    /// - Throws: ``CognitoConfigurationFailure/wrongType(member:expected:)``.
    func enabledMembers(at path: [String]) throws(CognitoConfigurationFailure) -> [String] {
        guard let value = try value(at: path) else { return [] }
        guard let members = value.members else { throw .wrongType(member: Self.dotted(path), expected: "an object") }
        return members.filter { $0.value != .bool(false) && $0.value != .null }.map(\.name)
    }

    /// Returns the value at a path, or nil if it or a parent is missing.
    /// - Throws: ``CognitoConfigurationFailure/wrongType(member:expected:)`` if a parent is not an object.
    private func value(at path: [String]) throws(CognitoConfigurationFailure) -> JSONValue? {
        var value: JSONValue? = root
        for (depth, name) in path.enumerated() {
            guard let inner = value else { return nil }
            guard inner.members != nil else {
                throw .wrongType(member: Self.dotted(Array(path.prefix(depth))), expected: "an object")
            }
            value = inner[name]
        }
        return value
    }

    /// Returns a member's path as error messages show it, such as `auth.user_pool_id`.
    private static func dotted(_ path: [String]) -> String { path.joined(separator: ".") }
}
