import CognitoFlows

extension AWSCognitoIdentityUser {
    /// Fetches a page of the devices that the service remembers.
    /// - Parameters:
    ///   - limit: ignored. The service uses its own page size.
    ///   - paginationToken: the token that the previous page contains; nil for the first page.
    /// - Returns: the devices of the page, and the token of the next page.
    @discardableResult
    public func listDevices(
        _ limit: Int32, paginationToken: String?
    ) -> AWSTask<AWSCognitoIdentityUserListDevicesResponse> {
        runWithSession(ShippedFlow.Devices.self) {
            .init(accessToken: $0, username: $1, paginationToken: paginationToken)
        } response: {
            AWSCognitoIdentityUserListDevicesResponse($0.outcome)
        }
    }

    /// Fetches this device and its attributes. Fails with `deviceNotTracked` if no device is stored.
    /// - Returns: a task that ends with the device and its attributes.
    @discardableResult
    public func getDevice() -> AWSTask<AWSCognitoIdentityUserGetDeviceResponse> { fetchDevice(nil) }

    /// Fetches a device.
    /// - Parameter deviceId: the key of the device to fetch.
    /// - Returns: a task that ends with the device and its attributes.
    @discardableResult
    public func getDevice(_ deviceId: String) -> AWSTask<AWSCognitoIdentityUserGetDeviceResponse> {
        fetchDevice(deviceId)
    }

    /// Sets whether this device is remembered.
    ///
    /// Fails with `deviceNotTracked` if no device is stored.
    /// - Parameter remembered: true to remember the device, false to only track it.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func updateDeviceStatus(_ remembered: Bool) -> AWSTask<AWSCognitoIdentityUserUpdateDeviceStatusResponse> {
        setRemembered(remembered, deviceKey: nil)
    }

    /// Sets whether a device is remembered.
    /// - Parameters:
    ///   - deviceId: the key of the device.
    ///   - remembered: true to remember the device, false to only track it.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func updateDeviceStatus(
        _ deviceId: String, remembered: Bool
    ) -> AWSTask<AWSCognitoIdentityUserUpdateDeviceStatusResponse> {
        setRemembered(remembered, deviceKey: deviceId)
    }

    /// Makes the service forget this device, and removes the stored device.
    ///
    /// Fails with `deviceNotTracked` if no device is stored.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func forgetDevice() -> AWSTask<AWSCognitoIdentityUserResponse> { forget(nil) }

    /// Makes the service forget a device. If it is this device, the call also removes the stored device.
    /// - Parameter deviceId: the key of the device to forget.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func forgetDevice(_ deviceId: String) -> AWSTask<AWSCognitoIdentityUserResponse> { forget(deviceId) }

    /// Fetches a device. A nil key means this device.
    private func fetchDevice(_ key: String?) -> AWSTask<AWSCognitoIdentityUserGetDeviceResponse> {
        runWithSession(ShippedFlow.Devices.self) {
            .init(accessToken: $0, username: $1, task: .get, deviceKey: key)
        } response: {
            AWSCognitoIdentityUserGetDeviceResponse($0.outcome)
        }
    }

    /// Sets whether a device is remembered. A nil key means this device.
    private func setRemembered(
        _ isRemembered: Bool, deviceKey: String?
    ) -> AWSTask<AWSCognitoIdentityUserUpdateDeviceStatusResponse> {
        runWithSession(ShippedFlow.Devices.self) {
            .init(
                accessToken: $0, username: $1, task: .remember, deviceKey: deviceKey,
                rememberedStatus: isRemembered ? .remembered : .notRemembered)
        } response: { _ in
            AWSCognitoIdentityUserUpdateDeviceStatusResponse()
        }
    }

    /// Makes the service forget a device. A nil key means this device.
    private func forget(_ key: String?) -> AWSTask<AWSCognitoIdentityUserResponse> {
        runWithSession(ShippedFlow.Devices.self) {
            .init(accessToken: $0, username: $1, task: .forget, deviceKey: key)
        } response: { _ in
            AWSCognitoIdentityUserResponse()
        }
    }
}

extension AWSCognitoIdentityUser {
    /// Sets second factors with the older API, which only supports text messages.
    /// - Parameter settings: the second factors to enable. If there are none, the call disables text messages.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func setUserSettings(
        _ settings: AWSCognitoIdentityUserSettings
    ) -> AWSTask<AWSCognitoIdentityUserSetUserSettingsResponse> {
        let options = settings.mfaOptions.map(\.json)
        return runWithSession(ShippedFlow.TurnOnMFA.self) {
            options.isEmpty
                ? .init(accessToken: $0, username: $1, task: .noSettings)
                : .init(accessToken: $0, username: $1, task: .settings, mfaOptions: options)
        } response: { _ in
            AWSCognitoIdentityUserSetUserSettingsResponse()
        }
    }

    /// Enables and disables second factors, and sets the preferred one.
    /// - Parameter preferences: the factors to change. A factor that is nil stays unchanged.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func setUserMfaPreference(
        _ preferences: AWSCognitoIdentityUserMfaPreferences
    ) -> AWSTask<AWSCognitoIdentityUserSetUserMfaPreferenceResponse> {
        let sms = preferences.smsMfa?.sms
        let totp = preferences.softwareTokenMfa?.totp
        return runWithSession(ShippedFlow.TurnOnMFA.self) {
            .init(accessToken: $0, username: $1, task: .preference, sms: sms, totp: totp)
        } response: { _ in
            AWSCognitoIdentityUserSetUserMfaPreferenceResponse()
        }
    }

    /// Starts the set-up of an authenticator app.
    /// - Returns: the secret for the authenticator app.
    @discardableResult
    public func associateSoftwareToken() -> AWSTask<AWSCognitoIdentityUserAssociateSoftwareTokenResponse> {
        runWithSession(ShippedFlow.TurnOnMFA.self) {
            .init(accessToken: $0, username: $1, task: .associate)
        } response: {
            AWSCognitoIdentityUserAssociateSoftwareTokenResponse($0.outcome)
        }
    }

    /// Completes the set-up of an authenticator app with its first code.
    /// - Parameters:
    ///   - userCode: the code that the authenticator app shows.
    ///   - friendlyDeviceName: a name for the device with the authenticator app; nil for no name.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func verifySoftwareToken(
        _ userCode: String, friendlyDeviceName: String?
    ) -> AWSTask<AWSCognitoIdentityUserVerifySoftwareTokenResponse> {
        runWithSession(ShippedFlow.TurnOnMFA.self) {
            .init(
                accessToken: $0, username: $1, task: .verify, code: userCode, friendlyDeviceName: friendlyDeviceName)
        } response: { _ in
            AWSCognitoIdentityUserVerifySoftwareTokenResponse()
        }
    }
}
