extension AWSCognitoIdentityInteractiveAuthenticationDelegate where PasswordStep == NotImplemented {
    /// For hosts without this method.
    public func startPasswordAuthentication() -> PasswordStep { NotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where MultiFactorStep == NotImplemented {
    /// For hosts without this method.
    public func startMultiFactorAuthentication() -> MultiFactorStep { NotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where NewPasswordStep == NotImplemented {
    /// For hosts without this method.
    public func startNewPasswordRequired() -> NewPasswordStep { NotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where CustomStep == NotImplemented {
    /// For hosts without this method.
    public func startCustomAuthentication() -> CustomStep { NotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where CustomStepV2 == NotImplemented {
    /// For hosts without this method.
    public func startCustomAuthentication_v2() -> CustomStepV2 { NotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where SoftwareMfaSetupStep == NotImplemented {
    /// For hosts without this method.
    public func startSoftwareMfaSetupRequired() -> SoftwareMfaSetupStep { NotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where SelectMfaStep == NotImplemented {
    /// For hosts without this method.
    public func startSelectMfa() -> SelectMfaStep { NotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where RememberDeviceStep == NotImplemented {
    /// For hosts without this method.
    public func startRememberDevice() -> RememberDeviceStep { NotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate {
    /// A start method: its name, what it gives, and its call.
    private typealias Start = (name: String, type: Any.Type, call: () -> Any)

    private var starts: [Start] {
        [
            ("startPasswordAuthentication", PasswordStep.self, { self.startPasswordAuthentication() }),
            ("startMultiFactorAuthentication", MultiFactorStep.self, { self.startMultiFactorAuthentication() }),
            ("startNewPasswordRequired", NewPasswordStep.self, { self.startNewPasswordRequired() }),
            ("startCustomAuthentication", CustomStep.self, { self.startCustomAuthentication() }),
            ("startCustomAuthentication_v2", CustomStepV2.self, { self.startCustomAuthentication_v2() }),
            ("startSoftwareMfaSetupRequired", SoftwareMfaSetupStep.self, { self.startSoftwareMfaSetupRequired() }),
            ("startSelectMfa", SelectMfaStep.self, { self.startSelectMfa() }),
            ("startRememberDevice", RememberDeviceStep.self, { self.startRememberDevice() }),
        ]
    }

    /// The names of the start methods that the host has written. None is called for that.
    var implemented: [String] { starts.filter { $0.type != NotImplemented.self }.map(\.name) }

    /// Calls the start method of that name.
    func start(_ name: String) -> Any? { starts.first { $0.name == name }?.call() }
}
