import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation
import LegacyUserPoolStyle
import Testing
import UserPool

/// The calls about an account: each gets a session first, and has the effects here that the SDK's have.
struct AccountTests {
    private static func signedIn(
        _ bench: Bench
    ) async throws -> (AWSCognitoIdentityUserPool, AWSCognitoIdentityUser) {
        let pool = try bench.pool()
        let user = pool.getUser("ana")
        _ = try await user.getSession("ana", password: Bench.password, validationData: nil).value
        _ = bench.journal.take()
        return (pool, user)
    }

    private static func error(_ work: () async throws -> some Sendable) async -> NSError? {
        do {
            _ = try await work()
            return nil
        } catch {
            return error as NSError
        }
    }

    // rows: legacy:121 legacy:122 legacy:123 legacy:127
    @Test func signUpTellsWhereTheCodeWent() async throws {
        let bench = try await Bench(seeds: [])
        let pool = try bench.pool()
        let email = AWSCognitoIdentityUserAttributeType(name: "email", value: "new@example.com")
        let response = try await pool.signUp(
            "new", password: Bench.password, userAttributes: [email], validationData: nil
        ).value
        #expect(response.userConfirmed?.boolValue == false && response.user.confirmedStatus == .unconfirmed)
        #expect(response.codeDeliveryDetails?.deliveryMedium == .email && response.userSub != nil)
        #expect(response.codeDeliveryDetails?.destination?.contains("@") == true)
        let again = try await response.user.resendConfirmationCode().value
        #expect(again.codeDeliveryDetails?.attributeName == "email")
        _ = try await response.user.confirmSignUp(bench.code, forceAliasCreation: true).value
        #expect(response.user.confirmedStatus == .confirmed && !response.user.isSignedIn)
        let unverified = try await Bench(Bench.configuration { $0.verifiedAttributes = [] }, seeds: [])
        unverified.answer("SignUp", ["UserConfirmed": true, "UserSub": "s"])
        let confirmed = try await unverified.pool().signUp(
            "new", password: Bench.password, userAttributes: nil, validationData: nil
        ).value
        #expect(confirmed.userConfirmed?.boolValue == true && confirmed.user.confirmedStatus == .confirmed)
    }

