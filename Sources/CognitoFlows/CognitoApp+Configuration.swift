public import CognitoClient
public import CognitoHandlers
public import FlowRuntime

extension CognitoApp {
    /// Creates an app from its configuration file, which also supplies inputs for every sign-in.
    /// - Parameters:
    ///   - configuration: the pool, the app client and the style's settings, as parsed from the file.
    ///   - deviceName: the name that this device has in the user's list of remembered devices.
    ///   - secrets: stores tokens and remembered devices; by default persistently.
    ///   - service: sends requests; by default a client for the pool's region.
    /// - Throws: `CognitoSettings.Failure` if the pool's id is malformed; `CognitoEndpointFailure` if the address
    ///   or the region is.
    public init(
        _ configuration: CognitoConfiguration, deviceName: String? = nil,
        secrets: any SecretStore = CognitoSettings.standardSecrets(), service: (any FlowService)? = nil
    ) throws {
        self.init(
            clientID: configuration.clientID, clientSecret: configuration.clientSecret,
            settings: try CognitoSettings(poolID: configuration.poolID, deviceName: deviceName, secrets: secrets),
            service: try service ?? CognitoClient(configuration))
        // The id and the secret are those of `clientID` and `clientSecret`.
        let fields: [ShippedFlow.Amplify.Inputs.Field] = [.clientID, .clientSecret]
        let names = fields.map(\.rawValue)
        signInInputs = .object((configuration.inputs.members ?? []).filter { !names.contains($0.name) })
    }
}
