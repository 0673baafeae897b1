import AmplifyStyle
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import StyleSupport
import Testing
import UserPool

/// Answers that no service should give, as Amplify tells them.
struct UnusableAnswerTests {
    /// The error of a sign-in that ends with one.
    private static func error(_ app: CognitoApp) async -> AuthError? {
        let auth = AuthCategory(app)
        let error = await #expect(throws: AuthError.self) {
            try await auth.signIn(username: "ana", password: StyleBench.password)
        }
        #expect(await auth.signOut().signedOutLocally, "another sign-in can begin")
        return error
    }

    /// Which case of the error Amplify has for a parameter that is unusable: it looks at salt and secret block before it begins
    /// to compute, and what goes wrong with the numbers afterwards it tells as `unknown`.
    enum Told: Sendable {
        case service, unknown
    }

    static let parameters: [(String, JSONValue?, Told)] = [
        ("SALT", nil, .service), ("SALT", "", .service), ("SALT", "no hex", .unknown), ("SALT", [], .service),
        ("SRP_B", nil, .service), ("SRP_B", "no hex", .unknown), ("SRP_B", "0", .unknown), ("SRP_B", "", .unknown),
        ("SECRET_BLOCK", nil, .service), ("SECRET_BLOCK", "", .service), ("SECRET_BLOCK", "*?*", .service),
        ("SECRET_BLOCK", "abc\u{e4}", .service), ("SECRET_BLOCK", .null, .service),
    ]

    private static func check(_ error: AuthError?, _ told: Told, _ place: String) {
        switch (error, told) {
        case (.service(let text, _, _), .service), (.unknown(let text, _), .unknown):
            #expect(!text.isEmpty && error?.underlyingError == nil, "\(place)")
        default: #expect(Bool(false), "\(place): \(error as Any)")
        }
    }

    @Test(arguments: parameters)
    func parameterOfAPasswordProof(_ name: String, _ value: JSONValue?, _ told: Told) async throws {
        let bench = try await StyleBench()
        var app = try bench.app()
        app.service = AlteredService(app.service, challenge: "PASSWORD_VERIFIER", parameter: name, value: value)
        Self.check(await Self.error(app), told, "\(name): \(value as Any)")
        #expect(bench.calls.map(\.operation) == ["InitiateAuth"], "nothing is proved")
    }

    @Test(arguments: parameters)
    func parameterOfADeviceProof(_ name: String, _ value: JSONValue?, _ told: Told) async throws {
        let bench = try await StyleBench(users: [StyleBench.ana]) { $0.devices = .always }
        var app = try bench.app()
        #expect(try await AuthCategory(app).signIn(username: "ana", password: StyleBench.password).isSignedIn)
        try await bench.tokens.clear(nil)
        app.service = AlteredService(app.service, challenge: "DEVICE_PASSWORD_VERIFIER", parameter: name, value: value)
        Self.check(await Self.error(app), told, "\(name): \(value as Any)")
        #expect(bench.calls.last?.subject == "DEVICE_SRP_AUTH", "nothing is proved")
    }

    @Test(arguments: ["", "<html>slow down</html>", "{}", "null", "Too Many Requests"])
    func statusThatAloneAsksToSlowDown(_ body: String) async throws {
        var app = try await StyleBench().app()
        app.service = try StatusTransport.client(429, body)
        let error = await Self.error(app)
        guard case .service = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(error?.underlyingError as? AWSCognitoAuthError == .requestLimitExceeded)
        app.service = try StatusTransport.client(502, body)
        #expect(await Self.error(app)?.underlyingError as? AWSCognitoAuthError == .network)
    }

    /// moto 5.2.5 writes the list as Python does.
    @Test(arguments: ["['SOFTWARE_TOKEN_MFA']", "SOFTWARE_TOKEN_MFA", "[", "{}"])
    func listOfFactorsThatIsNone(_ text: String) async throws {
        let bench = try await StyleBench { ($0.mfa, $0.mfaFactors) = (.on, [.softwareToken]) }
        var app = try bench.app()
        app.service = AlteredService(
            app.service, challenge: "MFA_SETUP", parameter: "MFAS_CAN_SETUP", value: .string(text))
        let error = await Self.error(app)
        guard case .service(let message, _, _) = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(message.contains("MFAS_CAN_SETUP"), "\(message)")
    }
}
