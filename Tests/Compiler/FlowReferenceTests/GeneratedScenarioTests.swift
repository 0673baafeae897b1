import FlowCompiler
import FlowCore
import FlowIR
import FlowReference
import FlowTable
import FlowTesting
import TestSupport
import Testing

/// Scenarios that are made of shipped flows: they take every transition, and both sides play them alike.
@Suite struct GeneratedScenarioTests {
    /// All shipped flows; those with several thousand scenarios where `GENERATED` is `all`.
    static let flows =
        [
            "admin", "attributes", "change-password", "delete-account", "devices", "forgotten-password", "kiosk",
            "magic-link", "mobile-client", "passwordless-custom", "passwordless-email", "passwordless-sms", "refresh",
            "register", "sign-out", "turn-on-mfa",
        ] + (Environment.value("GENERATED") == "all" ? ["amplify", "choice-based", "legacy-sdk", "passkey-first"] : [])

    /// Inherited transitions that a flow cannot take: no request of the kiosk's brings a proof that was not begun.
    private static let impossible = ["kiosk": 1]

    @Test(arguments: flows) func takeEveryTransition(_ name: String) throws {
        let made = try Self.made("flows/\(name).flow.xml")
        #expect(made.coverage.missing.count == Self.impossible[name, default: 0])
        for scenario in made.scenarios {
            let comparison = ScenarioVoice.play(scenario, made.subject)
            #expect(comparison.difference == nil, "\(name), \(scenario.name)\n\(comparison.difference ?? "")")
        }
    }

    /// Mistakes in the kiosk's flow.
    static let mistakes = [
        ("<on select=\"DECLINE\" to=\"cancelled\"/>", "<on select=\"DECLINE\" to=\"failed\"/>"),
        ("value=\"EMAIL_OTP\"", "value=\"SMS_OTP\""),
        ("retry=\"here\" attempts=\"3\"", "retry=\"here\" attempts=\"2\""),
        ("<on event=\"back\" to=\"way\"/>", "<on event=\"back\" to=\"rules\"/>"),
        ("'session')\" to=\"password\"", "'session')\" to=\"way\""),
        ("'session'\" to=\"expired\"", "'session'\" to=\"failed\""),
        ("refuse=\"nothing-was-sent\"", "refuse=\"not-now\""), ("\"unexpected-reply\"", "\"unknown-reply\""),
        ("<set name=\"requestUsername\" from=\"badge\"/>", ""), ("<show name=\"building\" from=\"building\"/>", ""),
        ("NotAuthorizedException\" to=\"greeting\"", "NotAuthorizedException\" to=\"way\""),
    ]

    private static let ofKiosk = Result { try made("flows/kiosk.flow.xml").scenarios }

    /// A flow with a mistake goes another way than the scenarios of the right one say.
    @Test(arguments: mistakes) func catchMistakes(_ right: String, _ wrong: String) throws {
        let path = "flows/kiosk.flow.xml"
        var files = try PackageFiles.xml(below: "flows")
        var text = String(decoding: try #require(files[path]), as: UTF8.self)
        text.replaceSubrange(try #require(text.firstRange(of: right)), with: wrong)
        files[path] = Array(text.utf8)
        let compilation = FlowCompiler.compile(path: path, loader: MemoryLoader(files: files))
        let subject = try #require(Subject(path, compilation))
        let scenarios = try Self.ofKiosk.get()
        #expect(scenarios.contains { !ScenarioPlayer.play($0, subject.table).passed })
    }

    private static func made(
        _ path: String
    ) throws -> (scenarios: [Scenario], coverage: Coverage, subject: Subject) {
        let loader = MemoryLoader(files: try PackageFiles.xml(below: "flows"))
        let compilation = FlowCompiler.compile(path: path, loader: loader)
        let flow = try #require(compilation.flow)
        let bytes = try #require(try compilation.table(names: true, marks: true))
        let table = try TransitionTable(verifying: bytes)
        let scenarios = ScenarioGenerator(flow, table).scenarios
        var coverage = Coverage(of: flow.usedTransitions.map(\.rawValue))
        for scenario in scenarios {
            let result = ScenarioPlayer.play(scenario, table)
            #expect(result.passed)
            coverage.add(result)
        }
        return (scenarios, coverage, try #require(Subject(path, compilation)))
    }
}
