import CognitoHandlers

/// An SRP proof of a remembered device: the challenges `DEVICE_SRP_AUTH` and `DEVICE_PASSWORD_VERIFIER`.
enum DeviceProof {
    /// Starts an SRP proof of the device, and returns the verdict with its challenge.
    static func begin(_ response: ChallengeResponse, _ pool: inout Pool) throws(ChallengeRejection) -> ChallengeStep {
        let clientValue = try response.required("SRP_A")
        let signIn = response.signIn
        guard let device = response.user?.device(withKey: signIn.deviceKey), let record = device.password else {
            throw .retryable(.unknownDevice)
        }
        let identity = SRPIdentity(realm: device.groupKey, user: device.key)
        return try response.verdict(&pool) { pool in
            SRPExchange.begin(clientValue, record, identity, pool) { exchange in
                var parameters = exchange.parameters
                parameters["USERNAME"] = signIn.username
                parameters["DEVICE_KEY"] = device.key
                return NewChallenge(.devicePasswordVerifier(exchange), signIn, parameters)
            }
        }
    }

    /// Verifies an SRP proof of the device, and returns the verdict that records it as a second factor.
    static func evaluate(
        _ response: ChallengeResponse, _ exchange: SRPExchange, _ pool: inout Pool
    ) throws(ChallengeRejection) -> ChallengeStep {
        guard let device = response.signIn.deviceKey else { throw .fatal(.wrongPassword) }
        return try exchange.verifyProof(response).then(&pool) { isProved, pool throws(ChallengeRejection) in
            guard isProved else { throw .fatal(.wrongPassword) }
            var verdict = Verdict(signIn: response.signIn)
            verdict.signIn.provedDevice = device
            verdict.signIn.hasSecondFactor = true
            let useTime = pool.now
            verdict.change = { $0.devices[device]?.lastUsedAt = useTime }
            verdict.recheck = { user, _ throws(PoolError) in
                guard let current = user.devices[device], current.isRemembered, exchange.uses(current.password) else {
                    throw .unknownDevice
                }
            }
            return .done(verdict)
        }
    }
}
