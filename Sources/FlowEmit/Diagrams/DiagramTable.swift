/// A table of boxes, which need no arrows of their own.
struct DiagramTable {
    /// A cell: a box with its incoming labels.
    struct Cell {
        /// Its identifier in the table.
        var port: String
        /// The full labels.
        var labels: [String]
        /// The box; nil if the cell only has labels, and an arrow leads from it.
        var box: Int?
        /// Whether arrows start at the cell.
        var isBusy: Bool
    }

    /// Its identifier in the output.
    var key: String
    /// The title above the cells; empty if there is none.
    var title: String
    /// The cells; those where arrows start come last.
    var cells: [Cell]
    /// The maximum number of cells in a row.
    var columns: Int

    /// The cells in rows of similar length.
    ///
    /// Cells where arrows start are in the lowest row, where arrows can leave.
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
