package import FlowDiagnostics

/// An author's statements about a flow: its assertions, declarations and happy path, and the replies that it names.
package struct AuthorStatements: Sendable {
    package var assertions: [Assertion]
    /// The declarations in the compiled file.
    package var declared: [Declared]
    /// The replies that transitions in the compiled file name.
    package var namedReplies: [NamedReply]
    /// The nodes of the happy path after the start, in order; empty if the author does not name it.
    package var happyPath: [Waypoint]

    /// Creates an author's statements, by default empty lists.
    package init(
        assertions: [Assertion] = [], declared: [Declared] = [], namedReplies: [NamedReply] = [],
        happyPath: [Waypoint] = []
    ) {
        self.assertions = assertions
        self.declared = declared
        self.namedReplies = namedReplies
        self.happyPath = happyPath
    }
}

/// A node that the author names on the happy path of a flow.
package struct Waypoint: Sendable {
    package var name: String
    /// The id of the node. The nodes inside a use have other ids.
    package var node: NodeID
    package var isEnd: Bool
    /// Whether the compiled file names the node, rather than a base flow.
    package var isOwn: Bool
    package var range: SourceRange

    package init(name: String, node: NodeID, isEnd: Bool, isOwn: Bool, range: SourceRange) {
        self.name = name
        self.node = node
        self.isEnd = isEnd
        self.isOwn = isOwn
        self.range = range
    }
}

/// A declaration in the compiled file.
package struct Declared: Sendable {
    /// The kinds of declarations.
    ///
    /// A value has its slot, which is nil if the flow has none for it, and a counter has its id. For the other kinds,
    /// `isUsed` says whether the flow uses the declaration.
    package enum Kind: Sendable {
        case value(SlotID?)
        case counter(CounterID)
        case handler(isUsed: Bool)
        case command(isUsed: Bool)
        case flow(isUsed: Bool)
    }

    package var kind: Kind
    /// The name of the kind in messages, such as `input`, `answer` or `handler`.
    package var what: String
    package var name: String
    package var range: SourceRange
    /// The place of a literal `value` with the text of the name, for which the author may have meant `from`; nil if none.
    package var literal: SourceRange?

    package init(kind: Kind, what: String, name: String, range: SourceRange, literal: SourceRange? = nil) {
        self.kind = kind
        self.what = what
        self.name = name
        self.range = range
        self.literal = literal
    }
}

/// A reply of the service that a transition in the compiled file names.
package struct NamedReply: Sendable {
    /// The reply's name in messages, such as `the error 'WrongCode'` or `success`.
    package var text: String
    package var range: SourceRange
    /// Whether a request in the scope of the transition can return the reply.
    package var isPossible: Bool

    package init(text: String, range: SourceRange, isPossible: Bool) {
        self.text = text
        self.range = range
        self.isPossible = isPossible
    }
}
