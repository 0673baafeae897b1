import CognitoHandlers
import Foundation
import LegacyUserPoolStyle
import Testing
import UserPool

/// An error of the flow names the call's argument, or the property of the answer to a step.
struct FieldTests {
    /// Requires an error that names an argument.
    private static func check<Value: Sendable>(_ field: String, _ call: () -> AWSTask<Value>) async throws {
        let error = try #require(await #expect(throws: NSError.self) { try await call().value })
        #expect(error.localizedDescription == "'\(field)' is required")
        #expect(error.userInfo["__type"] as? String == "missing-parameter")
    }

    @Test func emptyArgumentIsNamed() async throws {
        let bench = try await Bench()
        let pool = try bench.pool()
        try await Self.check("username") {
            pool.signUp("", password: "P", userAttributes: nil, validationData: nil)
        }
        for user in [pool.getUser(), pool.getUser("")] {
            try await Self.check("username") { user.confirmSignUp("1") }
            try await Self.check("username") { user.resendConfirmationCode() }
            try await Self.check("username") { user.forgotPassword() }
            try await Self.check("username") { user.confirmForgotPassword("1", password: "N") }
        }
        let ana = pool.getUser("ana")
        #expect(bench.journal.all == [], "nothing was sent")
        _ = try await ana.getSession("ana", password: Bench.password, validationData: nil).value
        try await Self.check("attributes") { ana.update([]) }
        try await Self.check("attributeNames") { ana.delete([]) }
    }

    /// A host that answers with nothing again and again gets the refusal at last.
    @Test func emptyAnswerIsNamed() async throws {
        var ana = Bench.ana
        ana.mfa = [.sms]
        let bench = try await Bench(seeds: [ana])
        let host = FullHost(bench)
        let pool = try bench.pool(host)
        for (username, password, field) in [("", "P", "username"), ("ana", "", "password")] {
            for _ in 0..<100 { host.typePassword(password, username: username) }
            try await Self.check(field) { pool.getUser().getSession() }
        }
        host.typePassword()
        for _ in 0..<100 { host.typeCode("") }
        try await Self.check("mfaCode") { pool.getUser().getSession() }
    }

    @Test func emptyNewPasswordIsNamed() async throws {
        var ana = Bench.ana
        ana.isTemporary = true
        let bench = try await Bench(seeds: [ana])
        let host = FullHost(bench)
        host.typePassword()
        for _ in 0..<100 {
            host.newPassword.answers.give(
                AWSCognitoIdentityNewPasswordRequiredDetails(proposedPassword: "", userAttributes: [:]))
        }
        let pool = try bench.pool(host)
        try await Self.check("proposedPassword") { pool.getUser().getSession() }
    }
}
