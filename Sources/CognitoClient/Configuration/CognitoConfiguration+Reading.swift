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

        /// Creates the paths for files of a format.
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
        clientID = try reader.requiredText(places.client)
        clientSecret = try reader.text(places.secret)
        region = try Self.region(reader, places.region, poolID: poolID, of: places.pool)
        endpoint = try Self.endpoint(reader, places.endpoint)
        identityPoolID = try reader.text(places.identityPool)
        authenticationFlowType = try Self.flowType(reader, places.flowType, form)
        isMigrationEnabled = try reader.flag(places.migration)
        mfaMethods = try reader.texts(places.mfaMethods)
        passwordlessFactors = try reader.enabledMembers(places.passwordless)
    }

    /// Returns the pool's id, which must consist of a region and a name.
    /// - Throws: ``CognitoConfigurationFailure``, also if the id is missing.
    private static func poolID(
        _ reader: ConfigurationReader, _ path: [String]
    ) throws(CognitoConfigurationFailure) -> String {
        let text = try reader.requiredText(path)
        let parts = text.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts.contains("") else {
            throw .malformed(
                member: path.joined(separator: "."), expected: "a region and a name, such as 'eu-west-1_AbC'")
        }
        return text
    }

    /// Returns the region at a path. If it is missing, it is the one that the pool's id starts with.
    /// - Throws: ``CognitoConfigurationFailure/malformed(member:expected:)``, which names the pool's id if the region
    ///   was taken from it.
    private static func region(
        _ reader: ConfigurationReader, _ path: [String], poolID: String, of poolPath: [String]
    ) throws(CognitoConfigurationFailure) -> String {
        let given = try reader.text(path)
        let region = given ?? String(poolID.prefix { $0 != "_" })
        guard (try? CognitoEndpoint(region: region)) != nil else {
            let member = given == nil ? poolPath : path
            throw .malformed(member: member.joined(separator: "."), expected: "a region, such as 'eu-west-1'")
        }
        return region
    }

    /// Returns the URL of the endpoint, or nil if the member is missing. Amplify's files omit the scheme.
    private static func endpoint(
        _ reader: ConfigurationReader, _ path: [String]
    ) throws(CognitoConfigurationFailure) -> String? {
        guard let text = try reader.text(path) else { return nil }
        let address = text.contains("://") ? text : "https://" + text
        do {
            return try CognitoEndpoint(address, region: nil, allowsPlainHTTP: true).url
        } catch {
            throw .malformed(member: path.joined(separator: "."), expected: "an address, such as 'auth.example.com'")
        }
    }

    /// Returns the authentication flow type, or nil if the member is missing.
    ///
    /// In Amplify's formats, an unknown word is an error. In `awsconfiguration.json`, any word is allowed.
    private static func flowType(
        _ reader: ConfigurationReader, _ path: [String], _ form: Form
    ) throws(CognitoConfigurationFailure) -> String? {
        guard let text = try reader.text(path) else { return nil }
        // Amplify treats an unknown word as USER_SRP_AUTH without reporting it; AWSMobileClient knows only one word.
        guard form == .awsConfiguration || flowTypes[text] != nil else {
            let words = flowTypes.keys.sorted().joined(separator: ", ")
            throw .malformed(member: path.joined(separator: "."), expected: "one of \(words)")
        }
        return text
    }
}
