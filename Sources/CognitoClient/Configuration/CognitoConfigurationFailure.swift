/// Reports what is wrong with a configuration file, without its values.
public enum CognitoConfigurationFailure: Error, Sendable, Equatable {
    /// The file cannot be read.
    case unreadableFile
    /// The content is not a JSON object.
    case notJSON
    /// The file is in none of the three supported formats.
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
        case .unreadableFile: "the configuration file cannot be read: check that it exists and that you may read it"
        case .notJSON: "the configuration is not a JSON object: use the file that the Amplify or AWS tools generated"
        case .unknownForm:
            "the configuration is of an unknown format: use awsconfiguration.json (with 'CognitoUserPool'), "
                + "amplifyconfiguration.json (with 'auth.plugins') or amplify_outputs.json (with 'auth')"
        case .missing(let member): "'\(member)' is missing: copy its value from the user pool in the AWS console"
        case .wrongType(let member, let expected): "'\(member)' has the wrong type: change it to \(expected)"
        case .malformed(let member, let expected): "'\(member)' is malformed: write \(expected)"
        }
    }
}
