import FlowCompiler
import FlowIR
import FlowTable
import FlowTesting
import TestSupport
import Testing

/// Mistakes that an author could make in `amplify`, and that the compiler has no reason to refuse: the scenarios that are made of the right
/// flow fail. They do not show two things, and what is wrong only there goes unnoticed: the message of an error, and the work of handlers.
@Suite("Scenarios made of a flow") struct PlantedFaultScenarioTests {
    /// A mistake: what stands in the flow, and what is written instead.
    struct Fault: CustomTestStringConvertible, Sendable {
        let name: String
        let right: String
        let wrong: String

        var testDescription: String { name }
    }

    private static let path = "flows/amplify.flow.xml"
    private static let files = Result { try PackageFiles.xml(below: "flows") }
    private static let scenarios = Result { () throws -> [Scenario] in
        let right = compilation(try text())
        let marked = try #require(try table(right))
        return ScenarioGenerator(try #require(right.flow), marked).scenarios
    }

    private static func text() throws -> String { try PackageFiles.text(path) }

    private static func compilation(_ text: String) -> Compilation {
        let loader = MemoryLoader(files: (try? files.get()) ?? [:]).replacing(path, with: Array(text.utf8))
        return FlowCompiler.compile(path: path, loader: loader)
    }

    private static func table(_ compilation: Compilation) throws -> TransitionTable? {
        try compilation.table(names: true, marks: true).map { try TransitionTable(verifying: $0) }
    }

    @Test("a mistake in the flow is noticed", arguments: faults) func mistakes(_ fault: Fault) throws {
        let text = try Self.text()
        #expect(text.contains(fault.right), "the flow was changed: plant the mistake anew")
        let compilation = Self.compilation(text.replacing(fault.right, with: fault.wrong, maxReplacements: 1))
        let table = try #require(try Self.table(compilation), "the compiler refuses it")
        let scenarios = try Self.scenarios.get()
        #expect(scenarios.contains { !ScenarioPlayer.play($0, table).passed })
    }

    @Test("the right flow passes") func rightFlow() throws {
        let table = try #require(try Self.table(Self.compilation(try Self.text())))
        for scenario in try Self.scenarios.get() { #expect(ScenarioPlayer.play(scenario, table).passed) }
    }

    private static let faults = [
        Fault(
            name: "a step has the name of another one", right: "CONFIRM_SIGN_IN_WITH_EMAIL_CODE\" inherit",
            wrong: "CONFIRM_SIGN_IN_WITH_SMS_CODE\" inherit"),
        Fault(
            name: "something is not shown", right: #"<show name="requiredAttributes" from="requiredAttributes"/>"#,
            wrong: ""),
        Fault(
            name: "what an answer must not carry is not cleared",
            right: #"<ask name="password" type="secret"/><clear name="clientMetadata userAttributes"/>"#,
            wrong: #"<ask name="password" type="secret"/><clear name="userAttributes"/>"#),
        Fault(
            name: "a request carries another word", right: #"<send name="ANSWER" value="PASSWORD"/>"#,
            wrong: #"<send name="ANSWER" value="PASSWORD_SRP"/>"#),
        Fault(
            name: "a failure leads elsewhere",
            right: #"<on failure="*" to="passkey-again"/><on error"#, wrong: #"<on failure="*" to="failed"/><on error"#),
        Fault(
            name: "an error leads elsewhere",
            right: #"to="passkey-again"/><on error="*" to="passkey-again"/>"#,
            wrong: #"to="passkey-again"/><on error="*" to="failed"/>"#),
        Fault(
            name: "an error is forgotten", right: #"<on error="*" to="failed" keep-error="true"/>"#,
            wrong: #"<on error="*" to="failed"/>"#),
        Fault(
            name: "a value is not kept", right: "startMetadata validationData flowType", wrong: "startMetadata flowType"
        ),
        Fault(
            name: "maps are not merged", right: #"<merge name="clientMetadata" from="validationData"/>"#, wrong: ""),
        Fault(
            name: "a case of a guard is missing",
            right: "and (preferredFirstFactor is PASSWORD or preferredFirstFactor is PASSWORD_SRP)",
            wrong: "and preferredFirstFactor is PASSWORD"),
        Fault(
            name: "an error has another type", right: #"type="nothing-to-set-up""#, wrong: #"type="unexpected-reply""#),
        Fault(
            name: "a handler does not work",
            right:
                #"<go to="initiate-user-auth" when="preferredFirstFactor is PASSWORD_SRP"><handle handler="srp.start"/></go>"#,
            wrong: #"<go to="initiate-user-auth" when="preferredFirstFactor is PASSWORD_SRP"/>"#),
        Fault(
            name: "a word is refused by another name", right: #"refuse="mfa-type-not-supported""#,
            wrong: #"refuse="passkeys-not-supported""#),
        Fault(
            name: "a fallback stands first", right: #"<set name="requestUsername" from="USERNAME" else="username"/>"#,
            wrong: #"<set name="requestUsername" from="username"/>"#),
        Fault(
            name: "a guard holds always",
            right: #"<send name="PASSWORD" from="password" when="preferredFirstFactor is PASSWORD"/>"#,
            wrong: #"<send name="PASSWORD" from="password"/>"#),
    ]
}
