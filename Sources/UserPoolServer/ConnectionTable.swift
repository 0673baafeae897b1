import NIOConcurrencyHelpers
import NIOCore

/// The open connections of a server.
final class ConnectionTable: Sendable {
    private struct State {
        var isOpen = true
        var channels: [ObjectIdentifier: any Channel] = [:]
    }

    private let maxCount: Int
    private let state = NIOLockedValueBox(State())

    /// Creates an empty table.
    /// - Parameter maxCount: the maximum number of connections.
    init(atMost maxCount: Int) {
        self.maxCount = maxCount
    }

    /// Adds a connection, which is removed when it closes.
    /// - Returns: false if the table is full or closed; the connection is then not added.
    func admit(_ channel: any Channel) -> Bool {
        let isAdmitted = state.withLockedValue { state in
            guard state.isOpen, state.channels.count < maxCount else { return false }
            state.channels[ObjectIdentifier(channel)] = channel
            return true
        }
        guard isAdmitted else { return false }
        channel.closeFuture.whenComplete { _ in
            self.state.withLockedValue { $0.channels[ObjectIdentifier(channel)] = nil }
        }
        return true
    }

    /// The number of open connections.
    var count: Int { state.withLockedValue { $0.channels.count } }

    /// Closes all connections, and rejects new ones from now on.
    func close() async {
        let channels = state.withLockedValue { state in
            state.isOpen = false
            return Array(state.channels.values)
        }
        for channel in channels { channel.close(promise: nil) }
        for channel in channels { try? await channel.closeFuture.get() }
    }
}
