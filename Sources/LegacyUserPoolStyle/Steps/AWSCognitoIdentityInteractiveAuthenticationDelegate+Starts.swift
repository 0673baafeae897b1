extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSPasswordAuthenticationStep == AWSNotImplemented {
    /// For hosts without this method.
    public func startPasswordAuthentication() -> AWSPasswordAuthenticationStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate
where AWSMultiFactorAuthenticationStep == AWSNotImplemented {
    /// For hosts without this method.
    public func startMultiFactorAuthentication() -> AWSMultiFactorAuthenticationStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSNewPasswordRequiredStep == AWSNotImplemented {
    /// For hosts without this method.
    public func startNewPasswordRequired() -> AWSNewPasswordRequiredStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSCustomAuthenticationStep == AWSNotImplemented {
    /// For hosts without this method.
    public func startCustomAuthentication() -> AWSCustomAuthenticationStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSCustomAuthenticationStepV2 == AWSNotImplemented {
    /// For hosts without this method.
    public func startCustomAuthentication_v2() -> AWSCustomAuthenticationStepV2 { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate
where AWSSoftwareMfaSetupRequiredStep == AWSNotImplemented {
    /// For hosts without this method.
    public func startSoftwareMfaSetupRequired() -> AWSSoftwareMfaSetupRequiredStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSSelectMfaStep == AWSNotImplemented {
    /// For hosts without this method.
    public func startSelectMfa() -> AWSSelectMfaStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSRememberDeviceStep == AWSNotImplemented {
    /// For hosts without this method.
    public func startRememberDevice() -> AWSRememberDeviceStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate {
    /// A start method: its name, what it gives, and its call.
    private typealias Start = (name: String, type: Any.Type, call: () -> Any)

    private var starts: [Start] {
        [
            ("startPasswordAuthentication", AWSPasswordAuthenticationStep.self, { self.startPasswordAuthentication() }),
            (
                "startMultiFactorAuthentication", AWSMultiFactorAuthenticationStep.self,
                { self.startMultiFactorAuthentication() }
            ),
            ("startNewPasswordRequired", AWSNewPasswordRequiredStep.self, { self.startNewPasswordRequired() }),
            ("startCustomAuthentication", AWSCustomAuthenticationStep.self, { self.startCustomAuthentication() }),
            (
                "startCustomAuthentication_v2", AWSCustomAuthenticationStepV2.self,
                { self.startCustomAuthentication_v2() }
            ),
            (
                "startSoftwareMfaSetupRequired", AWSSoftwareMfaSetupRequiredStep.self,
                { self.startSoftwareMfaSetupRequired() }
            ),
            ("startSelectMfa", AWSSelectMfaStep.self, { self.startSelectMfa() }),
            ("startRememberDevice", AWSRememberDeviceStep.self, { self.startRememberDevice() }),
        ]
    }

    /// The names of the start methods that the host has written. None is called for that.
    var implemented: [String] { starts.filter { $0.type != AWSNotImplemented.self }.map(\.name) }

    /// Calls the start method of that name.
    func start(_ name: String) -> Any? { starts.first { $0.name == name }?.call() }
}
