import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// The flows about an account against the pool, each with what goes wrong first.
struct AccountFlowTests {
    private static let weak: JSONValue = "weak"
    private static let newPassword: JSONValue = "N3w-Passw0rd!"

    /// A bench with somebody who is signed in, by a flow, so that the device is stored.
    private static func signedIn(
        _ configuration: PoolConfiguration = PoolConfiguration(), users: [PoolUserSeed] = [PoolBench.ana]
    ) async throws -> (bench: PoolBench, access: JSONValue, refresh: JSONValue) {
        let bench = try await PoolBench(configuration, users: users)
        let inputs: JSONValue = ["username": "ana", "password": .string(PoolBench.password)]
        let end = try #require(await bench.runner("amplify").start(inputs).outcome)
        let access = try #require(end.parameters["accessToken"])
        return (bench, access, try #require(end.parameters["refreshToken"]))
    }

    private static func starts(_ bench: PoolBench, _ flow: String, _ inputs: JSONValue) async throws -> FlowOutcome {
        try #require(await bench.runner(flow).start(inputs).outcome)
    }

    /// What somebody's attributes are.
    private static func user(_ bench: PoolBench, _ access: JSONValue) async throws -> JSONValue {
        try await starts(bench, "attributes", ["accessToken": access]).parameters
    }

    private static func signsIn(_ bench: PoolBench, _ username: String, _ password: JSONValue) async -> Bool {
        let texts = ["USERNAME": username, "PASSWORD": password.string ?? ""]
        return await bench.begin("USER_PASSWORD_AUTH", texts).isSignedIn
    }

    @Test func signingUpWithEverythingWrongFirst() async throws {
        let bench = try await PoolBench()
        let runner = try bench.runner("register")
        let attributes: JSONValue = ["email": "eve@example.com", "name": "Eve"]
        let weak = await runner.start(["username": "eve", "password": Self.weak, "userAttributes": attributes])
        #expect(weak.outcome?.error?.category == "password-policy")
        let taken = await runner.start(["username": "ana", "password": Self.newPassword])
        #expect(taken.outcome?.error?.category == "taken")
        let asked = await runner.start([
            "username": "eve", "password": Self.newPassword, "userAttributes": attributes,
        ])
        #expect(asked.presentation?.step == "CONFIRM_SIGN_UP")
        #expect(asked.presentation?.parameters["destination"]?.string?.contains("@") == true)
        let wrong = await runner.submit(["code": .string(bench.wrongCode)])
        #expect(wrong.presentation?.parameters["attemptsLeft"] == "2")
        let old = bench.desk.code
        let again = await runner.send("resend")
        #expect(again.presentation?.error == nil && bench.desk.messages.count == 2)
        if old != bench.desk.code {
            let late = await runner.submit(["code": .string(old)])
            #expect(late.presentation?.error != nil)
        }
        let end = try #require(await runner.submit(["code": .string(bench.desk.code)]).outcome)
        #expect(end.name == "confirmed" && end.parameters["userSub"] != nil)
        let session = try #require(end.parameters["session"]?.string)
        #expect(await bench.begin("USER_AUTH", ["USERNAME": "eve"], session: session).isSignedIn)
    }

    @Test func singleCallsOfSigningUp() async throws {
        let bench = try await PoolBench()
        _ = await bench.call(
            "SignUp",
            [
                "ClientId": "app-client", "Username": "eve", "Password": Self.newPassword,
                "UserAttributes": [["Name": "email", "Value": "eve@example.com"]],
            ])
        let runner = try bench.runner("register")
        let nobody = await runner.start(["username": "eve", "task": "confirm", "code": .string(bench.wrongCode)])
        #expect(nobody.outcome?.error?.category == "wrong-code")
        let sent = await runner.start(["username": "eve", "task": "resend"])
        #expect(sent.presentation?.parameters["attributeName"] == "email")
        let right = await runner.start(["username": "eve", "task": "confirm", "code": .string(bench.desk.code)])
        #expect(right.outcome?.name == "confirmed")
        let twice = await runner.start(["username": "eve", "task": "resend"])
        #expect(twice.outcome?.name == "failed")
    }

    @Test func addressOfAnotherAccountMovesWhereThatIsForced() async throws {
        let bench = try await PoolBench(.with { $0.aliasAttributes = ["email"] })
        let runner = try bench.runner("register")
        _ = await runner.start([
            "username": "eve", "password": Self.newPassword, "userAttributes": ["email": "ana@example.com"],
        ])
        let taken = await runner.submit(["code": .string(bench.desk.code), "forceAliasCreation": false])
        #expect(taken.presentation?.error?.type == "AliasExistsException")
        let forced = await runner.submit(["code": .string(bench.desk.code), "forceAliasCreation": true])
        #expect(forced.outcome?.name == "confirmed")
        #expect(await Self.signsIn(bench, "ana@example.com", Self.newPassword))
    }

    @Test func forgottenPassword() async throws {
        let bench = try await PoolBench()
        let runner = try bench.runner("forgotten-password")
        #expect(await runner.start(["username": "ana"]).presentation?.step == "CONFIRM_RESET_PASSWORD")
        let weak = await runner.submit(["code": .string(bench.desk.code), "newPassword": Self.weak])
        #expect(weak.presentation?.error?.category == "password-policy")
        let wrong = await runner.submit(["code": .string(bench.wrongCode), "newPassword": Self.newPassword])
        #expect(wrong.presentation?.parameters["attemptsLeft"] == "2")
        #expect(await runner.send("resend").presentation?.error == nil)
        #expect(!(await Self.signsIn(bench, "ana", Self.newPassword)))
        let end = await runner.submit(["code": .string(bench.desk.code), "newPassword": Self.newPassword])
        #expect(end.outcome?.name == "done")
        #expect(await Self.signsIn(bench, "ana", Self.newPassword))
    }

    @Test func anotherPassword() async throws {
        let (bench, access, _) = try await Self.signedIn()
        let runner = try bench.runner("change-password")
        let dead = await runner.start(["accessToken": "a.b.c", "newPassword": Self.newPassword])
        #expect(dead.outcome?.name == "expired")
        #expect(await runner.start(["accessToken": access]).presentation?.step == "CHANGE_PASSWORD")
        let wrong = await runner.submit(["previousPassword": "wrong", "newPassword": Self.newPassword])
        #expect(wrong.presentation?.parameters["attemptsLeft"] == "2")
        let weak = await runner.submit(["previousPassword": .string(PoolBench.password), "newPassword": Self.weak])
        #expect(weak.presentation?.error?.category == "password-policy")
        let both: JSONValue = ["previousPassword": .string(PoolBench.password), "newPassword": Self.newPassword]
        #expect(await runner.submit(both).outcome?.name == "done")
        #expect(await Self.signsIn(bench, "ana", Self.newPassword))
    }

    @Test func attributesChangeAndAreVerified() async throws {
        let (bench, access, _) = try await Self.signedIn()
        let runner = try bench.runner("attributes")
        let refused = await runner.start([
            "accessToken": access, "task": "update", "userAttributes": ["sub": "x"],
        ])
        #expect(refused.outcome?.name == "failed")
        let changed = try await Self.starts(
            bench, "attributes",
            [
                "accessToken": access, "task": "update",
                "userAttributes": ["email": "new@example.com", "name": "Ana"],
            ])
        #expect(changed.name == "done" && changed.parameters["codeDeliveryDetails"] != nil)
        let mail: JSONValue = ["accessToken": access, "task": "sendCode", "attributeName": "email"]
        #expect(await runner.start(mail).presentation?.step == "CONFIRM_ATTRIBUTE")
        let wrong = await runner.submit(["code": .string(bench.wrongCode)])
        #expect(wrong.presentation?.parameters["attemptsLeft"] == "2")
        #expect(try await Self.user(bench, access).at(["userAttributes", "email_verified"]) == "false")
        #expect(await runner.send("resend").presentation?.error == nil)
        #expect(await runner.submit(["code": .string(bench.desk.code)]).outcome?.name == "done")
        let user = try await Self.user(bench, access)
        #expect(user.at(["userAttributes", "email_verified"]) == "true")
        #expect(user.at(["userAttributes", "name"]) == "Ana" && user["username"] == "ana")
        let gone = try await Self.starts(
            bench, "attributes", ["accessToken": access, "task": "delete", "attributeNames": ["name"]])
        #expect(gone.name == "done")
        #expect(try await Self.user(bench, access).at(["userAttributes", "name"]) == nil)
    }
}
