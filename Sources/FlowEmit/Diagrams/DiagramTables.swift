/// The tables of a diagram, and the boxes and arrows that they replace.
///
/// There are two kinds. A box that represents several becomes the head of a table of its successors. Boxes with the
/// same incoming and outgoing arrows become a table that has these arrows once.
struct DiagramTables {
    private let diagram: Diagram
    /// The tables, in order.
    private(set) var tables: [DiagramTable] = []
    /// By box: the table and cell where its arrows start and end.
    private var place: [Int: (key: String, port: String?)] = [:]
    /// By arrow: the cell where it starts, which contains its label.
    private var tails: [Diagram.Arrow: String] = [:]
    /// Arrows that a table replaces.
    private var dropped: Set<Diagram.Arrow> = []
    /// Arrows to tables whose cells contain their labels.
    private var silent: Set<Diagram.Arrow> = []

    /// The common arrows of boxes that share a table.
    private struct Kind: Hashable {
        var from: Int
        var shape: Diagram.Shape
        var edges: [Diagram.Arrow]
    }

    /// The maximum number of cells in a row: below a head, and in a group.
    private static var columns: (hub: Int, group: Int) { (4, 3) }

    /// Finds the tables of a diagram.
    init(_ diagram: Diagram) {
        self.diagram = diagram
        for hub in diagram.hubs { addHub(hub) }
        addGroups()
    }

    /// Whether a box is drawn as a box.
    func isAlone(_ box: Int) -> Bool { place[box] == nil && diagram.boxes[box].shape != .hub }

    /// Whether an arrow is drawn.
    func isDrawn(_ arrow: Diagram.Arrow) -> Bool { !dropped.contains(arrow) }

    /// Whether an arrow's label is in a cell.
    func isSilent(_ arrow: Diagram.Arrow) -> Bool { silent.contains(arrow) || tails[arrow] != nil }

    /// Whether an arrow leads from a cell to a placed box.
    ///
    /// Error arrows must not move that box below the table.
    func isReturn(_ arrow: Diagram.Arrow) -> Bool {
        guard arrow.isDashed, tails[arrow] != nil || place[arrow.from]?.port != nil else { return false }
        return diagram.arrows.contains { $0.to == arrow.to && !$0.isDashed }
    }

    /// Where an arrow starts.
    func tail(_ arrow: Diagram.Arrow) -> String {
        if let tail = tails[arrow] { return tail + ":s" }
        guard let place = place[arrow.from] else { return diagram.boxes[arrow.from].key }
        return place.port.map { place.key + ":" + $0 + ":s" } ?? place.key
    }

    /// Where an arrow ends.
    func head(_ arrow: Diagram.Arrow) -> String {
        guard let place = place[arrow.to] else { return diagram.boxes[arrow.to].key }
        return place.port.map { place.key + ":" + $0 } ?? place.key
    }

    // MARK: Heads

    private mutating func addHub(_ hub: Int) {
        let key = diagram.boxes[hub].key
        var cells: [DiagramTable.Cell] = []
        for arrow in diagram.arrows where arrow.from == hub {
            let port = "p" + String(cells.count)
            if canHold(arrow.to) {
                dropped.insert(arrow)
                place[arrow.to] = (key, port)
                let isBusy = diagram.arrows.contains { $0.from == arrow.to }
                cells.append(DiagramTable.Cell(port: port, labels: arrow.labels, box: arrow.to, isBusy: isBusy))
            } else {
                tails[arrow] = key + ":" + port
                let labels = arrow.labels.isEmpty ? Array(diagram.boxes[arrow.to].lines.prefix(1)) : arrow.labels
                cells.append(DiagramTable.Cell(port: port, labels: labels, box: nil, isBusy: true))
            }
        }
        // In source order; cells without a node come last.
        let sorted = cells.sorted { ($0.box ?? .max) < ($1.box ?? .max) }
        let areEnds = sorted.allSatisfy { $0.box.map { diagram.boxes[$0].shape == .end } ?? false }
        tables.append(
            DiagramTable(
                key: key, title: diagram.boxes[hub].lines.joined(separator: " "), cells: sorted,
                columns: areEnds ? 2 : Self.columns.hub))
    }

    private func canHold(_ box: Int) -> Bool {
        let shape = diagram.boxes[box].shape
        return place[box] == nil && (shape == .box || shape == .end)
    }

    // MARK: Groups

    private mutating func addGroups() {
        var groups: [Kind: [Int]] = [:]
        var order: [Kind] = []
        for box in diagram.boxes.indices where isAlone(box) {
            guard let kind = kind(of: box) else { continue }
            if groups[kind] == nil { order.append(kind) }
            groups[kind, default: []].append(box)
        }
        for kind in order {
            if let boxes = groups[kind], boxes.count > 1 { addGroup(boxes) }
        }
    }

    private func kind(of box: Int) -> Kind? {
        let edges = diagram.arrows.filter { $0.to == box }
        guard let edge = edges.first, edges.count == 1, !edge.isDashed else { return nil }
        let outs = diagram.arrows.filter { $0.from == box }.map { arrow in
            Diagram.Arrow(from: 0, to: arrow.to, labels: arrow.labels, isDashed: arrow.isDashed)
        }
        return Kind(from: edge.from, shape: diagram.boxes[box].shape, edges: outs)
    }

    private mutating func addGroup(_ boxes: [Int]) {
        guard let first = boxes.first else { return }
        let key = "t" + String(tables.count)
        var cells: [DiagramTable.Cell] = []
        for box in boxes {
            place[box] = (key, nil)
            for arrow in diagram.arrows where arrow.from == box && box != first { dropped.insert(arrow) }
            for arrow in diagram.arrows where arrow.to == box {
                if box == first { silent.insert(arrow) } else { dropped.insert(arrow) }
                cells.append(
                    DiagramTable.Cell(port: "p" + String(cells.count), labels: arrow.labels, box: box, isBusy: false))
            }
        }
        // A table without successors can be as tall as the boxes beside it.
        let isLeaf = !diagram.arrows.contains { $0.from == first }
        let columns = isLeaf && boxes.count <= Self.columns.group ? 1 : Self.columns.group
        tables.append(DiagramTable(key: key, title: "", cells: cells, columns: columns))
    }
}
