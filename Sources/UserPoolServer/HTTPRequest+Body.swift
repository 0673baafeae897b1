import FlyingFox

/// How the body of a request came.
enum RequestBody: Sendable {
    case whole([UInt8])
    case tooLarge
    case tooSlow
    /// It was cut off, or its chunks are none.
    case broken
}

extension HTTPRequest {
    /// Reads the body. One that says at first that it is too large is not read at all.
    func body(_ limits: PoolServerLimits) async -> RequestBody {
        if let count = bodySequence.count, count > limits.bodyBytes { return .tooLarge }
        return await withTaskGroup(of: RequestBody.self) { group in
            group.addTask { await self.bytes(atMost: limits.bodyBytes) }
            group.addTask {
                try? await Task.sleep(for: .seconds(limits.seconds))
                return .tooSlow
            }
            defer { group.cancelAll() }
            return await group.next() ?? .broken
        }
    }

    private func bytes(atMost limit: Int) async -> RequestBody {
        var bytes: [UInt8] = []
        do {
            for try await part in bodySequence {
                bytes += part
                if bytes.count > limit { return .tooLarge }
            }
        } catch {
            return .broken
        }
        return .whole(bytes)
    }
}
