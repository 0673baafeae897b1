import FlowHost
import Foundation
import Synchronization

/// A port of this machine that passes commands on to Redis, and breaks a connection at one of them.
final class LossyPort: Sendable {
    /// What is lost when the connection breaks.
    enum Loss: CaseIterable {
        case command, reply
    }

    private struct State {
        var count = 0
        var loss: (number: Int, loss: Loss)?
    }

    private let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    private let port: Int
    private let state = Mutex(State())

    /// Opens a port that leads to a server. It stays open as long as the tests run.
    init(to server: RedisServer) {
        // A write to a connection that is closed fails, and does not end the tests.
        signal(SIGPIPE, SIG_IGN)
        port = RedisServer.bindToFreePort(listener)
        listen(listener, 8)
        Thread.detachNewThread { [self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                Thread.detachNewThread { [self] in pass(client, to: server) }
            }
        }
    }

    var settings: RedisSettings { RedisSettings(port: port) }

    /// Breaks the connection at a later command: 1 is the next one.
    func lose(_ loss: Loss, at number: Int) {
        state.withLock { $0.loss = ($0.count + number, loss) }
    }

    /// Passes on the commands of a client and their replies. Each fits in a buffer.
    private func pass(_ client: Int32, to redis: RedisServer) {
        let server = redis.openConnection()
        defer { for descriptor in [client, server] { close(descriptor) } }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let size = read(client, &buffer, buffer.count), size > 0 {
            let loss = state.withLock { state in
                state.count += 1
                return state.loss?.number == state.count ? state.loss?.loss : nil
            }
            guard loss != .command, write(server, buffer, size) == size else { return }
            let replySize = read(server, &buffer, buffer.count)
            guard replySize > 0, loss != .reply, write(client, buffer, replySize) == replySize else { return }
        }
    }
}
