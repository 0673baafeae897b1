public import FlowCore

// The types of this module whose values may be secret.

extension CognitoClient: Redacted {}
extension CognitoClientSettings: Redacted {}
extension HTTPField: Redacted {}
extension StaticAWSCredentials: Redacted {}

#if canImport(CCurl)
    extension CurlTransport: Redacted {}
#endif
