package import FlowCore
package import FlowTable

/// What values do, written down a second time: what a machine does is compared with it.
extension FlowValue {
    /// A literal as a value of a type.
    package static func literal(_ text: String, _ type: SlotType) -> FlowValue {
        type == .list
            ? .list(text.utf8.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }) : .text(text)
    }

    /// Whether a list has an item, a map a key, or a text a part.
    package func contains(_ part: String) -> Bool {
        switch self {
        case .list(let items): return items.contains { $0.isSame(as: part) }
        case .map(let entries): return entries.contains { $0.key.isSame(as: part) }
        case .text(let text):
            let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
            return wanted.isEmpty || bytes.indices.contains { bytes[$0...].starts(with: wanted) }
        }
    }

    /// Whether a list or the keys of a map have all items of a list.
    package static func hasAll(_ holder: FlowValue?, _ wanted: FlowValue?) -> Bool {
        guard case .list(let items) = wanted else { return true }
        if case .text = holder { return items.isEmpty }
        return items.allSatisfy { holder?.contains($0) ?? false }
    }

    /// A list or a map without some entries.
    package func without(_ entries: [String]) -> FlowValue {
        switch self {
        case .list(let items): .list(items.filter { item in !entries.contains { $0.isSame(as: item) } })
        case .map(let all): .map(all.filter { entry in !entries.contains { $0.isSame(as: entry.key) } })
        case .text: self
        }
    }

    /// Two maps, the entries of the second winning.
    package static func merged(_ first: FlowValue?, _ second: FlowValue?) -> FlowValue? {
        guard case .map(let added) = second else { return first }
        guard case .map(let entries) = first else { return second }
        let kept = entries.map { entry in added.last { $0.key.isSame(as: entry.key) } ?? entry }
        return .map(kept + added.filter { entry in !entries.contains { $0.key.isSame(as: entry.key) } })
    }
}
