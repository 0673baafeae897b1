import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

/// Lowers the request of a node: the operation, the values of its keys, and the form of the reply.
struct RequestLowering {
    private let program: Program
    private let context: LoweringContext
    private let scopes: [ScopeDeclaration]
    private let operation: ServiceDescription.Operation
    /// The variant of the operation, or the challenge that the request answers; nil if there is neither.
    private let variant: Symbol?
    private let service: ServiceDescription
    private var prepared: PreparedRequest

    /// Prepares the request of a node, and adds the slots and patterns that it mentions to `tables`.
    ///
    /// - Returns: the request, or nil if its operation cannot be determined
    static func prepare(_ context: LoweringContext, of program: Program, _ tables: inout LoweringTables)
        -> PreparedRequest?
    {
        guard let called = CalledOperation(context.node, in: context.unit).found else { return nil }
        var lowering = RequestLowering(context, called, program)
        lowering.addKeys(&tables)
        lowering.lowerReplyForm(&tables)
        lowering.recordReplyFacts()
        lowering.addRequiredOutputs(&tables)
        return lowering.prepared
    }

    /// Begins the lowering of a request: the operation is known, but there are no keys and no reply form yet.
    private init(
        _ context: LoweringContext,
        _ called: (service: ServiceDescription, operation: ServiceDescription.Operation, variant: Symbol?),
        _ program: Program
    ) {
        self.program = program
        self.context = context
        (service, operation, variant) = called
        scopes = context.node.requestScopes
        let form = ReplyForm(challengePath: [], successPath: [], outputs: [])
        prepared = PreparedRequest(
            operation: operation.name, service: service.document,
            replyValues: service.replyValues[operation.name] ?? [],
            request: Request(
                operation: ByteString(program.requestName(of: operation.name, in: service)), inputs: [], reply: form))
    }

    // MARK: Keys

    /// Adds the keys that the request carries, and records the required keys that it lacks.
    ///
    /// A key that the host can give as an entry of a required map does not count as lacking.
    private mutating func addKeys(_ tables: inout LoweringTables) {
        let inputs = service.inputs(of: operation, variant: variant)
        for input in inputs {
            if input.isVariant, let variant {
                let source = Source(.literal(program.symbols.name(variant)))
                prepared.request.inputs.append(Request.Input(path: input.path, source: source, isSpread: false))
            } else if !input.isVariant, let (source, range) = source(of: input, &tables) {
                add(input, source, at: range, among: inputs, tables.slots)
            } else if input.isRequired, !isLeftToHost(input, among: inputs) {
                prepared.note.missing.append(program.symbols.name(input.name))
            }
        }
        recordUnsentBeginnings(among: inputs)
    }

    /// Returns whether the host can give a required key as an entry of a required map.
    ///
    /// True if the request sends a map for a family of keys that contains the key, and the host must give the map.
    private func isLeftToHost(
        _ input: ServiceDescription.Input, among inputs: [ServiceDescription.Input]
    ) -> Bool {
        let sends = families(of: input, among: inputs).flatMap { Self.sends(of: $0.name, in: scopes) ?? [] }
        return sends.compactMap { $0.source.from?.symbol }.contains(where: mustBeGiven)
    }

    /// Returns the families of keys that contain a key.
    private func families(
        of input: ServiceDescription.Input, among inputs: [ServiceDescription.Input]
    ) -> [ServiceDescription.Input] {
        guard let last = input.path.last else { return [] }
        return inputs.filter {
            $0.isSpread && $0.path.dropLast() == input.path.dropLast() && last.hasPrefix($0.path.last ?? "")
        }
    }

    /// Returns whether every ask for a value requires an answer; false if nothing asks for the value.
    ///
    /// Only the asks of the node for the value count or, if it has none, all asks and inputs of the flow for it.
    private func mustBeGiven(_ value: Symbol) -> Bool {
        let own = context.node.body.nearestAsks.filter { $0.stored.symbol == value }
        let asks = own.isEmpty ? context.unit.declarations.values[value]?.asks ?? [] : own
        // By default, the host must answer an ask, but need not pass an input.
        return !asks.isEmpty && asks.allSatisfy { $0.isRequired ?? ($0.kind == .ask) }
    }

