import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// The flows of somebody who is signed in against the pool: factors, devices, tokens, the end of the account.
struct SignedInFlowTests {
    private static let withFactors = PoolConfiguration.with { $0.mfa = .optional }

    private static func signIn(_ bench: PoolBench) async throws -> (access: JSONValue, refresh: JSONValue) {
        let inputs: JSONValue = ["username": "ana", "password": .string(PoolBench.password)]
        let end = try #require(await bench.runner("amplify").start(inputs).outcome)
        return (try #require(end.parameters["accessToken"]), try #require(end.parameters["refreshToken"]))
    }

    private static func ends(_ bench: PoolBench, _ flow: String, _ inputs: JSONValue) async throws -> FlowOutcome {
        try #require(await bench.runner(flow).start(inputs).outcome)
    }

    /// Which second factors somebody has.
    private static func factors(_ bench: PoolBench, _ access: JSONValue) async throws -> JSONValue? {
        try await ends(bench, "attributes", ["accessToken": access]).parameters["mfaSettings"]
    }

    @Test func authenticatorAppIsOnAfterARightCode() async throws {
        let bench = try await PoolBench(Self.withFactors)
        let access = try await Self.signIn(bench).access
        let runner = try bench.runner("turn-on-mfa")
        let none = await runner.start(["accessToken": access, "task": "verify", "code": "123456"])
        #expect(none.outcome?.error?.type == "SoftwareTokenMFANotFoundException")
        let asked = try #require(await runner.start(["accessToken": access]).presentation)
        #expect(asked.step == "CONTINUE_WITH_TOTP_SETUP")
        let app = try OneTimePassword(base32: try #require(asked.parameters["sharedSecret"]?.string))
        let right = app.code(at: bench.desk.now)
        let wrong = await runner.submit(["code": .string(right == "123456" ? "654321" : "123456")])
        #expect(wrong.presentation?.error?.category == "wrong-code")
        #expect(wrong.presentation?.parameters["attemptsLeft"] == "2")
        #expect(try await Self.factors(bench, access) == nil)
        let done = await runner.submit(["code": .string(right), "friendlyDeviceName": "phone"])
        #expect(done.outcome?.name == "done" && done.outcome?.parameters["sharedSecret"] == nil)
        let user = try await Self.ends(bench, "attributes", ["accessToken": access]).parameters
        #expect(user["preferredMfaSetting"] == "SOFTWARE_TOKEN_MFA")
    }

    @Test func factorsGoOnAndOff() async throws {
        let bench = try await PoolBench(Self.withFactors)
        let access = try await Self.signIn(bench).access
        func prefer(_ members: [(String, JSONValue)]) async throws -> FlowOutcome {
            let all = [("accessToken", access), ("task", "preference")] + members
            return try await Self.ends(bench, "turn-on-mfa", .object(all.map { JSONMember($0.0, $0.1) }))
        }
        #expect(try await prefer([("totp", "on")]).error?.type == "InvalidParameterException")
        #expect(try await prefer([("sms", "preferred")]).name == "done")
        #expect(try await Self.factors(bench, access) == ["SMS_MFA"])
        #expect(try await prefer([("sms", "off")]).name == "done")
        #expect(try await Self.factors(bench, access) == nil)
        let options: JSONValue = [.string(#"{"AttributeName":"phone_number","DeliveryMedium":"SMS"}"#)]
        let old = try await Self.ends(
            bench, "turn-on-mfa", ["accessToken": access, "task": "settings", "mfaOptions": options])
        #expect(old.name == "done")
        #expect(try await Self.factors(bench, access) == ["SMS_MFA"])
    }

    @Test func thisDeviceIsToldRememberedAndForgotten() async throws {
        let bench = try await PoolBench()
        let access = try await Self.signIn(bench).access
        let key = try #require(try await bench.devices.device(of: "ana")?.key)
        func device(_ task: String, _ name: String) async throws -> FlowOutcome {
            let inputs: JSONValue = ["accessToken": access, "username": .string(name), "task": .string(task)]
            return try await Self.ends(bench, "devices", inputs)
        }
        for task in ["get", "remember", "forget"] {
            #expect(try await device(task, "ben").error?.type == "no-stored-device")
        }
        let list = try await Self.ends(bench, "devices", ["accessToken": access]).parameters["devices"]
        guard case .array(let items)? = list else {
            Issue.record("no list: \(String(describing: list))")
            return
        }
        #expect(items.count == 1 && items.first?.string?.contains(key) == true)
        let shown = try await device("get", "ana").parameters
        #expect(shown["deviceKey"]?.string == key && shown["created"] != nil)
        #expect(shown.at(["deviceAttributes", "device_name"]) == "a phone")
        #expect(try await device("remember", "ana").name == "done")
        let other = try await Self.ends(
            bench, "devices",
            ["accessToken": access, "username": "ana", "task": "forget", "deviceKey": "us-east-1_other"])
        #expect(other.name == "failed")
        #expect(try await bench.devices.device(of: "ana") != nil)
        #expect(try await device("forget", "ana").name == "done")
        #expect(try await bench.devices.device(of: "ana") == nil)
        #expect(try await Self.ends(bench, "devices", ["accessToken": access]).parameters["devices"] == [])
    }

    @Test func refreshUntilTheTokenIsRevoked() async throws {
        let bench = try await PoolBench()
        let (access, refresh) = try await Self.signIn(bench)
        bench.desk.wait(60)
        let fresh = try await Self.ends(bench, "refresh", ["refreshToken": refresh, "username": "ana"])
        #expect(fresh.name == "refreshed" && fresh.parameters["refreshToken"] == refresh)
        #expect(fresh.parameters["accessToken"] != nil && fresh.parameters["accessToken"] != access)
        let out = try await Self.ends(bench, "sign-out", ["task": "revoke", "refreshToken": refresh])
        #expect(out.name == "signedOut")
        #expect(try await Self.ends(bench, "refresh", ["refreshToken": refresh]).name == "sign-in-again")
    }

    /// The device is stored under the alias, and the sign-in shows the account's own name.
    @Test func refreshAfterASignInWithAnAlias() async throws {
        let bench = try await PoolBench()
        let inputs: JSONValue = ["username": "ana@example.com", "password": .string(PoolBench.password)]
        let end = try #require(await bench.runner("amplify").start(inputs).outcome)
        let refresh = try #require(end.parameters["refreshToken"])
        let access = try #require(end.parameters["accessToken"])
        #expect(end.parameters["username"] == "ana")
        let without = try await Self.ends(bench, "refresh", ["refreshToken": refresh, "username": "ana"])
        #expect(without.name == "sign-in-again")
        let fresh = try await Self.ends(
            bench, "refresh", ["refreshToken": refresh, "username": "ana", "accessToken": access])
        #expect(fresh.name == "refreshed" && fresh.error == nil)
    }

    /// AWS requires that an app client with rotation does not permit `REFRESH_TOKEN_AUTH`.
    @Test(arguments: [false, true])
    func clientThatRotatesBringsAnotherRefreshToken(permitsRefreshFlow: Bool) async throws {
        let bench = try await PoolBench(
            .with {
                if !permitsRefreshFlow { $0.clients[0].authFlows.subtract([.refreshToken, .refreshTokenShort]) }
                $0.clients[0].rotatesRefreshTokens = true
                $0.clients[0].rotationGraceSeconds = 0
            })
        let refresh = try await Self.signIn(bench).refresh
        let inputs: JSONValue = ["refreshToken": refresh, "username": "ana", "rotates-refresh-tokens": true]
        let fresh = try await Self.ends(bench, "refresh", ["refreshToken": refresh, "username": "ana"])
        #expect(fresh.name == "refreshed" && fresh.error == nil)
        let next = try #require(fresh.parameters["refreshToken"])
        #expect(next != refresh)
        let reused = try await Self.ends(bench, "refresh", inputs)
        #expect(reused.name == "sign-in-again" && reused.error?.type == "RefreshTokenReuseException")
    }

    @Test func signedOutEverywhere() async throws {
        let bench = try await PoolBench()
        let access = try await Self.signIn(bench).access
        let out = try await Self.ends(bench, "sign-out", ["task": "global", "accessToken": access])
        #expect(out.name == "signedOut")
        #expect(try await Self.ends(bench, "attributes", ["accessToken": access]).name == "expired")
        let twice = try await Self.ends(bench, "sign-out", ["task": "global", "accessToken": access])
        #expect(twice.name == "expired")
        #expect(try await Self.ends(bench, "sign-out", [:]).name == "signedOut")
    }

    @Test func accountEndsOnlyWhereThatIsMeant() async throws {
        let bench = try await PoolBench()
        let access = try await Self.signIn(bench).access
        let runner = try bench.runner("delete-account")
        #expect(await runner.start(["accessToken": access]).presentation?.step == "CONFIRM_DELETE_ACCOUNT")
        #expect(await runner.select("KEEP").outcome?.name == "cancelled")
        #expect(try await Self.ends(bench, "attributes", ["accessToken": access]).name == "done")
        #expect(await runner.start(["accessToken": access]).presentation != nil)
        #expect(await runner.select("DELETE").outcome?.name == "done")
        let gone = try await Self.ends(bench, "delete-account", ["accessToken": access, "confirmed": true])
        #expect(gone.name != "done")
        let again = await bench.begin("USER_PASSWORD_AUTH", ["USERNAME": "ana", "PASSWORD": PoolBench.password])
        #expect(!again.isSignedIn)
    }
}
