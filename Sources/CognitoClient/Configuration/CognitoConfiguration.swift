public import FlowCore
import FlowRuntime

/// What an app's configuration file says about its user pool.
public struct CognitoConfiguration: Sendable, Equatable, Redacted {
    /// The forms of such files.
    public enum Form: String, Sendable, CaseIterable {
        /// Of the AWS SDKs for iOS and Android, with AWSMobileClient.
        case awsConfiguration = "awsconfiguration.json"
        /// Of Amplify's first generation.
        case amplifyConfiguration = "amplifyconfiguration.json"
        /// Of Amplify's second generation.
        case amplifyOutputs = "amplify_outputs.json"
    }

    /// Which form the file has.
    public var form: Form
    /// The id of the user pool, such as `eu-west-1_AbC`.
    public var poolID: String
    /// The id of the app client.
    public var clientID: String
    /// The secret of the app client, if it has one.
    public var clientSecret: String?
    /// The region, such as `eu-west-1`.
    public var region: String
    /// The address of the service, if it is another than that of the region.
    public var endpoint: String?
    /// The id of the identity pool, if there is one.
    public var identityPoolID: String?
    /// How a sign-in begins, as the file says it, such as `CUSTOM_AUTH`.
    public var authenticationFlowType: String?
    /// Whether passwords are sent as they are, for a trigger that takes over users from elsewhere (`MigrationEnabled`).
    public var isMigrationEnabled = false
    /// The second factors of the pool, as the file names them.
    public var mfaMethods: [String] = []
    /// The members of `passwordless` that are on, as the file names them.
    public var passwordlessFactors: [String] = []

    /// Reads a configuration and finds out which form it has.
    /// - Parameter bytes: the file's content.
    /// - Throws: what is wrong with it.
    public init(_ bytes: [UInt8]) throws(CognitoConfigurationFailure) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        guard let root = JSONValue(json: text), root.members != nil else { throw .notJSON }
        guard let form = Form(of: root) else { throw .unknownForm }
        try self.init(ConfigurationReader(root: root), form: form)
    }

    /// The flows that such a file is for, best first: `NAME.flow.xml`.
    public var flows: [String] {
        form == .awsConfiguration ? ["mobile-client", "legacy-sdk"] : ["amplify"]
    }

    /// What the file says of the inputs of ``flows``; the host adds the user's. Holds the client secret.
    public var inputs: JSONValue {
        var members = [JSONMember("clientId", .string(clientID))]
        if let clientSecret { members.append(JSONMember("clientSecret", .string(clientSecret))) }
        if form == .awsConfiguration {
            // Of all values, this SDK knows one.
            if authenticationFlowType == "CUSTOM_AUTH" { members.append(JSONMember("is-custom-auth", true)) }
            if isMigrationEnabled { members.append(JSONMember("migration-enabled", true)) }
        } else {
            if let flowType { members.append(JSONMember("flowType", .string(flowType))) }
            if identityPoolID != nil { members.append(JSONMember("has-identity-pool", true)) }
        }
        return .object(members)
    }

    /// The form and the pool.
    public var description: String { "CognitoConfiguration(\(form.rawValue), \(poolID))" }

    /// The flow's word for ``authenticationFlowType``.
    private var flowType: String? { authenticationFlowType.flatMap { Self.flowTypes[$0] } }

    /// Amplify's words for how a sign-in begins, and those of the flow (amplify-swift, AuthFlowType.swift).
    static let flowTypes = [
        "USER_SRP_AUTH": "userSRP",
        "CUSTOM_AUTH": "customWithSRP",
        "CUSTOM_AUTH_WITH_SRP": "customWithSRP",
        "CUSTOM_AUTH_WITHOUT_SRP": "customWithoutSRP",
        "USER_PASSWORD_AUTH": "userPassword",
        "USER_AUTH": "userAuth",
    ]
}

extension CognitoConfiguration.Form {
    /// The form of a file; nil if it has none of the three.
    fileprivate init?(of root: JSONValue) {
        if let auth = root["auth"] {
            self = auth["plugins"] == nil ? .amplifyOutputs : .amplifyConfiguration
        } else if root["CognitoUserPool"] != nil || root["CredentialsProvider"] != nil {
            self = .awsConfiguration
        } else {
            return nil
        }
    }
}
