import FlowDiagnostics
import FlowIR
import FlowTable

/// A service description: operations, replies and challenges.
struct ServiceDescription: Sendable {
    /// A key of a request.
    struct Input: Sendable {
        var name: Symbol
        var path: [ByteString]
        /// Whether the key selects the variant or challenge.
        var isVariant: Bool
        /// Whether the input describes a family of keys, which the entries of a map fill.
        var isSpread: Bool
        var isRequired: Bool
        var type: SlotType
        var encoding = InputEncoding.text
        /// The prefix of each item of a list or each key of a map in the request.
        var prefix: ByteString = ""
        var form = KeyForm()
        /// The words with which the key begins a custom sign-in; each is the name of its round.
        var begins: [Symbol] = []

        /// Returns whether a request cannot contain both keys, because one path leads to or into the other's value.
        ///
        /// A key can be inside the map of another key, unless the map is sent as text. Keys of families are always
        /// inside an object, so two families do not conflict.
        func conflicts(with other: Input) -> Bool {
            if isSpread != other.isSpread {
                let (family, key) = isSpread ? (self, other) : (other, self)
                return family.path.dropLast().starts(with: key.path) && key.encoding != .map
            }
            guard !isSpread else { return false }
            let (outer, inner) = path.count <= other.path.count ? (self, other) : (other, self)
            return inner.path.starts(with: outer.path)
                && (inner.path.count == outer.path.count || outer.encoding != .map)
        }
    }

    /// A value that a reply can contain.
    struct Output: Sendable {
        var name: Symbol
        var path: [ByteString]
        var type: SlotType
        var encoding: OutputEncoding
        /// The prefix of each item of a list or each key of a map in the reply.
        var prefix: ByteString
        /// What the value grants to its bearer, such as `tokens`; nil if it grants nothing.
        var grant: String?
        /// The words that the value, or each item of a list, can be; empty if any text is possible.
        var words: [Symbol] = []
        /// The sorts of replies that contain the value; nil if the path and type decide.
        var sorts: Sorts?
        /// The place of the name.
        var range: SourceRange
    }

    /// The sorts of replies other than errors.
    struct Sorts: OptionSet, Sendable {
        let rawValue: Int
        static let success = Sorts(rawValue: 1)
        static let challenge = Sorts(rawValue: 2)
    }

    /// The replies other than errors that can follow a request.
    struct Following: Sendable {
        var challenges: Set<Symbol> = []
        var success = false
    }

    /// A variant of an operation.
    struct Variant: Sendable {
        /// The keys that only this variant has.
        var inputs: [Input] = []
        /// The replies that can follow; nil if the description does not say.
        var brings: Following?
        /// Whether every reply except an error proves something about the user.
        var proves = false
    }

    /// A reply form, which several operations can share.
    struct Reply: Sendable {
        /// The path of the challenge's name; empty if replies contain no challenges.
        var challengePath: [ByteString] = []
        /// The path of the object that contains the challenge's parameters.
        var parameterPath: [ByteString] = []
        /// The path of the object that a success contains.
        var successPath: [ByteString] = []
        var outputs: [Output] = []
    }

    /// An operation, with the members that all its variants share.
    struct Operation: Sendable {
        var name: Symbol
        /// The name of the reply form; nil if the operation has only outputs of its own.
        var reply: Symbol?
        var inputs: [Input] = []
        var outputs: [Output] = []
        var variants: [Symbol: Variant] = [:]
        var errors: [Symbol] = []
        /// The path of the object that contains the responses to a challenge.
        var responsePath: [ByteString] = []
        /// Whether every reply except an error proves something about the user.
        var proves = false
    }

    /// A challenge: its parameters, and the responses that its answer contains.
    struct Challenge: Sendable {
        var name: Symbol
        var parameters: [Output] = []
        var responses: [Input] = []
        /// The replies that can follow the answer; nil if the description does not say.
        var brings: Following?
        /// Whether an accepted answer proves something about the user.
        var proves = false
        /// The challenges that the service itself can insert between this round and the next.
        var adds: [Symbol] = []
    }

    /// The index of the description's document; -1 if it was not read as part of a program.
    var document = -1
    var name: Symbol?
    /// The place of the name; nil if the description has none.
    var nameRange: SourceRange?
    /// The name of the operation that answers challenges; nil if the description names none.
    var answer: Symbol?
    var replies: [Symbol: Reply] = [:]
    var operations: [Symbol: Operation] = [:]
    var challenges: [Symbol: Challenge] = [:]
    /// The errors in source order.
    var errors: [Symbol] = []
    /// The shortest and the longest session lifetime that the service can be configured with, in seconds.
    var sessionSeconds: ClosedRange<Int>?
    var requestKeys: Set<Symbol> = []
    /// The type of each value that a reply can contain. The first description of a name decides.
    var outputTypes: [Symbol: SlotType] = [:]
    /// The keys that can hold a word that begins a custom sign-in, by word.
    var beginnings: [Symbol: Set<Symbol>] = [:]
    /// The possible words of each value that a reply can contain; empty if any text is possible.
    var outputWords: [Symbol: [Symbol]] = [:]
    /// The values that the replies of each operation can contain, one for each place that a value is read from.
    var replyValues: [Symbol: [ReplyValue]] = [:]

