import CognitoWire
import FlowCore

extension CognitoConfiguration {
    /// The paths of a format's members.
    private struct MemberPaths {
        var pool: [String]
        var client: [String]
        var secret: [String]
        var region: [String]
        var endpoint: [String]
        var identityPool: [String]
        var flowType: [String]
        var migration: [String]
        var mfaMethods: [String]
        var passwordless: [String]

        /// Creates the paths for files with sections below `root`, each with a `Default`.
        private init(sectionsIn root: [String]) {
            let section = root + ["CognitoUserPool", "Default"]
            pool = section + ["PoolId"]
            client = section + ["AppClientId"]
            secret = section + ["AppClientSecret"]
            region = section + ["Region"]
            endpoint = section + ["Endpoint"]
            migration = section + ["MigrationEnabled"]
            identityPool = root + ["CredentialsProvider", "CognitoIdentity", "Default", "PoolId"]
            flowType = root + ["Auth", "Default", "authenticationFlowType"]
            mfaMethods = root + ["Auth", "Default", "mfaTypes"]
            passwordless = root + ["Auth", "Default", "passwordless"]
        }

        /// Creates the paths for `amplify_outputs.json`, whose members are in one object at `root`.
        private init(outputs root: [String]) {
            pool = root + ["user_pool_id"]
            client = root + ["user_pool_client_id"]
            secret = root + ["user_pool_client_secret"]
            region = root + ["aws_region"]
            endpoint = root + ["endpoint"]
            migration = root + ["migration_enabled"]
            identityPool = root + ["identity_pool_id"]
            flowType = root + ["authentication_flow_type"]
            mfaMethods = root + ["mfa_methods"]
            passwordless = root + ["passwordless"]
        }

        /// Creates the paths for files of the format `form`.
        init(_ form: Form) {
            switch form {
            case .awsConfiguration: self.init(sectionsIn: [])
            case .amplifyConfiguration: self.init(sectionsIn: ["auth", "plugins", "awsCognitoAuthPlugin"])
            case .amplifyOutputs: self.init(outputs: ["auth"])
            }
        }
    }

    /// Reads a configuration of a known format.
    /// - Throws: ``CognitoConfigurationFailure``.
    init(_ reader: ConfigurationReader, form: Form) throws(CognitoConfigurationFailure) {
        let paths = MemberPaths(form)
        self.form = form
        poolID = try Self.poolID(reader, paths.pool)
        clientID = try reader.requiredText(at: paths.client)
        clientSecret = try reader.text(at: paths.secret)
        region = try Self.region(reader, paths.region, poolID: poolID, poolPath: paths.pool)
        endpoint = try Self.endpoint(reader, paths.endpoint)
        identityPoolID = try reader.text(at: paths.identityPool)
        authenticationFlowType = try Self.flowType(reader, paths.flowType, form)
        isMigrationEnabled = try reader.flag(at: paths.migration)
        mfaMethods = try reader.texts(at: paths.mfaMethods)
        passwordlessFactors = try reader.enabledMembers(at: paths.passwordless)
    }

    /// Returns the pool's id at a path.
    /// - Throws: ``CognitoConfigurationFailure``; `malformed` if the id does not consist of a region and a name.
    private static func poolID(
        _ reader: ConfigurationReader, _ path: [String]
    ) throws(CognitoConfigurationFailure) -> String {
        let text = try reader.requiredText(at: path)
        guard text.first != "_", PoolName.name(ofPoolID: text) != nil else {
            throw .malformed(
                member: ConfigurationReader.dotted(path),
                expected: "a region, '_' and a name of letters, digits and underscores, such as 'eu-west-1_AbC'")
        }
        return text
    }

