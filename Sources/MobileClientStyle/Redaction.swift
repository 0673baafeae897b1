import FlowCore

// Redacts the types of this module that can hold secrets.

extension AWSMobileClient: Redacted {}
extension Device: Redacted {}
extension DeviceOperations: Redacted {}
extension ForgotPasswordResult: Redacted {}
extension ListDevicesResult: Redacted {}
extension SignUpResult: Redacted {}
extension UserCodeDeliveryDetails: Redacted {}
