import FlowCore

// The types of this module that hold values, and so may hold secrets.

extension AWSMobileClient: Redacted {}
extension Device: Redacted {}
extension DeviceOperations: Redacted {}
extension ForgotPasswordResult: Redacted {}
extension ListDevicesResult: Redacted {}
extension SignUpResult: Redacted {}
extension UserCodeDeliveryDetails: Redacted {}
