import CognitoFlows

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
    /// Sets the inputs that say which start methods the host implements, read from their return types without a call.
    func declareStarts(in inputs: inout ShippedFlow.LegacySDK.Inputs) {
        inputs.startPasswordAuthentication = AWSPasswordAuthenticationStep.self != AWSNotImplemented.self
        inputs.startMultiFactorAuthentication = AWSMultiFactorAuthenticationStep.self != AWSNotImplemented.self
        inputs.startNewPasswordRequired = AWSNewPasswordRequiredStep.self != AWSNotImplemented.self
        inputs.startCustomAuthentication = AWSCustomAuthenticationStep.self != AWSNotImplemented.self
        inputs.startCustomAuthenticationV2 = AWSCustomAuthenticationStepV2.self != AWSNotImplemented.self
        inputs.startSoftwareMFASetupRequired = AWSSoftwareMfaSetupRequiredStep.self != AWSNotImplemented.self
        inputs.startSelectMFA = AWSSelectMfaStep.self != AWSNotImplemented.self
        inputs.startRememberDevice = AWSRememberDeviceStep.self != AWSNotImplemented.self
    }
}