    /// Returns the region at a path or, if that member is missing, the region with which the pool's id begins.
    /// - Throws: ``CognitoConfigurationFailure/wrongType(member:expected:)``;
    ///   ``CognitoConfigurationFailure/malformed(member:expected:)`` with `path`, or with `poolPath` if the region was
    ///   taken from the pool's id.
    private static func region(
        _ reader: ConfigurationReader, _ path: [String], poolID: String, poolPath: [String]
    ) throws(CognitoConfigurationFailure) -> String {
        let ownRegion = try reader.text(at: path)
        let region = ownRegion ?? String(poolID.prefix { $0 != "_" })
        guard (try? CognitoEndpoint(region: region)) == nil else { return region }
        guard ownRegion != nil else {
            throw .malformed(
                member: ConfigurationReader.dotted(poolPath),
                expected: "an id that begins with a region, such as 'eu-west-1_AbC'")
        }
        throw .malformed(member: ConfigurationReader.dotted(path), expected: "a region, such as 'eu-west-1'")
    }

    /// Returns the URL of the endpoint, or nil if the member is missing or empty.
    ///
    /// If the address has no scheme, as in Amplify's files, the scheme is `https`.
    /// - Throws: ``CognitoConfigurationFailure/wrongType(member:expected:)``;
    ///   ``CognitoConfigurationFailure/malformed(member:expected:)``.
    private static func endpoint(
        _ reader: ConfigurationReader, _ path: [String]
    ) throws(CognitoConfigurationFailure) -> String? {
        guard let text = try reader.text(at: path) else { return nil }
        let address = text.contains("://") ? text : "https://" + text
        // The client decides whether `http` is allowed.
        do {
            return try CognitoEndpoint(address, region: nil, allowsPlainHTTP: true).url
        } catch {
            throw .malformed(
                member: ConfigurationReader.dotted(path),
                expected: "a host, and optionally a port and a path, such as 'auth.example.com'")
        }
    }

    /// Returns the authentication flow type, or nil if the member is missing or empty.
    ///
    /// In Amplify's formats, an unknown type is an error. In `awsconfiguration.json`, any text is allowed.
    /// - Throws: ``CognitoConfigurationFailure/wrongType(member:expected:)``;
    ///   ``CognitoConfigurationFailure/malformed(member:expected:)``.
    private static func flowType(
        _ reader: ConfigurationReader, _ path: [String], _ form: Form
    ) throws(CognitoConfigurationFailure) -> String? {
        guard let text = try reader.text(at: path) else { return nil }
        // Amplify treats an unknown word as USER_SRP_AUTH without reporting it; AWSMobileClient knows only one word.
        guard form == .awsConfiguration || flowTypes[text] != nil else {
            let words = flowTypes.keys.sorted().joined(separator: ", ")
            throw .malformed(member: ConfigurationReader.dotted(path), expected: "one of \(words)")
        }
        return text
    }
}

/// A reader of the members of a configuration, by path.
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

    /// Returns the nonempty text at a path.
    /// - Throws: ``CognitoConfigurationFailure/missing(member:)`` if it is missing or empty;
    ///   ``CognitoConfigurationFailure/wrongType(member:expected:)``.
    func requiredText(at path: [String]) throws(CognitoConfigurationFailure) -> String {
        guard let text = try text(at: path) else { throw .missing(member: Self.dotted(path)) }
        return text
    }

    /// Returns the Boolean at a path, or the one that a text there names; false if the member is missing.
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
        let wrongType = CognitoConfigurationFailure.wrongType(
            member: Self.dotted(path), expected: "a list of strings")
        guard case .array(let items) = value else { throw wrongType }
        let texts = items.compactMap(\.string)
        guard texts.count == items.count else { throw wrongType }
        return texts
    }

    /// Returns the names of an object's enabled members; empty if the object is missing.
    ///
    /// A member is enabled unless its value is `false` or null.
    /// - Throws: ``CognitoConfigurationFailure/wrongType(member:expected:)``.
    func enabledMembers(at path: [String]) throws(CognitoConfigurationFailure) -> [String] {
        guard let value = try value(at: path) else { return [] }
        guard let members = value.members else { throw .wrongType(member: Self.dotted(path), expected: "an object") }
        return members.filter { $0.value != .bool(false) && $0.value != .null }.map(\.name)
    }

    /// Returns the value at a path, or nil if the value or a parent is missing or null.
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
    static func dotted(_ path: [String]) -> String { path.joined(separator: ".") }
}
