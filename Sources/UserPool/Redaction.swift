public import FlowCore

// Redacts the types of this module that can contain secrets.

extension ChallengeDecision: Redacted {}
extension ChallengeRound: Redacted {}
extension CognitoUserPool: Redacted {}
extension CreatedChallenge: Redacted {}
extension CustomAuthTriggers: Redacted {}
extension PoolAccessKey: Redacted {}
extension PoolClient: Redacted {}
extension PoolConfiguration: Redacted {}
extension PoolEnvironment: Redacted {}
extension PoolMessage: Redacted {}
extension PoolReply: Redacted {}
extension PoolSeed: Redacted {}
extension PoolUserSeed: Redacted {}
extension TriggerRequest: Redacted {}
