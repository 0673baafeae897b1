/// Boxes drawn as the cells of one table: a page has no room for an arrow to each of them.
struct DiagramTable {
    /// A cell: what leads to it, and the box that is meant.
    struct Cell {
        /// Its name in the table.
        var port: String
        /// What happened, in full.
        var labels: [String]
        /// The box; none if the cell only says what happened, and an arrow leads on from it.
        var box: Int?
        /// Whether arrows begin at the cell.
        var isBusy: Bool
    }

    /// Its name in the picture's language.
    var key: String
    /// What is written above the cells; empty if nothing.
    var title: String
    /// The cells, those that arrows begin at last.
    var cells: [Cell]
    /// Most cells side by side.
    var columns: Int

    /// The cells row by row: rows as even as possible; cells that arrows begin at have the lowest row, where arrows can leave.
    var rows: [[Cell]] {
        let idle = cells.filter { !$0.isBusy }
        let busy = cells.filter(\.isBusy)
        return Self.even(idle, columns) + (busy.isEmpty ? [] : Self.even(busy, max(columns, 6)))
    }

    private static func even(_ cells: [Cell], _ columns: Int) -> [[Cell]] {
        let count = (cells.count + columns - 1) / columns
        var rows: [[Cell]] = []
        var next = 0
        for row in 0..<count {
            let length = (cells.count - next + count - row - 1) / (count - row)
            rows.append(Array(cells[next..<(next + length)]))
            next += length
        }
        return rows
    }
}
