import FlowModel

/// A picture of a flow, independent of the language that it is written in: boxes and labelled arrows, in a fixed order.
struct Diagram {
    /// How a box looks.
    enum Shape {
        case start, box, oval, diamond, end, hub
    }

    /// A box.
    struct Box {
        /// Its name in the picture's language: a letter and a number.
        var key: String
        /// The lines written in it.
        var lines: [String]
        var shape: Shape
    }

    /// An arrow between two boxes, which are meant by index.
    struct Arrow {
        var from: Int
        var to: Int
        /// The lines written beside it.
        var lines: [String]
        var isDashed: Bool
        /// How many rows further down the other box should lie at least.
        var length = 1
    }

    /// Arrows that lead from a box to one row before more are given the next: wide fans do not fit a page.
    private static var arrowsPerRow: Int { 2 }

    /// The flow's name.
    let title: String
    var boxes: [Box] = []
    var arrows: [Arrow] = []

    /// Most lines beside one arrow; further ones are counted.
    private static var mostLines: Int { 3 }

    /// Boxes that stand for many, in order.
    var hubs: [Int] { boxes.indices.filter { boxes[$0].shape == .hub } }

    /// Number of rows that a box and all that is reached from it take, group of leaves included.
    func rows(below box: Int) -> Int {
        var row = [Int?](repeating: nil, count: boxes.count)
        row[box] = 0
        var open = [box]
        var next = 0
        while next < open.count {
            let upper = open[next]
            next += 1
            for arrow in arrows where arrow.from == upper && row[arrow.to] == nil {
                row[arrow.to] = (row[upper] ?? 0) + arrow.length
                open.append(arrow.to)
            }
        }
        return max(1, row.compactMap { $0 }.max() ?? 1)
    }

    /// Boxes that a box leads to without more to say, and that lead nowhere further: they can be drawn as one group.
    func leaves(of box: Int) -> [Int] {
        arrows.filter { $0.from == box && $0.lines.isEmpty && !$0.isDashed }.map(\.to).filter { leaf in
            arrows.allSatisfy { $0.from != leaf && ($0.to != leaf || $0.from == box) }
        }
    }

    /// Spreads the arrows of boxes that have many over several rows.
    mutating func spread() {
        var counts = [Int](repeating: 0, count: boxes.count)
        for arrow in arrows { counts[arrow.from] += 1 }
        for hub in hubs where leaves(of: hub).count > 1 { counts[hub] -= leaves(of: hub).count }
        let grouped = Set(hubs.flatMap { leaves(of: $0) })
        var drawn = [Int](repeating: 0, count: boxes.count)
        for index in arrows.indices
        where counts[arrows[index].from] > 2 * Self.arrowsPerRow && !grouped.contains(arrows[index].to) {
            arrows[index].length = 1 + drawn[arrows[index].from] / Self.arrowsPerRow
            drawn[arrows[index].from] += 1
        }
    }

    /// The lines of several arrows drawn as one, without repetition.
    static func joined(_ lines: [String]) -> [String] {
        var result: [String] = []
        for line in lines where !line.utf8.isEmpty && !result.contains(line) { result.append(line) }
        guard result.count > mostLines else { return result }
        return result.prefix(mostLines - 1) + ["+ " + String(result.count - mostLines + 1) + " more"]
    }
}
