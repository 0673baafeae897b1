/// The text of a fact: its sign, and what it is about.
enum FactText {
    static func text(_ fact: Card.Fact) -> String {
        switch fact.kind {
        case .step, .member: fact.text
        case .shows: "shows " + fact.text
        case .asks: "asks " + fact.text
        case .optional: "optional: " + fact.text
        case .time: Sign.time + " " + fact.text
        case .work: Sign.work + " " + fact.text
        case .sends: Sign.service + " " + fact.text
        case .notifies: Sign.notification + " " + fact.text
        }
    }
}

extension Card {
    /// The numbers of the shared ways out that it has, in words.
    func alsoText(in diagram: Diagram) -> String {
        "also " + shared.map { diagram.shared[$0].mark }.joined(separator: ", ")
    }
}