    /// Returns the names of the operations that declare a key, themselves or in a variant, in no particular order.
    func operations(accepting key: Symbol) -> [Symbol] {
        operations.values.filter { operation in
            let inputs = operation.inputs + operation.variants.values.flatMap(\.inputs)
            return inputs.contains { $0.name == key }
        }
        .map(\.name)
    }

    /// Returns whether the form of some key lists a word.
    func hasKeyWord(_ word: Symbol) -> Bool {
        let inputs = operations.values.flatMap { $0.inputs + $0.variants.values.flatMap(\.inputs) }
        return (inputs + challenges.values.flatMap(\.responses)).contains { $0.form.words.contains(word) }
    }

    /// Returns the keys of a request: of the operation, and of its variant or of the answer to a challenge.
    func inputs(of operation: Operation, variant: Symbol?) -> [Input] {
        guard let variant else { return operation.inputs }
        if let own = operation.variants[variant] { return operation.inputs + own.inputs }
        return operation.inputs + (challenges[variant]?.responses ?? [])
    }

    /// Returns the outputs of an operation and of its reply form, without the parameters of challenges.
    func outputs(of operation: Operation) -> [Output] {
        operation.outputs + (operation.reply.flatMap { replies[$0]?.outputs } ?? [])
    }

    /// Returns the names of an operation's variants. The variants of the answer operation are the challenges.
    func variants(of operation: Operation) -> Set<Symbol> {
        operation.name == answer ? Set(challenges.keys) : Set(operation.variants.keys)
    }

    /// Returns the replies that can follow a request, or nil if the description does not say.
    ///
    /// A description states them only for variants and for answers to challenges.
    func replies(following operation: Operation, variant: Symbol?) -> Following? {
        guard let variant else { return nil }
        if let own = operation.variants[variant] { return own.brings }
        return challenges[variant]?.brings
    }

    /// Whether the description states that some challenge, operation or variant proves something about the user.
    var knowsProofs: Bool {
        challenges.values.contains(where: \.proves)
            || operations.values.contains { $0.proves || $0.variants.values.contains(where: \.proves) }
    }
}

/// The form that a service requires of the value of a key.
struct KeyForm: Sendable {
    /// The words that the value, or each item of a list, may be; empty if any text is allowed.
    var words: [Symbol] = []
    /// The regular expression that the whole value must match; nil if any text is allowed.
    var pattern: EmbeddedText?
    /// The number of characters; nil if any number is allowed.
    var length: Int?

    /// Whether the service accepts any value.
    var isOpen: Bool { words.isEmpty && pattern == nil && length == nil }
}

/// The services that a flow is written against.
struct ServiceSet: Sendable {
    /// The services in source order.
    let all: [ServiceDescription]
    /// The keys of all requests to any of the services.
    let requestKeys: Set<Symbol>
    /// The type of each value that a reply can contain. The first service that describes a name decides.
    let outputTypes: [Symbol: SlotType]

    /// Indexes services. If several have an output of the same name, the first one determines its type.
    init(_ services: [ServiceDescription]) {
        // Most flows have one service. Its indexes are then shared instead of copied.
        all = services
        requestKeys = services.reduce(into: services.first?.requestKeys ?? []) { $0.formUnion($1.requestKeys) }
        outputTypes = services.dropFirst().reduce(into: services.first?.outputTypes ?? [:]) { types, service in
            types.merge(service.outputTypes) { first, _ in first }
        }
    }

    func withOperation(_ name: Symbol) -> [ServiceDescription] { all.filter { $0.operations[name] != nil } }

    func withChallenge(_ name: Symbol) -> [ServiceDescription] { all.filter { $0.challenges[name] != nil } }

    /// Returns the services whose replies can contain a value of this name.
    func withOutput(_ name: Symbol) -> [ServiceDescription] { all.filter { $0.outputTypes[name] != nil } }

    /// Returns the words to which the first service with an output limits it, or nil if there is no limit.
    func words(of output: Symbol) -> [Symbol]? {
        withOutput(output).first?.outputWords[output].flatMap { $0.isEmpty ? nil : $0 }
    }

    func hasError(_ name: Symbol) -> Bool { all.contains { $0.errors.contains(name) } }

    /// Returns whether a request can begin a custom sign-in with a word.
    func canBeginSignIn(with word: Symbol) -> Bool { all.contains { $0.beginnings[word] != nil } }
}
