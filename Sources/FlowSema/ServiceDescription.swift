import FlowModel

/// What a service can do, read from its description.
package struct ServiceDescription: Sendable {
    /// A parameter of a request.
    struct Input: Sendable {
        var name: String
        var path: [String]
        var isVariant: Bool
        var isSpread: Bool
        var isRequired: Bool
        var type: ValueType
        /// The words that it can hold to begin rounds of challenges, each a round by itself.
        var begins: [String] = []
    }

    /// A value that a reply can bring.
    struct Output: Sendable {
        var name: String
        var path: [String]
        var type: ValueType
        var encoding: ReplyForm.Output.Encoding
        var prefix: String
        /// Whether a fair service never leaves it out.
        var isRequired: Bool
        /// What whoever has it was granted: tokens, say.
        var grants: String?
    }

    /// What can follow on a request, other than errors.
    struct Following: Sendable {
        var challenges: Set<String> = []
        var success = false
    }

    /// A way to call an operation.
    struct Variant: Sendable {
        var inputs: [Input] = []
        /// What can follow; nothing if the description does not say.
        var brings: Following?
        /// What a reply that is no error proves of the user.
        var proves: String?
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
        var name: String
        var reply: String?
        var inputs: [Input] = []
        var outputs: [Output] = []
        var variants: [String: Variant] = [:]
        var errors: [String] = []
        var responsePath: [String] = []
        var proves: String?
    }

    /// A challenge: what it brings and what its answer holds.
    struct Challenge: Sendable {
        var name: String
        var parameters: [Output] = []
        var responses: [Input] = []
        /// What can follow on its answer; nothing if the description does not say.
        var brings: Following?
        /// What an answer that is accepted proves of the user.
        var proves: String?
        /// Challenges that the service asks for by itself between the rounds after this one.
        var adds: [String] = []
    }

    /// The service's name.
    package var name = ""
    /// The operation that answers challenges.
    var answer: String?
    var replies: [String: Reply] = [:]
    var operations: [String: Operation] = [:]
    var challenges: [String: Challenge] = [:]
    var errors: [String] = []
    /// For how many seconds a session can be used, at least and at most, as the service is set.
    var sessionSeconds: ClosedRange<Int>?
    /// Every key that some request can carry, for checks of what is sent for all.
    var requestKeys: Set<String> = []
    /// Every value that some reply can bring, by name; the first one described counts for its type.
    var outputTypes: [String: ValueType] = [:]

    /// By word that a request can begin rounds of challenges with: the keys that can hold it.
    var beginnings: [String: Set<String>] = [:]

    /// A description of nothing.
    package init() {}

    /// The parameters of a request: the operation's own and those of a variant, or a challenge's responses.
    func inputs(of operation: Operation, variant: String?) -> [Input] {
        guard let variant else { return operation.inputs }
        if let own = operation.variants[variant] { return operation.inputs + own.inputs }
        return operation.inputs + (challenges[variant]?.responses ?? [])
    }

    /// The variants that an operation has; the answer operation has the challenges.
    func variants(of operation: Operation) -> [String] {
        operation.name == answer ? challenges.keys.sorted() : operation.variants.keys.sorted()
    }
}
