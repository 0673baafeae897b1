import FlowRuntime

/// Signs in to Depot, and returns the token.
func signIn(
    _ depot: Depot, _ inputs: Depot.Inputs, ask: (String) async -> String, show: (String) async -> Void
) async throws -> String? {
    _ = try await depot.start(inputs)
    while let step = await depot.step {
        do throws(FlowRefusal) {
            switch step {
            case .textCode(let it):
                if let error = it.error { await show(error.message) }
                _ = try await it.submit(code: ask("Code sent to \(it.phone ?? "your phone")"))
            case .ended(.signedIn(let it)): return it.token
            case .ended(.failed(let it)):
                if let error = it.error { await show(error.message) }
                return nil
            }
        } catch {
            await show(error.message)
        }
    }
    return nil
}
