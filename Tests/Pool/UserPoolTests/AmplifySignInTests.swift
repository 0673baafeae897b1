import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// The Amplify flow with the real handlers against the pool.
struct AmplifySignInTests {
    @Test func wrongPasswordFails() async throws {
        let bench = try await PoolBench()
        let step = try await bench.runner("amplify").start(["username": "ana", "password": "passw0rd!"])
        #expect(step.outcome?.name == "failed")
        #expect(step.outcome?.error?.type == "NotAuthorizedException")
        #expect(step.outcome?.error?.message == "Incorrect username or password.")
    }

    @Test func rightPasswordSignsInAndTheDeviceIsKnownNextTime() async throws {
        let bench = try await PoolBench()
        let first = try await bench.runner("amplify").start(["username": "ana", "password": "Passw0rd!"])
        #expect(first.outcome?.name == "signedIn", "\(first)")
        #expect(bench.desk.calls == ["InitiateAuth", "RespondToAuthChallenge PASSWORD_VERIFIER", "ConfirmDevice"])
        let second = try await bench.runner("amplify").start(["username": "ana", "password": "Passw0rd!"])
        #expect(second.outcome?.name == "signedIn", "\(second)")
        #expect(
            bench.desk.calls.dropFirst(3) == [
                "InitiateAuth", "RespondToAuthChallenge PASSWORD_VERIFIER", "RespondToAuthChallenge DEVICE_SRP_AUTH",
                "RespondToAuthChallenge DEVICE_PASSWORD_VERIFIER",
            ])
    }

    @Test func totpIsSetUpWrongCodeFirst() async throws {
        var configuration = PoolConfiguration()
        configuration.mfa = .on
        configuration.mfaFactors = [.softwareToken]
        let bench = try await PoolBench(configuration)
        let runner = try bench.runner("amplify")
        let step = await runner.start(["username": "ana", "password": "Passw0rd!"])
        #expect(step.presentation?.step == "CONTINUE_SIGN_IN_WITH_TOTP_SETUP", "\(step)")
        let secret = try #require(step.presentation?.parameters["sharedSecret"]?.string)
        let app = try OneTimePassword(base32: secret)
        let wrong = await runner.submit(["code": "000000"])
        #expect(wrong.presentation?.error?.type == "EnableSoftwareTokenMFAException", "\(wrong)")
        let done = await runner.submit(["code": .string(app.code(at: bench.desk.now))])
        #expect(done.outcome?.name == "signedIn", "\(done)")

        // The device stands in for the code; on another one the code is asked for, and one code counts once.
        let known = try await bench.runner("amplify").start(["username": "ana", "password": "Passw0rd!"])
        #expect(known.outcome?.name == "signedIn", "\(known)")
        try await bench.devices.removeDevice(of: "ana")
        let other = try bench.runner("amplify")
        let asked = await other.start(["username": "ana", "password": "Passw0rd!"])
        #expect(asked.presentation?.step == "CONFIRM_SIGN_IN_WITH_TOTP_CODE", "\(asked)")
        let used = await other.submit(["code": .string(app.code(at: bench.desk.now))])
        #expect(used.presentation?.error?.type == "ExpiredCodeException", "\(used)")
        bench.desk.wait(30)
        let fresh = await other.submit(["code": .string(app.code(at: bench.desk.now))])
        #expect(fresh.outcome?.name == "signedIn", "\(fresh)")
    }
}
