/// Formats the entries of cards.
enum EntryText {
    /// Returns the text of an entry, after a sign or a word for its kind.
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
    /// Returns the line that lists the numbers of the card's shared transitions, such as `also 1, 2`.
    func alsoText(in diagram: Diagram) -> String {
        "also " + shared.map { diagram.shared[$0].mark }.joined(separator: ", ")
    }
}
