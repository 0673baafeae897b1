import FlowRuntime
import UserPool

/// Signs in to a user pool inside the process, and returns the name of the end.
func tryOut(table: [UInt8]) async throws -> String? {
    let (codes, mailbox) = AsyncStream<String>.makeStream()
    let environment = PoolEnvironment(deliver: { mailbox.yield($0.code) })
    let pool = CognitoUserPool(PoolConfiguration(), environment: environment)
    try await pool.add(PoolUserSeed(username: "ana", password: "Passw0rd!", attributes: ["email": "ana@example.com"]))
    let runner = FlowRunner(
        try TransitionTable(verifying: table), handlers: FlowHandlers(), service: pool, clock: ContinuousClock())
    _ = await runner.start(["clientId": "app-client", "username": "ana"])
    for await code in codes {
        return await runner.submit(["code": .string(code)]).outcome?.name
    }
    return nil
}
