import NIOConcurrencyHelpers
import NIOCore

/// The open connections of a server.
final class ConnectionTable: Sendable {
    private struct State {
        var isOpen = true
        var channels: [ObjectIdentifier: any Channel] = [:]
    }

    private let largest: Int
    private let state = NIOLockedValueBox(State())

    /// Creates an empty table.
    /// - Parameter largest: the maximum number of connections.
    init(atMost largest: Int) {
        self.largest = largest
    }

    /// Adds a connection until it closes.
    /// - Returns: whether there was room.
    func admit(_ channel: any Channel) -> Bool {
        let isAdmitted = state.withLockedValue { state in
            guard state.isOpen, state.channels.count < largest else { return false }
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

    /// Closes all connections and rejects new ones.
    func close() async {
        let channels = state.withLockedValue { state in
            state.isOpen = false
            return Array(state.channels.values)
        }
        for channel in channels { channel.close(promise: nil) }
        for channel in channels { try? await channel.closeFuture.get() }
    }
}
