package import FlowIR
import FlowTable

/// A limit of the table format that a flow exceeds.
package struct TableLimit: Error, Sendable, Hashable {
    /// The limits of the format.
    package enum Kind: Sendable {
        /// The flow has no state.
        case noStates
        /// The number of states and blocks of code together.
        case states
        /// The number of events, including the built-in ones.
        case events
        case slots
        /// The flow lacks the two error slots.
        case errorSlots
        case counters
        /// The number of states of a pattern's automaton.
        case patternStates
        /// The number of byte classes of a pattern's automaton.
        case patternClasses
        /// The length of a member's path in a request or a reply.
        case pathLength
        /// A number, such as a length or a timeout in seconds.
        case number
        /// The size of the table or a part of it, in bytes.
        case size
    }

    package let kind: Kind
    /// The flow's count.
    package let count: Int
    /// The format's maximum. For ``Kind/noStates`` and ``Kind/errorSlots``, it is the minimum.
    package let maximum: Int
    /// The state that exceeds the limit, or nil if no single state does.
    package private(set) var state: StateID?

    /// Creates an error without a state.
    package init(_ kind: Kind, count: Int, maximum: Int) {
        self.kind = kind
        self.count = count
        self.maximum = maximum
    }

    /// Returns the same error, attributed to a state.
    func at(state: StateID) -> TableLimit {
        var limit = self
        limit.state = state
        return limit
    }
}

extension LoweredFlow {
    /// Whether a quick estimate shows that the flow fits into a table.
    ///
    /// If the property is false, the flow may still fit. Call ``TableWriter/write(_:options:)`` to find out.
    package var isCertainToFit: Bool {
        // Half of the greatest size leaves a margin for what the estimate omits, such as strings and patterns.
        let isSmall = estimatedBytes < ByteWriter.greatestNumber / 2
        let hasErrorSlots = slots.count > TableFormat.errorMessageSlot
        guard isSmall, hasErrorSlots, !states.isEmpty, counters.count <= TableFormat.maximumCounters,
            patterns.allSatisfy({ $0.accepts.count < UInt8.max && $0.classCount < UInt8.max })
        else { return false }
        return inputs.allSatisfy(Self.isWithinLimits) && states.allSatisfy { Self.isWithinLimits($0.kind) }
    }

    /// A generous estimate of the table's size in bytes.
    ///
    /// It assumes that no rows or names are shared, and that each instruction and state refers to every slot and to a
    /// few other elements.
    private var estimatedBytes: Int {
        var instructions = 0
        var names = 0
        for state in states {
            names += state.name.utf8.count
            for block in state.blocks { instructions += block.size }
        }
        let rows = states.count * (TableFormat.firstOwnEvent + events.count)
        let bytesPerElement = 8
        let otherElements = 16
        let elements = rows + (instructions + states.count) * (slots.count + otherElements)
        return bytesPerElement * elements + names
    }

    /// Returns whether all numbers and paths of a state are within the limits of the table format.
    private static func isWithinLimits(_ kind: State.Kind) -> Bool {
        switch kind {
        case .present(let presentation):
            if case .seconds(let seconds) = presentation.timeLimit, seconds >= ByteWriter.greatestNumber {
                return false
            }
            return presentation.asks.allSatisfy(isWithinLimits)
        case .call(let request):
            let reply = request.reply
            let paths =
                request.inputs.map(\.path) + reply.outputs.map(\.path) + [reply.challengePath, reply.successPath]
            return paths.allSatisfy { $0.count <= TableFormat.maximumPathLength }
        case .choice, .handler, .end: return true
        }
    }

    /// Returns whether the required length of an ask, if any, is within the limits of the table format.
    private static func isWithinLimits(_ ask: Ask) -> Bool { (ask.length ?? 0) < ByteWriter.greatestNumber }
}
