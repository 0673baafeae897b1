import AmplifyStyle
import CognitoFlows
import CognitoHandlers
import FlowCore
import Foundation
import StyleSupport
import Testing
import UserPool

/// A conversation that each style carries out: what the user types in, whatever the style calls the steps.
struct Script: Sendable {
    /// One thing that the user types in.
    struct Answer: Sendable {
        /// The text, once the step is shown.
        let text: @Sendable (StyleBench, _ sharedSecret: String?) throws -> String
        /// Attributes that go with it.
        var attributes: [String: String] = [:]

        /// A text that is known before.
        init(_ text: String, attributes: [String: String] = [:]) {
            self.text = { _, _ in text }
            self.attributes = attributes
        }

        private init(_ text: @escaping @Sendable (StyleBench, String?) throws -> String) {
            self.text = text
        }

        /// The code that was sent.
        static let code = Answer { bench, _ in bench.code }
        /// Another code than the one that was sent.
        static let wrongCode = Answer { bench, _ in bench.wrongCode }
        /// The code of an authenticator app with the secret that was shown.
        static let appCode = Answer { bench, secret in
            try OneTimePassword(base32: secret ?? "").code(at: bench.now)
        }
    }

    let name: String
    var password = StyleBench.password
    var users = [StyleBench.ana]
    var isCustom = false
    var answers: [Answer] = []
    /// How often the user signs in, one after the other.
    var times = 1
    /// Whether the user signs out at the end.
    var signsOut = false
    var configuration: @Sendable (inout PoolConfiguration) -> Void = { $0.devices = .off }

    /// A pool for it.
    func bench() async throws -> StyleBench {
        try await StyleBench(triggers: isCustom ? .passwordThenWord : nil, users: users, configuration)
    }

    /// What the calls of all styles are compared in.
    static let all = [
        Script(name: "password"),
        Script(name: "wrong password", password: "wrong"),
        Script(name: "device, known the second time", times: 2, configuration: { $0.devices = .always }),
        Script(
            name: "text message, wrong code first", users: [user { $0.mfa = [.sms] }], answers: [.wrongCode, .code]),
        Script(
            name: "four wrong codes", users: [user { $0.mfa = [.sms] }],
            answers: [.wrongCode, .wrongCode, .wrongCode, .wrongCode]),
        Script(
            name: "choice of factors", users: [user { $0.mfa = [.sms, .email] }], answers: [.init("SMS_MFA"), .code]),
        Script(
            name: "authenticator app is set up", answers: [.appCode],
            configuration: {
                $0.devices = .off
                $0.mfa = .on
                $0.mfaFactors = [.softwareToken]
            }),
        Script(
            name: "new password with an attribute", users: [user { $0.isTemporary = true }],
            answers: [.init("N3w-Passw0rd", attributes: ["name": "Ana"])],
            configuration: {
                $0.devices = .off
                $0.requiredAttributes = ["name"]
            }),
        Script(name: "sign-out on this device", signsOut: true),
        Script(name: "password, then the pool's own challenge", isCustom: true, answers: [.init("open sesame")]),
    ]

    private static func user(_ change: (inout PoolUserSeed) -> Void) -> PoolUserSeed {
        var user = StyleBench.ana
        change(&user)
        return user
    }
}

extension Script: CustomTestStringConvertible {
    /// The name alone.
    var testDescription: String { name }
}
