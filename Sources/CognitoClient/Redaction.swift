import FlowCore

// The types of this module that hold values, and so may hold secrets.

extension CognitoClient: Redacted {}
extension CognitoClientSettings: Redacted {}
extension HTTPField: Redacted {}
extension StaticAWSCredentials: Redacted {}

#if canImport(CCurl)
    extension CurlTransport: Redacted {}
#endif
