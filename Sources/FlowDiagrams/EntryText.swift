/// The text of an entry: its sign, and what it is about.
enum EntryText {
    static func text(_ entry: Card.Entry) -> String {
        switch entry.kind {
        case .step, .member: entry.text
        case .shows: "shows " + entry.text
        case .asks: "asks " + entry.text
        case .optional: "optional: " + entry.text
        case .time: Sign.time + " " + entry.text
        case .work: Sign.work + " " + entry.text
        case .sends: Sign.service + " " + entry.text
        case .notifies: Sign.notification + " " + entry.text
        }
    }
}

extension Card {
    /// The numbers of the shared ways out that it has, in words.
    func alsoText(in diagram: Diagram) -> String {
        "also " + shared.map { diagram.shared[$0].mark }.joined(separator: ", ")
    }
}
