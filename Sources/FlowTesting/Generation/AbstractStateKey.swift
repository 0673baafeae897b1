import FlowCore
import FlowModel

/// An abstract state: the part of a session's state that the tests of its flow can distinguish.
struct AbstractStateKey: Hashable {
    private let state: UInt32
    private let lastPresented: UInt32
    private let counters: SIMD16<UInt8>
    private let last: Int?
    private let values: [[UInt8]?]

    /// Computes the key of a session.
    /// - Parameters:
    ///   - session: the session.
    ///   - live: the slots whose values a later test can see.
    ///   - isTested: by slot, whether tests compare its value, not just its presence.
    ///   - last: the transition taken last.
    init(_ session: FlowSession, _ live: [SlotID], _ isTested: [Bool], _ last: Int?) {
        state = session.machine.state
        lastPresented = session.machine.lastPresented
        counters = session.machine.counters
        self.last = last
        values = live.map { slot in session.parameters[slot].map { isTested[slot] ? Self.bytes($0) : [] } }
    }

    private static func bytes(_ value: FlowValue) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ text: String) {
            bytes += text.utf8
            bytes.append(0xFF)
        }
        switch value {
        case .text(let text): add(text)
        case .list(let items): for item in items { add(item) }
        case .map(let entries):
            for entry in entries {
                add(entry.key)
                add(entry.value)
            }
        }
        return bytes
    }
}