    // rows: legacy:131 legacy:132 legacy:133 legacy:136 legacy:137 legacy:138 legacy:140 legacy:143 legacy:144
    @Test func eachCallSignsInFirst() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        let pool = try bench.pool(host)
        let preferences = AWSCognitoIdentityUserMfaPreferences()
        preferences.smsMfa = AWSCognitoIdentityUserMfaType(enabled: false, preferred: false)
        let name = AWSCognitoIdentityUserAttributeType(name: "name", value: "Ana")
        let calls: [(String, (AWSCognitoIdentityUser) async throws -> Void)] = [
            ("GetUser", { _ = try await $0.getDetails().value }),
            ("UpdateUserAttributes", { _ = try await $0.update([name]).value }),
            ("DeleteUserAttributes", { _ = try await $0.delete(["name"]).value }),
            ("SetUserSettings", { _ = try await $0.setUserSettings(AWSCognitoIdentityUserSettings()).value }),
            ("SetUserMFAPreference", { _ = try await $0.setUserMfaPreference(preferences).value }),
            ("AssociateSoftwareToken", { _ = try await $0.associateSoftwareToken().value }),
            ("ListDevices", { _ = try await $0.listDevices(10, paginationToken: nil).value }),
            (
                "ChangePassword",
                { _ = try await $0.changePassword(Bench.password, proposedPassword: Bench.password).value }
            ),
            ("DeleteUser", { _ = try await $0.delete().value }),
        ]
        for (operation, call) in calls {
            host.typePassword()
            let user = pool.getUser()
            try await call(user)
            let heard = bench.journal.take()
            #expect(heard.first == "startPasswordAuthentication" && heard.last == operation, "\(heard)")
            user.signOut()
        }
    }

    // rows: legacy:144
    @Test func changedAttributesRefreshTheSession() async throws {
        let bench = try await Bench()
        let (_, user) = try await Self.signedIn(bench)
        let name = AWSCognitoIdentityUserAttributeType(name: "email", value: "other@example.com")
        let response = try await user.update([name]).value
        #expect(response.codeDeliveryDetailsList?.first?.attributeName == "email")
        _ = try await user.getSession().value
        #expect(bench.journal.all == ["UpdateUserAttributes", "InitiateAuth"])
    }

    // rows: legacy:138 legacy:139 legacy:137
    @Test func authenticatorAppIsSetUpAndPreferred() async throws {
        let bench = try await Bench()
        let (_, user) = try await Self.signedIn(bench)
        let secret = try await user.associateSoftwareToken().value.secretCode ?? ""
        #expect(await Self.error { try await user.verifySoftwareToken("000000", friendlyDeviceName: nil).value } != nil)
        let code = try OneTimePassword(base32: secret).code(at: bench.now)
        #expect(try await user.verifySoftwareToken(code, friendlyDeviceName: "phone").value.status == .success)
        let preferences = AWSCognitoIdentityUserMfaPreferences()
        preferences.softwareTokenMfa = AWSCognitoIdentityUserMfaType(enabled: true, preferred: true)
        _ = try await user.setUserMfaPreference(preferences).value
        let details = try await user.getDetails().value
        #expect(details.preferredMfaSetting == "SOFTWARE_TOKEN_MFA")
        #expect(details.userMFASettingList == ["SOFTWARE_TOKEN_MFA"])
    }

    // rows: legacy:145
    @Test func noStoredDeviceIsMinus3000() async throws {
        let bench = try await Bench()
        let (_, user) = try await Self.signedIn(bench)
        let errors = [
            await Self.error { try await user.getDevice().value },
            await Self.error { try await user.updateDeviceStatus(true).value },
            await Self.error { try await user.forgetDevice().value },
        ]
        #expect(errors.map { $0?.code } == [-3000, -3000, -3000])
        #expect(bench.journal.all == [])
    }

    // rows: legacy:140 legacy:141 legacy:142 legacy:146
    @Test func onlyThisDeviceIsForgottenHere() async throws {
        let bench = try await Bench(Bench.configuration { $0.devices = .always })
        let (pool, user) = try await Self.signedIn(bench)
        let devices = try await user.listDevices(10, paginationToken: nil).value.devices ?? []
        let key = try #require(devices.first?.deviceKey)
        let device = try await user.getDevice().value.device
        #expect(device?.deviceKey == key && device?.deviceCreateDate != nil)
        #expect(try await user.getDevice(key).value.device?.deviceKey == key)
        _ = try await user.updateDeviceStatus(false).value
        _ = try await user.updateDeviceStatus(key, remembered: true).value
        try await bench.devices.removeDevice(of: "ana")
        user.signOut()
        _ = try await pool.getUser().getSession("ana", password: Bench.password, validationData: nil).value
        let other = try await bench.devices.device(of: "ana")?.key
        #expect(other != nil && other != key)
        _ = try await user.forgetDevice(key).value
        #expect(try await bench.devices.device(of: "ana")?.key == other)
        _ = try await user.forgetDevice().value
        #expect(try await bench.devices.device(of: "ana") == nil)
    }

    // rows: legacy:150 legacy:151
    @Test func globalSignOutForgetsNothingAfterAnError() async throws {
        let bench = try await Bench()
        let (pool, user) = try await Self.signedIn(bench)
        bench.fail("GlobalSignOut", "InternalErrorException")
        #expect(await Self.error { try await user.globalSignOut().value } != nil)
        #expect(user.isSignedIn)
        _ = try await user.globalSignOut().value
        #expect(!user.isSignedIn && pool.currentUsername == "ana")
    }

    // rows: legacy:152
    @Test func revokedTokenIsUselessAndKept() async throws {
        let bench = try await Bench()
        let (_, user) = try await Self.signedIn(bench)
        #expect(user.isSessionRevocable)
        _ = try await user.revokeToken().value
        #expect(bench.journal.all == ["RevokeToken"] && user.isSignedIn)
        user.clearSession()
        #expect(await Self.error { try await user.getSession().value }?.code == -1000)
    }

    // rows: legacy:143
    @Test func deletedAccountIsNotSignedOutHere() async throws {
        let bench = try await Bench()
        let (_, user) = try await Self.signedIn(bench)
        _ = try await user.delete().value
        #expect(user.isSignedIn)
        #expect(await Self.error { try await user.getDetails().value } != nil)
    }
}
