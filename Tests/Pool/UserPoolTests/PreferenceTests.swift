import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// Second factors that a signed-in user turns on, off and prefers.
struct PreferenceTests {
    private static let password = ["USERNAME": "ana", "PASSWORD": PoolBench.password]
    private static let plain = PoolUserSeed(username: "ana", password: PoolBench.password)
    private static let on: JSONValue = ["Enabled": true]
    private static let first: JSONValue = ["Enabled": true, "PreferredMfa": true]
    private static let off: JSONValue = ["Enabled": false]

    private static func set(_ bench: PoolBench, _ token: String, _ settings: [(String, JSONValue)]) async -> PoolReply {
        let members = [("AccessToken", .string(token))] + settings
        return await bench.call("SetUserMFAPreference", .object(members.map { JSONMember($0.0, $0.1) }))
    }

    @Test func whatIsNotSetUpCannotBeTurnedOn() async throws {
        let bench = try await PoolBench(users: [Self.plain])
        let token = try await bench.tokens().access
        for name in ["SMSMfaSettings", "SoftwareTokenMfaSettings", "EmailMfaSettings"] {
            #expect(await Self.set(bench, token, [(name, Self.on)]).errorType == "InvalidParameterException", "\(name)")
            #expect(await Self.set(bench, token, [(name, Self.off)]).errorType == nil)
        }
        let options: JSONValue = ["AccessToken": .string(token), "MFAOptions": [["DeliveryMedium": "SMS"]]]
        #expect(await bench.call("SetUserSettings", options).errorType == "InvalidParameterException")
        #expect(await bench.begin("USER_PASSWORD_AUTH", Self.password).isSignedIn)
    }

    @Test func contradictionsChangeNothing() async throws {
        let bench = try await PoolBench()
        let token = try await bench.tokens().access
        let cases: [[(String, JSONValue)]] = [
            [("SMSMfaSettings", Self.first), ("EmailMfaSettings", Self.first)],
            [("SMSMfaSettings", Self.on), ("EmailMfaSettings", ["Enabled": false, "PreferredMfa": true])],
            [("SMSMfaSettings", Self.on), ("SoftwareTokenMfaSettings", Self.on)],
        ]
        for settings in cases {
            #expect(await Self.set(bench, token, settings).errorType == "InvalidParameterException")
            #expect(await bench.begin("USER_PASSWORD_AUTH", Self.password).isSignedIn)
        }
        #expect(await Self.set(bench, token, [("SMSMfaSettings", "on")]).errorType == "SerializationException")
    }

    @Test func severalAreChosenFromUnlessOneIsPreferred() async throws {
        let bench = try await PoolBench()
        let token = try await bench.tokens().access
        _ = await Self.set(bench, token, [("SMSMfaSettings", Self.on), ("EmailMfaSettings", Self.on)])
        let choice = await bench.begin("USER_PASSWORD_AUTH", Self.password)
        #expect(choice.challenge == "SELECT_MFA_TYPE")
        #expect(choice.parameter("MFAS_CAN_CHOOSE") == #"["SMS_MFA","EMAIL_OTP"]"#)
        let other = await bench.answer("SELECT_MFA_TYPE", choice.session, ["ANSWER": "SOFTWARE_TOKEN_MFA"])
        #expect(other.errorType == "InvalidParameterException")
        // The API's prose calls it so.
        let mail = await bench.answer("SELECT_MFA_TYPE", choice.session, ["ANSWER": "EMAIL_MFA"])
        #expect(mail.challenge == "EMAIL_OTP")
        _ = await Self.set(bench, token, [("EmailMfaSettings", Self.first)])
        #expect(await bench.begin("USER_PASSWORD_AUTH", Self.password).challenge == "EMAIL_OTP")
        _ = await Self.set(bench, token, [("EmailMfaSettings", Self.off)])
        #expect(await bench.begin("USER_PASSWORD_AUTH", Self.password).challenge == "SMS_MFA")
        let user = await bench.call("GetUser", texts: ["AccessToken": token])
        #expect(user.body["PreferredMfaSetting"] == nil && user.body["UserMFASettingList"] == ["SMS_MFA"])
    }

    @Test func settingsTurnOffThePreferredFactor() async throws {
        let bench = try await PoolBench()
        let token = try await bench.tokens().access
        #expect(await Self.set(bench, token, [("SMSMfaSettings", Self.first)]).errorType == nil)
        let none: JSONValue = ["AccessToken": .string(token), "MFAOptions": []]
        #expect(await bench.call("SetUserSettings", none).errorType == nil)
        let user = await bench.call("GetUser", texts: ["AccessToken": token])
        #expect(user.body["PreferredMfaSetting"] == nil && user.body["UserMFASettingList"] == nil, "\(user)")
        #expect(await Self.set(bench, token, [("EmailMfaSettings", Self.on)]).errorType == nil)
        #expect(await bench.begin("USER_PASSWORD_AUTH", Self.password).challenge == "EMAIL_OTP")
    }

    @Test func appIsTurnedOnAfterItsFirstCode() async throws {
        let bench = try await PoolBench()
        let token = try await bench.tokens().access
        let none = await bench.call("VerifySoftwareToken", texts: ["AccessToken": token, "UserCode": "123456"])
        #expect(none.errorType == "SoftwareTokenMFANotFoundException")
        let given = await bench.call("AssociateSoftwareToken", texts: ["AccessToken": token])
        let secret = try #require(given.body["SecretCode"]?.string)
        #expect(secret.count == 52)
        let both = await bench.call(
            "AssociateSoftwareToken", texts: ["AccessToken": token, "Session": "session-0123456789"])
        #expect(both.errorType == "InvalidParameterException")
        let app = try OneTimePassword(base32: secret)
        for text in ["1", "12345", "1234567", "12345a", "１２３４５６"] {
            let odd = await bench.call("VerifySoftwareToken", texts: ["AccessToken": token, "UserCode": text])
            #expect(odd.errorType == "InvalidParameterException", "\(text)")
        }
        let wrong = await bench.call("VerifySoftwareToken", texts: ["AccessToken": token, "UserCode": "000000"])
        #expect(wrong.errorType == "EnableSoftwareTokenMFAException" && !wrong.message.contains(secret))
        let code = app.code(at: bench.desk.now)
        let right = await bench.call("VerifySoftwareToken", texts: ["AccessToken": token, "UserCode": code])
        #expect(right.body["Status"] == "SUCCESS")
        #expect(await bench.begin("USER_PASSWORD_AUTH", Self.password).isSignedIn, "it is set up and not turned on")
        #expect(await Self.set(bench, token, [("SoftwareTokenMfaSettings", Self.on)]).errorType == nil)
        let asked = await bench.begin("USER_PASSWORD_AUTH", Self.password)
        #expect(asked.challenge == "SOFTWARE_TOKEN_MFA")
        let used = await bench.answer("SOFTWARE_TOKEN_MFA", asked.session, ["SOFTWARE_TOKEN_MFA_CODE": code])
        #expect(used.errorType == "ExpiredCodeException", "the code of the set-up does not count again")
    }

    @Test func poolWithoutAppsSaysSo() async throws {
        let bench = try await PoolBench(.with { $0.mfaFactors = [.sms] })
        let token = try await bench.tokens().access
        let reply = await bench.call("AssociateSoftwareToken", texts: ["AccessToken": token])
        #expect(reply.errorType == "SoftwareTokenMFANotFoundException")
    }
}
