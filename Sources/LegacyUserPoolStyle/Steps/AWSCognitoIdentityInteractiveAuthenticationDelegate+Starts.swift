extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSPasswordAuthenticationStep == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startPasswordAuthentication() -> AWSPasswordAuthenticationStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate
where AWSMultiFactorAuthenticationStep == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startMultiFactorAuthentication() -> AWSMultiFactorAuthenticationStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSNewPasswordRequiredStep == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startNewPasswordRequired() -> AWSNewPasswordRequiredStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSCustomAuthenticationStep == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startCustomAuthentication() -> AWSCustomAuthenticationStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSCustomAuthenticationStepV2 == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startCustomAuthentication_v2() -> AWSCustomAuthenticationStepV2 { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate
where AWSSoftwareMfaSetupRequiredStep == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startSoftwareMfaSetupRequired() -> AWSSoftwareMfaSetupRequiredStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSSelectMfaStep == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startSelectMfa() -> AWSSelectMfaStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate where AWSRememberDeviceStep == AWSNotImplemented {
    /// Returns ``AWSNotImplemented``, for hosts that do not implement this method.
    public func startRememberDevice() -> AWSRememberDeviceStep { AWSNotImplemented() }
}

extension AWSCognitoIdentityInteractiveAuthenticationDelegate {
    /// A start method with its name, its return type and a closure that calls it.
    private typealias StartMethod = (name: String, type: Any.Type, call: () -> Any)

    /// All start methods.
    private var startMethods: [StartMethod] {
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

    /// The names of the start methods that the host implements, read from their return types without a call.
    var implementedStarts: [String] { startMethods.filter { $0.type != AWSNotImplemented.self }.map(\.name) }

    /// Calls the start method with a name, and returns its result, or nil if there is no such method.
    func callStartMethod(_ name: String) -> Any? { startMethods.first { $0.name == name }?.call() }
}
