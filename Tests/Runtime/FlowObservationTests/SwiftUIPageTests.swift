import CognitoFlows
import CognitoHandlers
import FlowObservation
import FlowRuntime
import TestSupport
import Testing

/// The code of `Docs/HowTo/UseSwiftUI.md` that needs no SwiftUI.
@Suite("Docs/HowTo: SwiftUI")
@MainActor struct SwiftUIPageTests {
    @Test("the page shows the code of this test")
    func code() throws { #expect(try HowToPage("UseSwiftUI").missing(in: #filePath) == []) }

    @Test("the code of the page works")
    func page() async throws {
        let settings = try CognitoSettings(poolID: "local_Kiosk", secrets: MemorySecretStore())
        let app = CognitoApp(clientID: "app-client", settings: settings, service: DeskService([]))
        let model = try signInModel(app)
        await model.start(SignIn.Inputs())
        guard case .whoAreYou(let step) = model.step else { throw UnexpectedStep() }
        await model.perform { try await step.submit(badge: "") }
        assert(model.problem.map(text) == "Type the name on your badge.")
        #expect(model.problem.map(text) == "Type the name on your badge.")
    }
}

typealias SignIn = ShippedFlow.Kiosk

@MainActor func signInModel(_ app: CognitoApp) throws -> FlowSessionModel<SignIn> {
    FlowSessionModel(try app.session(of: SignIn.self))
}

func text(_ problem: FlowProblem) -> String {
    switch problem {
    case .refusal(let refusal) where refusal.field(as: SignIn.WhoAreYou.Field.self) == .badge:
        "Type the name on your badge."
    case .refusal(let refusal): refusal.message
    case .error(let error): error.message
    case .failure(let error): "\(error)"
    }
}

private struct UnexpectedStep: Error {}
