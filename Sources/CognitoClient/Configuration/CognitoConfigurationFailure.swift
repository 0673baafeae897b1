/// Reports what is wrong with a configuration file, without its values.
public enum CognitoConfigurationFailure: Error, Sendable, Equatable {
    /// The file cannot be read.
    case unreadableFile
    /// The content is not a JSON object.
    case notJSON
    /// The file has none of the three formats.
    case unknownForm
    /// A member is missing or empty.
    case missing(member: String)
    /// A member has the wrong JSON type.
    case wrongType(member: String, expected: String)
    /// A member's text is malformed.
    case malformed(member: String, expected: String)
}

extension CognitoConfigurationFailure: CustomStringConvertible {
    /// What is wrong, and how to fix it.
    public var description: String {
        switch self {
        case .unreadableFile: "the configuration file cannot be read: see that it is there and may be read"
        case .notJSON:
            "the configuration is no JSON object: give the file as the Amplify or AWS console's tools wrote it"
        case .unknownForm:
            "the configuration is none of awsconfiguration.json (with 'CognitoUserPool'), amplifyconfiguration.json "
                + "(with 'auth.plugins') and amplify_outputs.json (with 'auth'): give one of these"
        case .missing(let member): "'\(member)' is missing: add it, the console shows it at the user pool"
        case .wrongType(let member, let expected): "'\(member)' is not \(expected): write it as such"
        case .malformed(let member, let expected): "'\(member)' cannot be right: write \(expected)"
        }
    }
}
