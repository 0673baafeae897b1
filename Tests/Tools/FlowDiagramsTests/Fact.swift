/// A transition that a flow has or a picture says, with a single event.
struct Fact: Hashable, Comparable, CustomStringConvertible {
    var from: String
    /// The event; empty for a decision.
    var event: String
    /// The guard in words, `otherwise`, or an empty text.
    var guardText: String
    var to: String

    /// The event and the guard, as a picture writes them.
    var label: String {
        let condition = guardText.isEmpty || guardText == "otherwise" ? guardText : "if " + guardText
        return [event, condition].filter { !$0.isEmpty }.joined(separator: " ")
    }

    var description: String { "\(from): \(label) → \(to)" }

    static func < (left: Fact, right: Fact) -> Bool { left.description < right.description }

    /// Returns the transitions of a line `FROM: EVENTS if GUARD → TO`, one for each event.
    static func facts(line: String) -> [Fact] {
        guard let arrow = line.firstRange(of: " → ") else { return [] }
        let (head, to) = (line[..<arrow.lowerBound], String(line[arrow.upperBound...]))
        guard let colon = head.firstRange(of: ": ") else { return facts(from: String(head), label: "", to: to) }
        return facts(from: String(head[..<colon.lowerBound]), label: String(head[colon.upperBound...]), to: to)
    }

    /// Returns the transitions of a label, one for each of its events.
    static func facts(from: String, label: String, to: String) -> [Fact] {
        let (head, guardText) = split(label)
        var events = head
        var attempts = ""
        if let after = head.firstRange(of: " after "), head.hasSuffix(" attempts") {
            (events, attempts) = (String(head[..<after.lowerBound]), String(head[after.lowerBound...]))
        }
        let names = events.split(separator: ", ").map(String.init)
        return (names.isEmpty ? [""] : names).map { name in
            Fact(from: from, event: name + attempts, guardText: guardText, to: to)
        }
    }

    /// Returns the events and the guard of a label.
    static func split(_ label: String) -> (events: String, guardText: String) {
        if label == "then" { return ("", "") }
        if label.hasPrefix("if ") { return ("", String(label.dropFirst(3))) }
        if let word = label.firstRange(of: " if ") {
            return (String(label[..<word.lowerBound]), String(label[word.upperBound...]))
        }
        if label == "otherwise" { return ("", label) }
        return label.hasSuffix(" otherwise") ? (String(label.dropLast(" otherwise".count)), "otherwise") : (label, "")
    }
}
