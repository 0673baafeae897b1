/// The results as Markdown.
struct Report {
    /// All lines so far.
    private(set) var text = ""
    /// How many results miss their target.
    private(set) var misses = 0

    /// Starts a table.
    mutating func section(_ title: String, _ note: String) {
        text += "\n## \(title)\n\n\(note)\n\n| measure | ours | reference | ratio | target | |\n"
        text += "| --- | ---: | ---: | ---: | ---: | --- |\n"
    }

    /// A row that compares with a reference.
    mutating func row(_ name: String, _ ours: Double, _ reference: Double, unit: String, atMost target: Double?) {
        let ratio = reference > 0 ? ours / reference : 0
        row(
            name, "\(Self.number(ours)) \(unit)", "\(Self.number(reference)) \(unit)", "\(Self.number(ratio))x",
            target.map { "\(Self.number($0))x" } ?? "", target.map { ratio <= $0 })
    }

    /// A row with a bound of its own.
    mutating func row(_ name: String, _ ours: Double, unit: String, atMost target: Double?) {
        row(
            name, "\(Self.number(ours)) \(unit)", "", "", target.map { "\(Self.number($0)) \(unit)" } ?? "",
            target.map { ours <= $0 })
    }

    private mutating func row(
        _ name: String, _ ours: String, _ reference: String, _ ratio: String, _ target: String, _ isMet: Bool?
    ) {
        let verdict = isMet.map { $0 ? "met" : "**missed**" } ?? ""
        if isMet == false { misses += 1 }
        let bound = target.isEmpty ? "" : "≤ \(target)"
        text += "| \(name) | \(ours) | \(reference) | \(ratio) | \(bound) | \(verdict) |\n"
    }

    /// Three significant digits, without Foundation.
    static func number(_ value: Double) -> String {
        if value >= 100 || value == value.rounded() { return "\(Int(value.rounded()))" }
        let scale: Double = value >= 10 ? 10 : value >= 1 ? 100 : 1000
        return "\((value * scale).rounded() / scale)"
    }
}