    /// Adds a key with its value, and records what the checks need to know about the value.
    ///
    /// `inputs` are all keys that the request may carry.
    private mutating func add(
        _ input: ServiceDescription.Input, _ source: Source, at range: SourceRange,
        among inputs: [ServiceDescription.Input], _ slots: SlotTable
    ) {
        let key = program.symbols[input.name]
        if input.isRequired {
            prepared.needs.append(
                DataNeed(source: source, reason: "the request requires it as '\(key)'", range: range))
        }
        if input.type == .session { recordSessions(source, as: input.name, at: range) }
        recordBeginnings(source, of: input, at: range)
        prepared.keys[input.name] = source
        addDerivedValues(in: Self.sends(of: input.name, in: scopes) ?? [])
        prepared.request.inputs.append(
            Request.Input(
                path: input.path, source: source, isSpread: input.isSpread,
                isSecret: needsSecretMark(input, among: inputs, source, slots), encoding: input.encoding,
                prefix: input.prefix))
    }

    /// Records the sessions that a key can carry: its value, and the value in `else`. A literal is no session.
    private mutating func recordSessions(_ source: Source, as key: Symbol, at range: SourceRange) {
        guard case .slot(let slot) = source.origin else { return }
        let name = program.symbols.name(key)
        prepared.note.sessions.append(RequestNote.CarriedSession(key: name, slot: slot, range: range))
        guard let otherwise = source.otherwise else { return }
        let place = Self.sends(of: key, in: scopes)?.first?.source.otherwise?.range ?? range
        prepared.note.sessions.append(
            RequestNote.CarriedSession(key: name, slot: otherwise, standsInFor: slot, range: place))
    }

    /// Returns the value of a key and its place, or nil if the flow sends no known value for the key.
    ///
    /// If the key has several or guarded sends, the value is a new slot that is set right before the request.
    private mutating func source(
        of input: ServiceDescription.Input, _ tables: inout LoweringTables
    ) -> (source: Source, place: SourceRange)? {
        guard let sends = Self.sends(of: input.name, in: scopes), let first = sends.first else { return nil }
        let place = (first.source.from?.range ?? first.source.value?.range) ?? first.range
        if sends.count == 1, first.guardClause == nil {
            return tables.slots.source(first.source, of: context.instance).map { ($0, place) }
        }
        let slot = tables.slots.newSlot(forChosen: input.name, type(of: sends, for: input, &tables.slots))
        let guards = GuardLowering(program: program, instance: context.instance, node: context.index)
        let choices = sends.compactMap { send -> (condition: Condition?, source: Source)? in
            guard let source = tables.slots.source(send.source, of: context.instance) else { return nil }
            return (guards.condition(send.guardClause, &tables), source)
        }
        prepared.chosen.append(PreparedRequest.Chosen(slot: slot, choices: choices))
        return (Source(.slot(slot)), place)
    }

    /// Returns the sends of a key in the nearest scope that has some.
    ///
    /// The result is nil if no scope has some, or if that scope or a nearer one omits the key.
    static func sends(of key: Symbol, in scopes: [ScopeDeclaration]) -> [SendDeclaration]? {
        for scope in scopes {
            if scope.omitted.contains(key) { return nil }
            if let sends = scope.sends[key] { return sends }
        }
        return nil
    }

    /// Returns the type of the slot that stores a chosen value.
    ///
    /// Except for a list or map, it is a secret type if a value of any send is secret.
    private func type(
        of sends: [SendDeclaration], for input: ServiceDescription.Input, _ slots: inout SlotTable
    ) -> SlotType {
        if input.isSpread { return .map }
        if input.type == .list || input.type == .map { return input.type }
        var types: [SlotType] = []
        for name in sends.flatMap(\.source.names) {
            if let slot = slots.intern(name.symbol, of: context.instance) { types.append(slots[slot].type) }
        }
        // Flags are stored as text, because another send can have any text.
        let type = types.first(where: \.isSecret) ?? types.first { $0 != .flag } ?? .text
        // The literal of another send need not be a valid number of seconds.
        return type == .seconds ? .digits : type
    }

