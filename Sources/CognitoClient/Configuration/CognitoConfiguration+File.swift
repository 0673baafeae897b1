#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension CognitoConfiguration {
    /// Reads a configuration file.
    /// - Parameter path: the file's path.
    /// - Throws: ``CognitoConfigurationFailure/unreadableFile``, or what is wrong with the content.
    public init(file path: String) throws(CognitoConfigurationFailure) {
        guard let content = FileManager.default.contents(atPath: path) else { throw .unreadableFile }
        try self.init(Array(content))
    }
}

extension CognitoClient {
    /// A client of the pool that a configuration names: at its endpoint, or else in its region.
    /// - Parameters:
    ///   - configuration: what the app's configuration file says.
    ///   - settings: how it goes about its requests.
    ///   - transport: what sends them.
    /// - Throws: what is wrong with the address or the region; `http` is for this device alone.
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
