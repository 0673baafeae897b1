/// The elements and attributes that each of the three kinds of document may contain.
///
/// `Vocabulary` derives the structural checks from them. `.ci/generate` writes `ElementName` and `AttributeName`, the
/// grammars in `grammar`, and the tables of the reference.
package enum Language {
    /// Returns the elements of a kind of document, starting with the root.
    package static func elements(_ kind: DocumentKind) -> [Element] {
        switch kind {
        case .flow: FlowElements.all
        case .service: ServiceElements.all
        case .scenario: ScenarioElements.all
        }
    }

    /// An element of a kind of document.
    package struct Element: Sendable {
        /// The name as written in a file.
        package let name: String
        /// One sentence, in Markdown.
        package let meaning: String
        package let attributes: [Attribute]
        package let constraints: [AttributeConstraint<String>]
        /// The permitted children, in any order. Those that are not in ``once`` can be repeated.
        package let children: [String]
        /// The children permitted at most once.
        package let once: [String]
        /// The children required at least once.
        package let needed: [String]
        package let hasText: Bool

        /// Creates an element; by default without attributes, constraints, children or text.
        init(
            _ name: String, _ meaning: String, _ attributes: [Attribute] = [],
            _ constraints: [AttributeConstraint<String>] = [], children: [String] = [], once: [String] = [],
            needed: [String] = [], hasText: Bool = false
        ) {
            self.name = name
            self.meaning = meaning
            self.attributes = attributes
            self.constraints = constraints
            self.children = children
            self.once = once
            self.needed = needed
            self.hasText = hasText
        }
    }

    package struct Attribute: Sendable {
        /// The name as written in a file.
        package let name: String
        package let kind: ValueKind
        package let isRequired: Bool
        package let meaning: String
        /// What the reference says about an absent attribute, in Markdown; nil if there is nothing to say.
        package let fallback: String?

        /// Returns an attribute that its element must have.
        static func required(_ name: String, _ kind: ValueKind, _ meaning: String) -> Attribute {
            Attribute(name: name, kind: kind, isRequired: true, meaning: meaning, fallback: "required")
        }

        /// Returns an attribute that its element can lack. `fallback` says in Markdown what its absence means.
        static func optional(
            _ name: String, _ kind: ValueKind, _ meaning: String, default fallback: String? = nil
        ) -> Attribute {
            Attribute(name: name, kind: kind, isRequired: false, meaning: meaning, fallback: fallback)
        }
    }
}
