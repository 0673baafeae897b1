import FlowTable

extension Dump {
    /// Adds the rows: where each starts, and the comb in which they interlock.
    mutating func addRows() {
        let (view, naming) = (view, self)
        addColumn("rows of the states", view.rowBase, count: view.states) { state, base in
            naming.state(state) + ": row at " + String(base)
        }
        addColumn("fallback rows of the states", view.fallback, count: view.states) { state, row in
            naming.state(state) + (row == 0 ? ": no fallback" : ": fallback row " + String(row - 1))
        }
        addColumn("fallback rows", view.fallbackBase, count: view.fallbackRows) { row, base in
            "fallback row " + String(row) + ": at " + String(base)
        }
        addComb()
    }

    private mutating func addComb() {
        if view.combEntries == 0 { return }
        heading("entries, " + String(view.entryWidth) + " bytes each for event and target")
        let owners = owners()
        let halves = Column(base: view.comb, width: view.entryWidth)
        let empty = view.entryWidth == 4 ? 0xFFFF_FFFF : (1 << (8 * view.entryWidth)) - 1
        for index in 0..<view.combEntries {
            let event = halves[index * 2]
            guard event != empty else {
                add(2 * view.entryWidth, String(index) + " free")
                continue
            }
            let owner = owners[index - event] ?? "no state"
            let target = target(halves[index * 2 + 1])
            add(2 * view.entryWidth, String(index) + " " + owner + " on " + self.event(event) + " -> " + target)
        }
    }

    /// By base: whose row starts there.
    private func owners() -> [Int: String] {
        var names: [Int: [String]] = [:]
        for state in 0..<view.states { names[view.rowBase[state], default: []].append(self.state(state)) }
        for row in 0..<view.fallbackRows {
            names[view.fallbackBase[row], default: []].append("fallback row " + String(row))
        }
        return names.mapValues { names in
            names.prefix(4).joined(separator: ", ")
                + (names.count > 4 ? " and " + String(names.count - 4) + " more" : "")
        }
    }
}
