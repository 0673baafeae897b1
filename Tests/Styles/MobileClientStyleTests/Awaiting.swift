import MobileClientStyle

/// A call with a completion handler, awaited.
func outcome<Result: Sendable>(
    _ call: (@escaping @Sendable (Result?, (any Error)?) -> Void) -> Void
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        call { result, error in
            if let result { return continuation.resume(returning: result) }
            continuation.resume(
                throwing: error ?? AWSMobileClientError.unknown(message: "neither result nor error"))
        }
    }
}

/// A call whose completion handler is told an error or nothing, awaited.
func done(_ call: (@escaping @Sendable ((any Error)?) -> Void) -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        call { error in
            if let error { return continuation.resume(throwing: error) }
            continuation.resume()
        }
    }
}
