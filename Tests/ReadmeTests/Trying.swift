import FlowRuntime
import UserPool

/// The same sign-in in a test: a user pool in the process takes the service's place.
func tryOut(table: [UInt8], password: String) async throws -> String? {
    let pool = CognitoUserPool()
    try await pool.add(PoolUserSeed(username: "ana", password: "Passw0rd!"))
    let poolID = pool.configuration.poolID
    let signIn = try SignIn(table: table, poolID: poolID, clientID: "app-client", service: pool)
    return await signIn.run("ana", password) { _ in nil }?.outcome?.name
}
