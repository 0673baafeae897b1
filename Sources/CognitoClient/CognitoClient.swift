/// Talks to Amazon Cognito's user pools API.
public struct CognitoClient: Sendable {}
