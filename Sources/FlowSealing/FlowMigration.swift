package import FlowCore

/// A map that leads pending sign-ins of one version of a flow to another. `flowc migrate` writes it.
///
/// It belongs to the app as the table does: who can change it changes where sign-ins go on.
public struct FlowMigration: Sendable {
    /// Why a map cannot be read.
    public enum ReadError: Error, Sendable, Equatable {
        /// The bytes are no map of this version.
        case notAMigration

        /// The stable code.
        public var code: String { "not-a-migration" }
    }

    private struct Move: Sendable {
        let target: Int
        let slots: [(old: Int, new: Int)]
    }

    /// The flow of the old version.
    public let from: TableIdentity
    /// The flow of the new version.
    public let to: TableIdentity
    private let slotCount: Int
    private let counters: [(old: Int, new: Int)]
    private let moves: [Int: Move]

    /// Reads a map.
    /// - Parameter bytes: the JSON text that `flowc migrate` wrote.
    /// - Throws: ``ReadError``.
    public init(parsing bytes: [UInt8]) throws(ReadError) {
        guard let value = WireParser.parse(bytes), value["flowMigration"]?.count == 1,
            let from = value["from"]?.string.flatMap({ TableIdentity(hexadecimal: $0) }),
            let to = value["to"]?.string.flatMap({ TableIdentity(hexadecimal: $0) }),
            let slotCount = value["slots"]?.count, slotCount < 1 << 16, let counters = value["counters"]?.pairs,
            let states = value["states"]?.items
        else { throw .notAMigration }
        var moves: [Int: Move] = [:]
        for state in states {
            guard let parts = state.items, parts.count == 3, let old = parts[0].count, let new = parts[1].count,
                let slots = parts[2].pairs, slots.allSatisfy({ $0.new < slotCount }), moves[old] == nil
            else { throw .notAMigration }
            moves[old] = Move(target: new, slots: slots)
        }
        guard counters.allSatisfy({ max($0.old, $0.new) < Self.counterCount }) else { throw .notAMigration }
        (self.from, self.to, self.slotCount, self.counters, self.moves) = (from, to, slotCount, counters, moves)
    }

    private static let counterCount = 16

    /// The session where it stands in the new version; its table is not yet that one.
    /// - Throws: ``FlowSnapshotError/cannotMigrate`` if the map does not lead on from there.
    package func apply(to state: FlowSessionState) throws(FlowSnapshotError) -> FlowSessionState {
        guard let move = moves[state.state], state.counters.count == Self.counterCount else { throw .cannotMigrate }
        var result = state
        result.state = move.target
        if let last = state.lastPresented {
            guard let target = moves[last]?.target else { throw .cannotMigrate }
            result.lastPresented = target
        }
        result.counters = Array(repeating: 0, count: Self.counterCount)
        for (old, new) in counters { result.counters[new] = state.counters[old] }
        result.values = Array(repeating: nil, count: slotCount)
        for (old, new) in move.slots {
            guard old < state.values.count else { throw .cannotMigrate }
            result.values[new] = state.values[old]
        }
        return result
    }
}

extension [FlowMigration] {
    /// The maps that lead from one version to another, one after the other; nil if none do.
    func path(from old: TableIdentity, to new: TableIdentity) -> [FlowMigration]? {
        var (path, current) = ([FlowMigration](), old)
        while current != new {
            guard path.count < count, let next = first(where: { $0.from == current }) else { return nil }
            path.append(next)
            current = next.to
        }
        return path
    }
}

extension WireValue {
    /// The number, if it is one that counts something.
    fileprivate var count: Int? {
        guard case .number(let text) = self, let number = Int(text), number >= 0 else { return nil }
        return number
    }

    fileprivate var items: [WireValue]? {
        guard case .array(let items) = self else { return nil }
        return items
    }

    fileprivate var pairs: [(old: Int, new: Int)]? {
        guard let items else { return nil }
        var result: [(old: Int, new: Int)] = []
        for item in items {
            guard let pair = item.items, pair.count == 2, let old = pair[0].count, let new = pair[1].count else {
                return nil
            }
            result.append((old, new))
        }
        return result
    }
}
