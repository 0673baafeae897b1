public import FlowCore
import FlowRuntime

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The user pool settings of an app's configuration file.
public struct CognitoConfiguration: Sendable, Equatable, Redacted {
    /// The supported file formats.
    public enum Form: String, Sendable, CaseIterable {
        /// The file of the AWS SDKs for iOS and Android, with AWSMobileClient.
        case awsConfiguration = "awsconfiguration.json"
        /// The file of Amplify Gen 1.
        case amplifyConfiguration = "amplifyconfiguration.json"
        /// The file of Amplify Gen 2.
        case amplifyOutputs = "amplify_outputs.json"
    }

    /// The format of the file.
    public var form: Form
    /// The id of the user pool, such as `eu-west-1_AbC`.
    public var poolID: String
    /// The id of the app client.
    public var clientID: String
    /// The app client's secret, or nil if the app client has none.
    public var clientSecret: String?
    /// The region, such as `eu-west-1`.
    public var region: String
    /// The address of the service, or nil for the region's default.
    public var endpoint: String?
    /// The id of the identity pool, or nil if there is none.
    public var identityPoolID: String?
    /// The authentication flow type in the file, such as `CUSTOM_AUTH`; nil if the file contains none.
    public var authenticationFlowType: String?
    /// Whether to send plain passwords (over TLS), for a migration trigger (`MigrationEnabled`).
    public var isMigrationEnabled = false
    /// The pool's second factors, as written in the file.
    public var mfaMethods: [String] = []
    /// The enabled members of `passwordless`, as written in the file.
    public var passwordlessFactors: [String] = []

    /// Parses a configuration, and detects its format.
    /// - Parameter bytes: the file's content, with or without a byte order mark.
    /// - Throws: ``CognitoConfigurationFailure``.
    public init(_ bytes: [UInt8]) throws(CognitoConfigurationFailure) {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
        guard let root = JSONValue(json: text), root.members != nil else { throw .notJSON }
        guard let form = Form(of: root) else { throw .unknownForm }
        try self.init(ConfigurationReader(root: root), form: form)
    }

    /// The names of the shipped flows that suit a file of this format, best first, without `.flow.xml`.
    public var flows: [String] {
        form == .awsConfiguration ? ["mobile-client", "legacy-sdk"] : ["amplify"]
    }

    /// The inputs of ``flows`` that the file defines, including the client secret. The host adds the inputs of the
    /// user.
    public var inputs: JSONValue {
        var members = Self.clientInputs(id: clientID, secret: clientSecret)
        if form == .awsConfiguration {
            // The SDKs that read this format support only this value.
            if authenticationFlowType == "CUSTOM_AUTH" { members.append(JSONMember("is-custom-auth", true)) }
            if isMigrationEnabled { members.append(JSONMember("migration-enabled", true)) }
        } else {
            if let flowType { members.append(JSONMember("flowType", .string(flowType))) }
            if identityPoolID != nil { members.append(JSONMember("has-identity-pool", true)) }
        }
        return .object(members)
    }

    /// Returns an app client's id and secret as inputs of the shipped flows, without those that are nil.
    package static func clientInputs(id: String?, secret: String?) -> [JSONMember] {
        [("clientId", id), ("clientSecret", secret)].compactMap { name, value in
            value.map { JSONMember(name, .string($0)) }
        }
    }

    /// A text with the format and the pool's id, without secrets.
    public var description: String { "CognitoConfiguration(\(form.rawValue), \(poolID))" }

    /// The flow's word for ``authenticationFlowType``, or nil if there is none.
    private var flowType: String? { authenticationFlowType.flatMap { Self.flowTypes[$0] } }

    /// Amplify's authentication flow types, and the flow's words for them (amplify-swift, AuthFlowType.swift).
    static let flowTypes = [
        "USER_SRP_AUTH": "userSRP",
        "CUSTOM_AUTH": "customWithSRP",
        "CUSTOM_AUTH_WITH_SRP": "customWithSRP",
        "CUSTOM_AUTH_WITHOUT_SRP": "customWithoutSRP",
        "USER_PASSWORD_AUTH": "userPassword",
        "USER_AUTH": "userAuth",
    ]

    /// Reads a configuration file, and detects its format.
    /// - Parameter path: the file's path.
    /// - Throws: ``CognitoConfigurationFailure``; `unreadableFile` if the file cannot be read.
    public init(file path: String) throws(CognitoConfigurationFailure) {
        guard let content = FileManager.default.contents(atPath: path) else { throw .unreadableFile }
        try self.init(Array(content))
    }
}

extension CognitoConfiguration.Form {
    /// Detects the format of a file from the names of its members.
    /// - Returns: nil if it is in none of the supported formats.
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

extension CognitoClient {
    /// Creates a client for the pool of a configuration. Uses the configured endpoint, or else the region's.
    /// - Parameters:
    ///   - configuration: the app's configuration.
    ///   - settings: time limits, retries and credentials.
    ///   - transport: sends the requests.
    /// - Throws: ``CognitoEndpointFailure``, such as `notEncrypted` if the endpoint is `http` on another device.
    public init(
        _ configuration: CognitoConfiguration, settings: CognitoClientSettings = CognitoClientSettings(),
        transport: any HTTPTransport = SystemTransport()
    ) throws(CognitoEndpointFailure) {
        guard let endpoint = configuration.endpoint else {
            try self.init(region: configuration.region, settings: settings, transport: transport)
            return
        }
        try self.init(endpoint: endpoint, region: configuration.region, settings: settings, transport: transport)
    }
}

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
        case .missing(let member):
            "'\(member)' is missing or empty: copy its value from the user pool in the AWS console"
        case .wrongType(let member, let expected): "'\(member)' has the wrong type: change it to \(expected)"
        case .malformed(let member, let expected): "'\(member)' is malformed: write \(expected)"
        }
    }
}
