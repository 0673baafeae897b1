import FlowDiagnostics
import FlowModel

/// The capabilities of a service, as its description states them.
struct ServiceDescription: Sendable {
    /// A parameter of a request.
    struct Input: Sendable {
        var name: Symbol
        var path: [String]
        var isVariant: Bool
        var isSpread: Bool
        var isRequired: Bool
        var type: ValueType
        var spelling = Request.Input.Spelling.text
        var prefix = ""
        /// What the service takes.
        var form = KeyForm()
        /// The words that it can hold to begin rounds of challenges, each a round by itself.
        var begins: [Symbol] = []
    }

    /// A value that a reply can bring.
    struct Output: Sendable {
        var name: Symbol
        var path: [String]
        var type: ValueType
        var encoding: ReplyForm.Output.Encoding
        var prefix: String
        /// Whether whoever has it was granted something by it, as by a token.
        var isGrant: Bool
        /// The words that it, or an item of it, is one of; empty if it can be anything.
        var words: [Symbol] = []
        /// The sorts of replies that bring it; nil where the description leaves it to the form.
        var sorts: Sorts?
        /// The place that names it.
        var range: SourceRange
    }

    /// Sorts of replies.
    struct Sorts: OptionSet, Sendable {
        let rawValue: Int
        static let success = Sorts(rawValue: 1)
        static let challenge = Sorts(rawValue: 2)
    }

    /// The replies other than errors that can follow on a request.
    struct Following: Sendable {
        var challenges: Set<Symbol> = []
        var success = false
    }

    /// A way to call an operation.
    struct Variant: Sendable {
        var inputs: [Input] = []
        /// The replies that can follow; nil if the description does not say.
        var brings: Following?
        /// Whether a reply that is no error proves something of the user.
        var proves = false
    }

    /// How replies of some operations are read.
    struct Reply: Sendable {
        var challengePath: [String] = []
        var parameterPath: [String] = []
        var successPath: [String] = []
        var outputs: [Output] = []
    }

    /// An operation, with what all its variants share.
    struct Operation: Sendable {
        var name: Symbol
        var reply: Symbol?
        var inputs: [Input] = []
        var outputs: [Output] = []
        var variants: [Symbol: Variant] = [:]
        var errors: [Symbol] = []
        var responsePath: [String] = []
        var proves = false
    }

    /// A challenge: what it brings and what its answer holds.
    struct Challenge: Sendable {
        var name: Symbol
        var parameters: [Output] = []
        var responses: [Input] = []
        /// The replies that can follow on its answer; nil if the description does not say.
        var brings: Following?
        /// Whether an answer that is accepted proves something of the user.
        var proves = false
        /// Challenges that the service asks for by itself between the rounds after this one.
        var adds: [Symbol] = []
    }

    /// The document that it is in; -1 where there is none.
    var document = -1
    /// Its name.
    var name: Symbol?
    /// The operation that answers challenges.
    var answer: Symbol?
    var replies: [Symbol: Reply] = [:]
    var operations: [Symbol: Operation] = [:]
    var challenges: [Symbol: Challenge] = [:]
    /// The errors in the order of writing.
    var errors: [Symbol] = []
    /// For how many seconds a session can be used, at least and at most, as the service is set.
    var sessionSeconds: ClosedRange<Int>?
    /// The keys that some request can carry, for checks of what is sent for all.
    var requestKeys: Set<Symbol> = []
    /// The values that some reply can bring, by name; the first one described counts for its type.
    var outputTypes: [Symbol: ValueType] = [:]
    /// By word that a request can begin rounds of challenges with: the keys that can hold it.
    var beginnings: [Symbol: Set<Symbol>] = [:]
    /// By value that some reply can bring: the words that it, or an item of it, is one of; none where it can be anything.
    var outputWords: [Symbol: [Symbol]] = [:]
    /// By operation: the values that its replies can bring, each once for every way in which it is read.
    var brought: [Symbol: [BroughtValue]] = [:]

    /// The parameters of a request: the operation's own and those of a variant, or a challenge's responses.
    func inputs(of operation: Operation, variant: Symbol?) -> [Input] {
        guard let variant else { return operation.inputs }
        if let own = operation.variants[variant] { return operation.inputs + own.inputs }
        return operation.inputs + (challenges[variant]?.responses ?? [])
    }

    /// The values that a reply of an operation can bring, without the parameters of challenges.
    func outputs(of operation: Operation) -> [Output] {
        operation.outputs + (operation.reply.flatMap { replies[$0]?.outputs } ?? [])
    }

    /// The variants that an operation has; the answer operation has the challenges.
    func variants(of operation: Operation) -> Set<Symbol> {
        operation.name == answer ? Set(challenges.keys) : Set(operation.variants.keys)
    }

    /// The replies that can follow on a request; nil if the description does not say.
    func following(_ operation: Operation, _ variant: Symbol?) -> Following? {
        guard let variant else { return nil }
        if let own = operation.variants[variant] { return own.brings }
        return challenges[variant]?.brings
    }

    /// Whether the description says what proves who a user is.
    var knowsProofs: Bool {
        challenges.values.contains(where: \.proves)
            || operations.values.contains { $0.proves || $0.variants.values.contains(where: \.proves) }
    }
}
