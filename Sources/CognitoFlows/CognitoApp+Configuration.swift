public import CognitoClient
public import CognitoHandlers
public import FlowRuntime

extension CognitoApp {
    /// An app as its configuration file describes it.
    /// - Parameters:
    ///   - configuration: what the file says.
    ///   - deviceName: the name under which the user sees this device among those that are remembered.
    ///   - secrets: where tokens and remembered devices are; a store that lasts unless another is given.
    ///   - service: what answers requests; without it a client of the pool's region.
    /// - Throws: what is wrong with the pool's id, its address or its region.
    public init(
        _ configuration: CognitoConfiguration, deviceName: String? = nil,
        secrets: any SecretStore = CognitoSettings.standardSecrets(), service: (any FlowService)? = nil
    ) throws {
        self.init(
            clientID: configuration.clientID, clientSecret: configuration.clientSecret,
            settings: try CognitoSettings(poolID: configuration.poolID, deviceName: deviceName, secrets: secrets),
            service: try service ?? CognitoClient(configuration))
        let client = clientInputs.members?.map(\.name) ?? []
        signInInputs = .object((configuration.inputs.members ?? []).filter { !client.contains($0.name) })
    }
}