    /// Returns whether to mark the value of a key as secret.
    ///
    /// A value needs no mark if it comes from a slot of a secret type, and its `else` value, if any, does too.
    /// Otherwise, it needs the mark if the service description declares the key secret. A map for a family of keys
    /// needs it if any key of the same object is secret, because the map can contain that key.
    private func needsSecretMark(
        _ input: ServiceDescription.Input, among inputs: [ServiceDescription.Input], _ source: Source,
        _ slots: SlotTable
    ) -> Bool {
        if case .slot(let slot) = source.origin, slots[slot].type.isSecret,
            source.otherwise.map({ slots[$0].type.isSecret }) ?? true
        {
            return false
        }
        guard input.isSpread else { return input.type.isSecret }
        return inputs.contains { $0.type.isSecret && $0.path.dropLast() == input.path.dropLast() }
    }

    /// Adds the derived values that the sends of a key use.
    ///
    /// All of them are computed before the request, even if another send is chosen.
    private mutating func addDerivedValues(in sends: [SendDeclaration]) {
        for name in sends.flatMap(\.source.names) {
            if let derived = context.unit.declarations.derived[name.symbol],
                !prepared.derived.contains(where: { $0.name.symbol == name.symbol })
            {
                prepared.derived.append(derived)
            }
        }
    }

    /// Records the words with which a key can begin a custom sign-in.
    ///
    /// A recorded nil stands for the content of a value, which is known only at run time.
    private mutating func recordBeginnings(
        _ source: Source, of input: ServiceDescription.Input, at range: SourceRange
    ) {
        guard !input.begins.isEmpty else { return }
        let chosen = prepared.chosen.first { Source(.slot($0.slot)) == source }
        for choice in chosen?.choices.map(\.source) ?? [source] {
            var word: ByteString?
            if case .literal(let text) = choice.origin { word = text }
            prepared.note.beginnings.append(
                RequestNote.Beginning(key: program.symbols.name(input.name), word: word, range: range))
        }
    }

    /// Records the keys that could begin a custom sign-in, but that the request does not send.
    ///
    /// A key that all variants share need not begin a custom sign-in in this variant, so it does not count. Neither
    /// does a key that the host can give as an entry of a map.
    private mutating func recordUnsentBeginnings(among inputs: [ServiceDescription.Input]) {
        let own =
            operation.variants.isEmpty ? operation.inputs : variant.flatMap { operation.variants[$0]?.inputs } ?? []
        let unsent = own.filter { input in
            !input.begins.isEmpty
                && !([input] + families(of: input, among: inputs)).contains { prepared.keys[$0.name] != nil }
        }
        prepared.note.unsentBeginnings = program.symbols.names(unsent.map(\.name))
    }

    // MARK: Replies

    /// Sets the form of the reply, with the outputs that `receive` elements store.
    ///
    /// Outputs that the flow uses under the service's names are added later, when all nodes are lowered.
    private mutating func lowerReplyForm(_ tables: inout LoweringTables) {
        let reply = operation.reply.flatMap { service.replies[$0] }
        var form = ReplyForm(
            challengePath: reply?.challengePath ?? [], successPath: reply?.successPath ?? [], outputs: [])
        let values = prepared.replyValues
        var received: Set<Symbol> = []
        for receive in scopes.flatMap(\.receives) where received.insert(receive.name.symbol).inserted {
            let places = values.filter { $0.output.name == receive.name.symbol }
            guard !places.isEmpty, let slot = tables.slots.intern(receive.into.symbol, of: context.instance) else {
                continue
            }
            form.outputs += places.map { $0.formOutput(into: slot, isRequired: receive.isRequired) }
        }
        prepared.request.reply = form
    }

    /// Adds the outputs of the operation that `requires` names.
    ///
    /// The `requires` of a challenge node is left out, because it names parameters of the challenge.
    private mutating func addRequiredOutputs(_ tables: inout LoweringTables) {
        let own = context.node.kind == .challenge ? [] : context.node.requires
        let outputs = service.outputs(of: operation)
        for name in context.node.answers.flatMap(\.requires) + own
        where outputs.contains(where: { $0.name == name.symbol }) {
            prepared.required.append(tables.slots.internOutput(name.symbol, of: service))
        }
    }

