import CognitoClient
import CognitoHandlers
import FlowCompiler
import FlowRuntime
import Foundation

/// Many sign-ins at the same time.
struct LoadRun: Sendable {
    let table: TransitionTable
    let endpoint: String

    /// Reads a flow or its table.
    static func table(_ path: String) throws -> TransitionTable {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        if let table = try? TransitionTable(verifying: bytes) { return table }
        let compiled = FlowFile.compile(path) { try? [UInt8](Data(contentsOf: URL(fileURLWithPath: $0))) }
        return try TransitionTable(verifying: compiled.table ?? [])
    }

    /// Signs all in.
    /// - Returns: for each what went wrong, or nothing.
    func signIn(_ users: [LoadUser]) async -> [String?] {
        await withTaskGroup(of: String?.self) { group in
            for user in users { group.addTask { await signIn(user) } }
            var results: [String?] = []
            for await result in group { results.append(result) }
            return results
        }
    }

    private func signIn(_ user: LoadUser) async -> String? {
        do {
            let settings = try CognitoSettings(poolID: "us-east-1_Embedded1", deviceName: "load")
            let client = try CognitoClient(
                endpoint: endpoint, settings: CognitoClientSettings(attemptLimit: .seconds(600)))
            let runner = FlowRunner(
                table, handlers: .cognito(settings), service: client, clock: ContinuousClock(),
                limits: FlowRunnerLimits(call: nil, handler: nil))
            let step = await runner.start(["username": .string(user.name), "password": .string(user.password)])
            guard let outcome = step.outcome, outcome.name == "signedIn" else {
                return "\(user.name): \(step)"
            }
            let token = outcome.parameters["idToken"]?.string ?? outcome.parameters["IdToken"]?.string ?? ""
            return Self.claims(token)?["email"] as? String == user.email ? nil : "\(user.name) got another's token"
        } catch {
            return "\(user.name): \(error)"
        }
    }

    private static func claims(_ token: String) -> [String: Any]? {
        let parts = token.split(separator: ".")
        guard parts.count == 3 else { return nil }
        var text = parts[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while text.count % 4 != 0 { text += "=" }
        return Data(base64Encoded: text).flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }
    }
}
