extension CognitoConfiguration {
    /// The paths of a format's members.
    private struct Places {
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
        let places = Places(form)
        self.form = form
        poolID = try Self.poolID(reader, places.pool)
        clientID = try reader.requiredText(at: places.client)
        clientSecret = try reader.text(at: places.secret)
        region = try Self.region(reader, places.region, poolID: poolID, poolPath: places.pool)
        endpoint = try Self.endpoint(reader, places.endpoint)
        identityPoolID = try reader.text(at: places.identityPool)
        authenticationFlowType = try Self.flowType(reader, places.flowType, form)
        isMigrationEnabled = try reader.flag(at: places.migration)
        mfaMethods = try reader.texts(at: places.mfaMethods)
        passwordlessFactors = try reader.enabledMembers(at: places.passwordless)
    }

    /// Returns the pool's id at a path.
    /// - Throws: ``CognitoConfigurationFailure`` if the id is missing, or does not consist of a region and a name.
    private static func poolID(
        _ reader: ConfigurationReader, _ path: [String]
    ) throws(CognitoConfigurationFailure) -> String {
        let text = try reader.requiredText(at: path)
        let parts = text.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts.contains("") else {
            throw .malformed(
                member: path.joined(separator: "."), expected: "a region and a name, such as 'eu-west-1_AbC'")
        }
        return text
    }

    /// Returns the region at a path or, if that member is missing, the region with which the pool's id begins.
    /// - Throws: ``CognitoConfigurationFailure/malformed(member:expected:)`` with `path`, or with `poolPath` if the
    ///   region was taken from the pool's id.
    private static func region(
        _ reader: ConfigurationReader, _ path: [String], poolID: String, poolPath: [String]
    ) throws(CognitoConfigurationFailure) -> String {
        let given = try reader.text(at: path)
        let region = given ?? String(poolID.prefix { $0 != "_" })
        guard (try? CognitoEndpoint(region: region)) != nil else {
            let member = given == nil ? poolPath : path
            throw .malformed(member: member.joined(separator: "."), expected: "a region, such as 'eu-west-1'")
        }
        return region
    }

    /// Returns the URL of the endpoint, or nil if the member is missing.
    ///
    /// Amplify's files omit the scheme. It is then `https`.
    private static func endpoint(
        _ reader: ConfigurationReader, _ path: [String]
    ) throws(CognitoConfigurationFailure) -> String? {
        guard let text = try reader.text(at: path) else { return nil }
        let address = text.contains("://") ? text : "https://" + text
        do {
            return try CognitoEndpoint(address, region: nil, allowsPlainHTTP: true).url
        } catch {
            throw .malformed(member: path.joined(separator: "."), expected: "an address, such as 'auth.example.com'")
        }
    }

    /// Returns the authentication flow type, or nil if the member is missing.
    ///
    /// In Amplify's formats, an unknown type is an error. In `awsconfiguration.json`, any text is allowed.
    private static func flowType(
        _ reader: ConfigurationReader, _ path: [String], _ form: Form
    ) throws(CognitoConfigurationFailure) -> String? {
        guard let text = try reader.text(at: path) else { return nil }
        // Amplify treats an unknown word as USER_SRP_AUTH without reporting it; AWSMobileClient knows only one word.
        guard form == .awsConfiguration || flowTypes[text] != nil else {
            let words = flowTypes.keys.sorted().joined(separator: ", ")
            throw .malformed(member: path.joined(separator: "."), expected: "one of \(words)")
        }
        return text
    }
}
