#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension CognitoConfiguration {
    /// Reads a configuration file, and detects its format.
    /// - Parameter path: the file's path.
    /// - Throws: ``CognitoConfigurationFailure``; `unreadableFile` if the file cannot be read.
    public init(file path: String) throws(CognitoConfigurationFailure) {
        guard let content = FileManager.default.contents(atPath: path) else { throw .unreadableFile }
        try self.init(Array(content))
    }
}

extension CognitoClient {
    /// Creates a client for the pool of a configuration. It uses the configured endpoint, or else the region's.
    /// - Parameters:
    ///   - configuration: the app's configuration.
    ///   - settings: time limits, retries and credentials.
    ///   - transport: sends the requests.
    /// - Throws: ``CognitoEndpointFailure``; `http` is only allowed for this device.
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
