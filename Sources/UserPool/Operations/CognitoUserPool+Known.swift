extension CognitoUserPool {
    /// Whether the pool knows an operation.
    /// - Parameter operation: the operation's name, such as `InitiateAuth`.
    /// - Returns: whether it does.
    package static func answers(_ operation: String) -> Bool { operations[operation] != nil }
}
