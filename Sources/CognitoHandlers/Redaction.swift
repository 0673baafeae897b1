public import FlowCore

// The types of this module whose values may be secret.

extension CognitoSettings: Redacted {}
extension DeviceSecurityContext: Redacted {}
extension FileSecretStore: Redacted {}
extension MemorySecretStore: Redacted {}
extension SecretKey: Redacted {}
extension SecretScope: Redacted {}
extension SecretVersion: Redacted {}
extension SoftwareAuthenticator: Redacted {}
extension TokenCache: Redacted {}