    /// Records what the description says about the replies to the request, and bars those that cannot follow.
    private mutating func recordReplyFacts() {
        // In an operation that answers challenges, `variant` is the name of the challenge.
        let isAnswer = operation.name == service.answer || !operation.responsePath.isEmpty
        let challenge = isAnswer ? variant.flatMap { service.challenges[$0] } : nil
        let calledVariant = challenge == nil ? variant.flatMap { operation.variants[$0] } : nil
        let name = program.symbols[operation.name]
        prepared.note.subject = name + (variant.map { " with \(program.symbols[$0])" } ?? "")
        prepared.note.answers = challenge.map { program.symbols.name($0.name) }
        prepared.note.errors = program.symbols.names(operation.errors)
        prepared.note.provesIdentity = challenge?.proves ?? false || calledVariant?.proves ?? false || operation.proves
        // Without a reply form, replies contain no challenges.
        let hasChallenges = operation.reply.flatMap { service.replies[$0]?.challengePath.isEmpty } == false
        if !hasChallenges { prepared.note.challenges = [] }
        prepared.note.grants = prepared.replyValues.map(\.output).compactMap { output in
            output.grant.map { RequestNote.Grant(path: output.path, word: $0) }
        }
        prepared.note.secrets = prepared.replyValues.filter(\.output.type.isSecret).map {
            RequestNote.SecretPlace(path: $0.output.path, in: $0.replies)
        }
        if let following = challenge?.brings ?? calledVariant?.brings {
            restrictReplies(to: following, hasChallenges: hasChallenges)
        }
    }

    /// Records the only replies that can follow the request, and bars the others.
    ///
    /// - Parameters:
    ///   - following: the replies that can follow, according to the description
    ///   - hasChallenges: whether the reply form has challenges, so that other challenges must be barred
    private mutating func restrictReplies(to following: ServiceDescription.Following, hasChallenges: Bool) {
        prepared.note.challenges = hasChallenges ? Set(program.symbols.names(following.challenges)) : []
        prepared.note.canSucceed = following.success
        let barred = hasChallenges ? service.challenges.keys.filter { !following.challenges.contains($0) } : []
        prepared.request.barred = Replies(
            success: !following.success, challenges: program.symbols.names(program.symbols.sorted(barred)))
    }
}

/// The request of a node, and what is computed right before it.
struct PreparedRequest: Sendable {
    /// A key with several or guarded sends: a slot that stores the value of the first send whose guard holds.
    struct Chosen: Sendable {
        let slot: SlotID
        let choices: [(condition: Condition?, source: Source)]

        /// The instructions that copy the value of the first send whose guard holds, or else clear the slot.
        var instructions: [Instruction] {
            var result: [Instruction] = [.clear([slot])]
            // The condition that one of the earlier guards holds; nil before the first choice.
            var earlier: Condition?
            for choice in choices {
                let own = choice.condition ?? .constant(true)
                let condition = earlier.map { .and(.not($0), own) } ?? own
                result.append(.when(condition, Block([.set(slot, choice.source)])))
                earlier = earlier.map { .or($0, own) } ?? own
            }
            return result
        }
    }

    /// The name of the operation in the service description.
    let operation: Symbol
    /// The document of the service.
    let service: Int
    /// The values that replies can contain.
    let replyValues: [ReplyValue]
    var request: Request
    /// The value of each key that the request carries, without the key that selects the variant or challenge.
    var keys: [Symbol: Source] = [:]
    /// The keys whose values are chosen right before the request.
    var chosen: [Chosen] = []
    /// The derived values that are computed right before the request.
    var derived: [DerivedDeclaration] = []
    /// The slots of the outputs that a success must contain.
    var required: [SlotID] = []
    /// The facts about the request and its replies that the checks need.
    var note = RequestNote()
    /// The values that must be present when the request is sent.
    var needs: [DataNeed] = []
}
