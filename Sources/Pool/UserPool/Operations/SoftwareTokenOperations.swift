import CognitoHandlers
import FlowCore
import FlowRuntime

/// Sets up authenticator apps, for signed-in users and during sign-ins.
enum SoftwareTokenOperations {
    static let all: [String: PoolOperation] = [
        "AssociateSoftwareToken": .turn(associate),
        "VerifySoftwareToken": .turn(verify),
    ]

    /// The length of a new secret in bytes, which gives 52 base32 digits as in the service.
    private static let secretByteCount = 32
    /// The number of digits of a code (API reference, VerifySoftwareToken).
    private static let codeLength = 6

    /// Implements `AssociateSoftwareToken`: returns a new secret for an authenticator app. The request has an access
    /// token or the session of `MFA_SETUP`.
    private static func associate(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        guard pool.configuration.mfa != .off, pool.configuration.mfaFactors.contains(.softwareToken) else {
            throw PoolError("SoftwareTokenMFANotFoundException", "Software token MFA is not enabled for the pool")
        }
        let secret = Base32.text(pool.random(secretByteCount))
        guard let session = try input.optionalText("Session") else {
            let user = try pool.authorize(input).user
            pool.state.accounts.change(user.id) { $0.unverifiedToken = secret }
            return .stringMap(["SecretCode": secret])
        }
        let (key, pending) = try pendingSetUp(session, input, pool)
        guard case .setUpMFA(let factors) = pending.kind, factors.contains(.softwareToken) else {
            throw .invalidSession
        }
        pool.state.sessions[key] = nil
        let next = pool.openSession(.softwareTokenOffered(secret: secret), pending.signIn)
        return .stringMap(["SecretCode": secret, "Session": next])
    }

    /// Implements `VerifySoftwareToken`: verifies a code of an authenticator app. The request has an access token or
    /// the session of `AssociateSoftwareToken`.
    private static func verify(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let code = try input.text("UserCode")
        guard code.utf8.count == codeLength, code.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 })
        else { throw .invalidParameter("UserCode must consist of \(codeLength) digits") }
        let name = try input.optionalText("FriendlyDeviceName")
        guard let session = try input.optionalText("Session") else {
            return try verify(code, name: name, of: try pool.authorize(input).user, &pool)
        }
        let (key, pending) = try pendingSetUp(session, input, pool)
        return try verify(code, name: name, of: pending, key, &pool)
    }

    /// Verifies the first code of a signed-in user's authenticator app, stores the app, and returns the response.
    private static func verify(
        _ code: String, name: String?, of user: PoolUser, _ pool: inout Pool
    ) throws(PoolError) -> JSONValue {
        guard let secret = user.unverifiedToken else {
            throw PoolError("SoftwareTokenMFANotFoundException", "No software token was associated")
        }
        let token = try verifiedToken(secret: secret, name: name, code: code, at: pool.now)
        pool.state.accounts.change(user.id) { user in
            // A signed-in user enables the factor with SetUserMFAPreference.
            let factors = user.mfa
            user.setUpSoftwareToken(token)
            user.mfa = factors
        }
        return .stringMap(["Status": "SUCCESS"])
    }

    /// Verifies the first code of an authenticator app that is set up during a sign-in, and returns the response. The
    /// response contains a new session, with which the sign-in continues. After too many wrong codes, the old session
    /// ends.
    private static func verify(
        _ code: String, name: String?, of pending: PendingChallenge, _ key: String, _ pool: inout Pool
    ) throws(PoolError) -> JSONValue {
        guard case .softwareTokenOffered(let secret) = pending.kind else { throw .invalidSession }
        let token: SoftwareToken
        do throws(PoolError) {
            token = try verifiedToken(secret: secret, name: name, code: code, at: pool.now)
        } catch {
            pool.state.sessions.recordRejection(key, counts: true, limit: pool.configuration.codeAttempts, ends: false)
            throw error
        }
        pool.state.sessions[key] = nil
        let next = pool.openSession(.softwareTokenVerified(token), pending.signIn)
        return .stringMap(["Status": "SUCCESS", "Session": next])
    }

    /// Returns the pending challenge of a session, with its storage key.
    /// - Throws: an error if the session is invalid, expired or already in use, or the request has an access token as
    ///   well.
    private static func pendingSetUp(
        _ session: String, _ input: PoolInput, _ pool: Pool
    ) throws(PoolError) -> (key: String, challenge: PendingChallenge) {
        guard input.json["AccessToken"] == nil else {
            throw .invalidParameter("AccessToken and Session cannot be used together")
        }
        guard !pool.sessionsInUse.contains(PoolState.storageKey(of: session)) else { throw .invalidSession }
        return try pool.state.sessions.pending(session, at: pool.now)
    }

    /// Returns the authenticator app with a secret, after verifying its first code.
    private static func verifiedToken(
        secret: String, name: String?, code: String, at now: Int64
    ) throws(PoolError) -> SoftwareToken {
        var token = SoftwareToken(secret: secret, name: name)
        guard let step = token.timeStep(of: code, at: now) else {
            throw PoolError("EnableSoftwareTokenMFAException", "Code mismatch")
        }
        token.lastStep = step
        return token
    }
}
