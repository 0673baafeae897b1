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
    }

    /// The flow's name.
    let title: String
    var boxes: [Box] = []
    var arrows: [Arrow] = []

    /// Most lines beside one arrow; further ones are counted.
    private static var mostLines: Int { 4 }

    /// The lines of several arrows drawn as one, without repetition.
    static func joined(_ lines: [String]) -> [String] {
        var result: [String] = []
        for line in lines where !line.utf8.isEmpty && !result.contains(line) { result.append(line) }
        guard result.count > mostLines else { return result }
        return result.prefix(mostLines - 1) + ["+ " + String(result.count - mostLines + 1) + " more"]
    }
}
