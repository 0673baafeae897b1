import CognitoFlows
import FlowCore
import FlowRuntime

extension AWSMobileClient {
    /// Registers a user.
    /// - Parameters:
    ///   - username: the name.
    ///   - password: the password.
    ///   - userAttributes: attributes by name, such as `email`.
    ///   - validationData: what the pool's trigger before a sign-up is told.
    ///   - clientMetaData: ClientMetadata for the pool's triggers.
    ///   - completionHandler: is told whether a code must be confirmed, or an ``AWSMobileClientError``.
    @preconcurrency
    public func signUp(
        username: String, password: String, userAttributes: [String: String] = [:],
        validationData: [String: String] = [:], clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (SignUpResult?, (any Error)?) -> Void
    ) {
        let inputs = JSONValue.inputs([
            "username": .string(username), "password": .string(password), "userAttributes": .map(userAttributes),
            "validationData": .map(validationData), "clientMetadata": .map(clientMetaData),
        ])
        carry(completionHandler) { core in SignUpResult(try await core.run(.register, inputs)) }
    }

    /// Confirms a registration with the code that was sent. It signs nobody in.
    /// - Parameters:
    ///   - username: the name.
    ///   - confirmationCode: the code.
    ///   - clientMetaData: ClientMetadata for the pool's triggers.
    ///   - completionHandler: is told that it is confirmed, or an ``AWSMobileClientError``.
    @preconcurrency
    public func confirmSignUp(
        username: String, confirmationCode: String, clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (SignUpResult?, (any Error)?) -> Void
    ) {
        let inputs = JSONValue.inputs([
            "task": "confirm", "username": .string(username), "code": .string(confirmationCode),
            "clientMetadata": .map(clientMetaData),
        ])
        carry(completionHandler) { core in SignUpResult(try await core.run(.register, inputs)) }
    }

    /// Sends the code of a registration once more.
    /// - Parameters:
    ///   - username: the name.
    ///   - clientMetaData: ClientMetadata for the pool's triggers.
    ///   - completionHandler: is told where it went, or an ``AWSMobileClientError``.
    @preconcurrency
    public func resendSignUpCode(
        username: String, clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (SignUpResult?, (any Error)?) -> Void
    ) {
        let inputs = JSONValue.inputs([
            "task": "resend", "username": .string(username), "clientMetadata": .map(clientMetaData),
        ])
        carry(completionHandler) { core in SignUpResult(try await core.run(.register, inputs)) }
    }

    /// Begins the reset of a forgotten password: a code is sent.
    /// - Parameters:
    ///   - username: the name.
    ///   - clientMetaData: ClientMetadata for the pool's triggers.
    ///   - completionHandler: is told where the code went, or an ``AWSMobileClientError``.
    @preconcurrency
    public func forgotPassword(
        username: String, clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (ForgotPasswordResult?, (any Error)?) -> Void
    ) {
        let inputs = JSONValue.inputs(["username": .string(username), "clientMetadata": .map(clientMetaData)])
        carry(completionHandler) { core in ForgotPasswordResult(try await core.run(.forgottenPassword, inputs)) }
    }

    /// Ends the reset with the code. It signs nobody in.
    /// - Parameters:
    ///   - username: the name.
    ///   - newPassword: the new password.
    ///   - confirmationCode: the code.
    ///   - clientMetaData: ClientMetadata for the pool's triggers.
    ///   - completionHandler: is told that it is done, or an ``AWSMobileClientError``.
    @preconcurrency
    public func confirmForgotPassword(
        username: String, newPassword: String, confirmationCode: String, clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (ForgotPasswordResult?, (any Error)?) -> Void
    ) {
        let inputs = JSONValue.inputs([
            "task": "confirm", "username": .string(username), "code": .string(confirmationCode),
            "newPassword": .string(newPassword), "clientMetadata": .map(clientMetaData),
        ])
        carry(completionHandler) { core in ForgotPasswordResult(try await core.run(.forgottenPassword, inputs)) }
    }

    /// Changes the password of who is signed in.
    /// - Parameters:
    ///   - currentPassword: the password so far.
    ///   - proposedPassword: the new one.
    ///   - completionHandler: is told an ``AWSMobileClientError``, if there is one.
    @preconcurrency
    public func changePassword(
        currentPassword: String, proposedPassword: String,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let inputs: JSONValue = [
            "previousPassword": .string(currentPassword), "newPassword": .string(proposedPassword),
        ]
        carry(completionHandler) { core in _ = try await core.runSignedIn(.changePassword, inputs) }
    }

    /// Deletes the account of who is signed in, and signs out on this device.
    /// - Parameter completionHandler: is told an ``AWSMobileClientError``, if there is one; then nothing changed.
    @preconcurrency
    public func deleteUser(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        carry(completionHandler) { core in
            _ = try await core.runSignedIn(.deleteAccount, ["confirmed": true])
            try await core.forget()
        }
    }
}
