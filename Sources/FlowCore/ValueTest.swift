import FlowTable

/// The conditions on values that guards can test.
enum ValueTest {
    /// Equality and containment with a literal; an absent value has neither.
    static func compare(_ opcode: Opcode, _ value: FlowValue?, _ literal: UnsafeRawBufferPointer) -> Bool {
        guard let value else { return false }
        switch opcode {
        case .ifEquals, .ifDiffers:
            if case .text(let text) = value { return UTF8Text.same(text, literal) }
            return false
        case .ifEqualsFolded, .ifDiffersFolded:
            if case .text(let text) = value { return UTF8Text.sameFolded(text, literal) }
            return false
        default: return contains(value, literal)
        }
    }

    private static func contains(_ value: FlowValue, _ literal: UnsafeRawBufferPointer) -> Bool {
        switch value {
        case .text(let text): UTF8Text.contains(text, literal)
        case .list(let items): items.contains { UTF8Text.same($0, literal) }
        case .map(let entries): entries.contains { UTF8Text.same($0.key, literal) }
        }
    }

    /// Whether a list, or the keys of a map, hold every item of `wanted`. Nothing is wanted by an absent list.
    static func hasAll(_ holder: FlowValue?, _ wanted: FlowValue?) -> Bool {
        guard case .list(let items) = wanted else { return true }
        switch holder {
        case .list(let held): return items.allSatisfy { item in held.contains { UTF8Text.same($0, item) } }
        case .map(let held): return items.allSatisfy { item in held.contains { UTF8Text.same($0.key, item) } }
        default: return items.isEmpty
        }
    }

    /// A list or map without an entry.
    static func without(_ entry: UnsafeRawBufferPointer, _ value: FlowValue?) -> FlowValue? {
        switch value {
        case .list(let items): .list(items.filter { !UTF8Text.same($0, entry) })
        case .map(let entries): .map(entries.filter { !UTF8Text.same($0.key, entry) })
        default: value
        }
    }

    /// The entries of two maps, those of the second winning; nothing if both are absent.
    static func merged(_ first: FlowValue?, _ second: FlowValue?) -> FlowValue? {
        guard case .map(let added) = second else { return first }
        guard case .map(let entries) = first else { return second }
        return .map(FlowEntry.unique(entries + added))
    }
}
