import FlowCore

extension CognitoUserPool {
    /// AdminListDevices.
    func adminListDevices(_ input: PoolInput) throws(PoolError) -> WireValue {
        try listDevices(of: try adminNamed(input), input)
    }

    /// AdminGetDevice.
    func adminGetDevice(_ input: PoolInput) throws(PoolError) -> WireValue {
        try getDevice(of: try adminNamed(input), input)
    }

    /// AdminUpdateDeviceStatus.
    func adminUpdateDeviceStatus(_ input: PoolInput) throws(PoolError) -> WireValue {
        try updateDeviceStatus(of: try adminNamed(input), input)
    }

    /// AdminForgetDevice.
    func adminForgetDevice(_ input: PoolInput) throws(PoolError) -> WireValue {
        try forgetDevice(of: try adminNamed(input), input)
    }
}
