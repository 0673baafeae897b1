import FlowCore
import FlowIR

/// The part of a session's state that the tests of its flow can distinguish: an abstract state.
struct AbstractStateKey: Hashable {
    private let state: UInt32
    private let lastPresented: UInt32
    private let counters: SIMD16<UInt8>
    /// The transition taken last.
    private let lastTransition: Int?
    /// By live slot: bytes that identify its value, or nil if it has none.
    ///
    /// The bytes are empty if no test compares the value.
    private let values: [[UInt8]?]

    /// Creates the key of a session.
    /// - Parameters:
    ///   - session: a session that waits for an event.
    ///   - live: the slots whose values a later test can see.
    ///   - isTested: by slot, whether tests compare its value, not just its presence.
    ///   - lastTransition: the transition taken last, or nil if none was taken.
    init(_ session: FlowSession, live: [SlotID], isTested: [Bool], lastTransition: Int?) {
        state = session.machine.state
        lastPresented = session.machine.lastPresented
        counters = session.machine.counters
        self.lastTransition = lastTransition
        values = live.map { slot in session.parameters[slot].map { isTested[slot] ? Self.bytes(of: $0) : [] } }
    }

    /// A byte that does not occur in UTF-8.
    private static let separator: UInt8 = 0xFF

    /// Returns bytes that are equal only for equal values of the same type.
    private static func bytes(of value: FlowValue) -> [UInt8] {
        var bytes: [UInt8] = []
        /// Appends a text and a separator.
        func add(_ text: String) {
            bytes += text.utf8
            bytes.append(separator)
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
