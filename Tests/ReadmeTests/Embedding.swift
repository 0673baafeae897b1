import CognitoFlows
import FlowRuntime

/// `app` is your app client: `try CognitoApp(CognitoConfiguration(file: "amplify_outputs.json"))`.
func signIn(_ app: CognitoApp, _ username: String, ask: (FlowPresentation) async -> JSONValue) async throws -> String? {
    let runner = try app.runner(.passwordlessEmail)
    _ = await runner.start(["clientId": .string(app.clientID), "username": .string(username)])
    while case .present(let step)? = await runner.step { _ = await runner.submit(await ask(step)) }
    return await runner.step?.outcome?.name  // "signedIn", or the name of another end
}
