/// A diagram of a flow, independent of the output format.
///
/// It has boxes and labeled arrows in a fixed order.
struct Diagram {
    /// The shape of a box.
    enum Shape: Hashable {
        case start, box, oval, diamond, end, hub
    }

    struct Box {
        /// Its identifier in the output: a letter and a number.
        var key: String
        /// The lines inside it, starting with its name.
        var lines: [String]
        var shape: Shape
        /// Whether the service box answers it, without an arrow.
        var asksService = false

        /// All lines, including the one about the service.
        var allLines: [String] { asksService ? lines + ["→ service"] : lines }
    }

    /// An arrow between two boxes, given by index.
    struct Arrow: Hashable {
        var from: Int
        var to: Int
        /// The full labels.
        var labels: [String]
        var isDashed: Bool

        /// The label's lines: long ones are shortened, and many are counted.
        var lines: [String] { Diagram.joined(labels.map { Diagram.shortened($0, isAlone: labels.count == 1) }) }
    }

    let title: String
    var boxes: [Box] = []
    var arrows: [Arrow] = []

    /// The maximum number of lines beside an arrow; further ones are counted.
    private static var maxLines: Int { 3 }

    /// Boxes that represent several, in order.
    var hubs: [Int] { boxes.indices.filter { boxes[$0].shape == .hub } }

    /// The length of the longest path without errors and back edges.
    var depth: Int {
        var depths = [Int?](repeating: nil, count: boxes.count)
        var isOpen = [Bool](repeating: false, count: boxes.count)
        func depth(of box: Int) -> Int {
            if let known = depths[box] { return known }
            isOpen[box] = true
            var result = 0
            for arrow in arrows where arrow.from == box && !arrow.isDashed && !isOpen[arrow.to] {
                result = max(result, 1 + depth(of: arrow.to))
            }
            isOpen[box] = false
            depths[box] = result
            return result
        }
        return boxes.isEmpty ? 0 : depth(of: 0)
    }

    /// The labels of merged arrows, without duplicates and empty ones.
    static func unique(_ labels: [String]) -> [String] {
        var result: [String] = []
        for label in labels where !label.utf8.isEmpty && !result.contains(label) { result.append(label) }
        return result
    }

    /// Joins lines; the last one counts those beyond the maximum.
    ///
    /// It has no sign before the number, since Mermaid would parse a list.
    static func joined(_ lines: [String]) -> [String] {
        let result = unique(lines)
        guard result.count > maxLines else { return result }
        return result.prefix(maxLines - 1) + ["and " + String(result.count - maxLines + 1) + " more"]
    }

    /// Shortens a label; further if it is not alone.
    private static func shortened(_ label: String, isAlone: Bool) -> String {
        let most = isAlone ? 56 : 30
        return label.count > most ? String(label.prefix(most - 1)) + "…" : label
    }
}
