/// A picture of a flow, independent of the language that it is written in: boxes and labelled arrows, in a fixed order.
struct Diagram {
    /// How a box looks.
    enum Shape: Hashable {
        case start, box, oval, diamond, end, hub
    }

    /// A box.
    struct Box {
        /// Its name in the picture's language: a letter and a number.
        var key: String
        /// The lines written in it: its name first.
        var lines: [String]
        var shape: Shape
        /// Whether what it sends is answered by the service box, without an arrow that says so.
        var asksService = false

        /// All lines, the way to the service included.
        var allLines: [String] { asksService ? lines + ["→ service"] : lines }
    }

    /// An arrow between two boxes, which are meant by index.
    struct Arrow: Hashable {
        var from: Int
        var to: Int
        /// What is to be written beside it, in full.
        var labels: [String]
        var isDashed: Bool

        /// What is written beside it: long labels are cut, many are counted.
        var lines: [String] { Diagram.joined(labels.map { Diagram.shortened($0, isAlone: labels.count == 1) }) }
    }

    /// The flow's name.
    let title: String
    var boxes: [Box] = []
    var arrows: [Arrow] = []

    /// Most lines beside one arrow; further ones are counted.
    private static var maxLines: Int { 3 }

    /// Boxes that stand for many, in order.
    var hubs: [Int] { boxes.indices.filter { boxes[$0].shape == .hub } }

    /// Number of arrows on the longest way from the first box where nothing goes wrong and none leads back.
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

    /// The labels of several arrows drawn as one, without repetition and empty ones.
    static func unique(_ labels: [String]) -> [String] {
        var result: [String] = []
        for label in labels where !label.utf8.isEmpty && !result.contains(label) { result.append(label) }
        return result
    }

    /// Lines, the last of which counts those that are too many. No sign before the number: Mermaid would take it for a list.
    static func joined(_ lines: [String]) -> [String] {
        let result = unique(lines)
        guard result.count > maxLines else { return result }
        return result.prefix(maxLines - 1) + ["and " + String(result.count - maxLines + 1) + " more"]
    }

    /// A label of a length that leaves room for others.
    private static func shortened(_ label: String, isAlone: Bool) -> String {
        let most = isAlone ? 56 : 30
        return label.count > most ? String(label.prefix(most - 1)) + "…" : label
    }
}
