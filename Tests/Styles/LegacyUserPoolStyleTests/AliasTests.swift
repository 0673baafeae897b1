import CognitoHandlers
import FlowCore
import Foundation
import LegacyUserPoolStyle
import TestSupport
import Testing
import UserPool

/// Users who sign in with an alias: device and tokens are stored under the account's own name.
struct AliasTests {
    private static let alias = "ana@example.com"

    private static func signIn(_ bench: Bench, _ pool: AWSCognitoIdentityUserPool) async throws -> [String] {
        let user = pool.getUser(alias)
        _ = try await user.getSession(alias, password: Bench.password, validationData: nil).value
        #expect(user.username == "ana")
        return bench.journal.take()
    }

    @Test func nextSignInProvesTheDevice() async throws {
        let bench = try await Bench(Bench.configuration { $0.devices = .always })
        let pool = try bench.pool()
        #expect(try await Self.signIn(bench, pool).last == "ConfirmDevice")
        let device = try #require(try await bench.devices.device(of: "ana"))
        let requests = try await Self.signIn(bench, pool)
        #expect(
            requests == [
                "InitiateAuth", "RespondToAuthChallenge PASSWORD_VERIFIER", "RespondToAuthChallenge DEVICE_SRP_AUTH",
                "RespondToAuthChallenge DEVICE_PASSWORD_VERIFIER",
            ])
        #expect(bench.body(3)?.at(["AuthParameters", "DEVICE_KEY"])?.string == device.key)
        bench.wait(7200)
        _ = try await pool.currentUser()?.getSession().value
        #expect(bench.body()?.at(["AuthParameters", "DEVICE_KEY"])?.string == device.key)
    }

    /// The second object waits for the sign-in of the first, and keeps the alias as its name.
    @Test func changedAttributesRefreshTheSessionOfTheAlias() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        let pool = try bench.pool(host)
        let session = pool.getUser(Self.alias).getSession()
        try await until { host.password.answers.waiting == 1 }
        let name = AWSCognitoIdentityUserAttributeType(name: "name", value: "Ana")
        let update = pool.getUser(Self.alias).update([name])
        let details = AWSCognitoIdentityPasswordAuthenticationDetails(username: Self.alias, password: Bench.password)
        host.password.answers.take().first?.set(result: details)
        // The call may also come after the sign-in, and then begins its own.
        host.typePassword(username: Self.alias)
        _ = try await (session.value, update.value)
        #expect(bench.journal.take().last == "UpdateUserAttributes")
        _ = try await pool.getUser("ana").getSession().value
        #expect(bench.journal.all == ["InitiateAuth"])
    }

    @Test func forgottenDeviceIsForgottenForTheAlias() async throws {
        let bench = try await Bench(Bench.configuration { $0.devices = .always })
        let pool = try bench.pool()
        _ = try await Self.signIn(bench, pool)
        _ = try await pool.currentUser()?.forgetDevice().value
        #expect(try await bench.devices.device(of: Self.alias) == nil)
        _ = bench.journal.take()
        #expect(try await Self.signIn(bench, pool).last == "ConfirmDevice")
    }

    @Test func deviceThatTheServiceLacksIsForgottenUnderTheAlias() async throws {
        let bench = try await Bench(Bench.configuration { $0.devices = .always })
        let pool = try bench.pool()
        _ = try await Self.signIn(bench, pool)
        #expect(try await bench.devices.device(of: "ana") != nil)
        bench.fail("InitiateAuth", "ResourceNotFoundException", "Device does not exist.")
        bench.fail("InitiateAuth", "NotAuthorizedException")
        await #expect(throws: NSError.self) { try await Self.signIn(bench, pool) }
        #expect(bench.journal.take() == ["InitiateAuth", "InitiateAuth"])
        #expect(try await bench.devices.device(of: "ana") == nil)
    }
}
