public import FlowCore

// The types of this module that can hold secrets. Their descriptions and mirrors show no values.

extension AWSMobileClient: Redacted {}
extension Device: Redacted {}
extension DeviceOperations: Redacted {}
extension ForgotPasswordResult: Redacted {}
extension ListDevicesResult: Redacted {}
extension SignUpResult: Redacted {}
extension UserCodeDeliveryDetails: Redacted {}
