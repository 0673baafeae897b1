/// A value of the store: a text, a list of texts, or a map from text to text in the order of its entries.
package enum Value: Hashable, Sendable {
    case text(Text)
    case list([Text])
    case map([Entry])

    /// An entry of a map.
    package struct Entry: Hashable, Sendable {
        /// Its key.
        package let key: Text
        /// Its value.
        package var value: Text

        /// An entry by key.
        package init(_ key: Text, _ value: Text) {
            self.key = key
            self.value = value
        }
    }

    /// The text, nothing for lists and maps.
    var text: Text? { if case .text(let text) = self { text } else { nil } }

    /// The items of a list, the keys of a map.
    var items: [Text]? {
        switch self {
        case .text: nil
        case .list(let items): items
        case .map(let entries): entries.map(\.key)
        }
    }

    /// Whether it counts as a value where it is asked whether one is there: an empty list does not.
    var isThere: Bool { self != .list([]) }

    /// A literal becomes a value by the type of the name that it goes to.
    static func literal(_ text: Text, _ type: Text) -> Value? {
        type == "list" ? .list(text.words) : .text(text)
    }

    /// A map from entries, in which of two of one key the last counts, at the place of the first.
    static func map(merging entries: [Entry], into old: [Entry] = []) -> Value {
        var result = old
        for entry in entries {
            if let index = result.firstIndex(where: { $0.key == entry.key }) {
                result[index].value = entry.value
            } else {
                result.append(entry)
            }
        }
        return .map(result)
    }
}
