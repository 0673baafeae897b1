import UserPool

/// Returns a user pool inside this process that prints its emails, with the user `ana`.
///
/// To use a real pool, add the product `CognitoClient` to Package.swift. Then pass a `CognitoClient` as the service, and
/// your app client's id.
func localPool() async throws -> CognitoUserPool {
    let environment = PoolEnvironment(deliver: { print("(email to \($0.destination): your code is \($0.code))") })
    let pool = CognitoUserPool(PoolConfiguration(), environment: environment)
    try await pool.add(PoolUserSeed(username: "ana", password: "Passw0rd!", attributes: ["email": "ana@example.com"]))
    return pool
}
