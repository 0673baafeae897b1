import FlowModel

/// A value as the replies of one operation bring it.
struct BroughtValue: Sendable {
    /// The value, at its place in the reply.
    var output: ServiceDescription.Output
    /// The replies that are described to bring it.
    var bringing: Replies
    /// The replies that it is read from.
    var reading = Replies.all

    /// The challenges that are described to bring it; nil for every challenge.
    var bringers: [Symbol]?

    /// Whether some reply that can follow on a request is described to bring it.
    func isBrought(by following: ServiceDescription.Following?) -> Bool {
        guard let following else { return true }
        if bringing.success, following.success { return true }
        guard let bringers else { return !following.challenges.isEmpty }
        return bringers.contains(where: following.challenges.contains)
    }

    /// How it is read into a slot.
    func form(_ slot: SlotID, isRequired: Bool) -> ReplyForm.Output {
        ReplyForm.Output(
            slot: slot, path: output.path, encoding: output.encoding, prefix: output.prefix,
            demand: isRequired ? bringing : nil, reading: reading)
    }
}

extension ServiceDescription {
    /// The values that replies of an operation can bring. A challenge's own parameter counts in its replies, over an output of that name.
    /// What challenges describe alike is read from any reply, what they describe differently from those that do.
    func values(broughtBy operation: Operation, _ symbols: SymbolTable) -> [BroughtValue] {
        let form = operation.reply.flatMap { replies[$0] } ?? Reply()
        var seen: Set<Symbol> = []
        let outputs = outputs(of: operation).filter { seen.insert($0.name).inserted }
        let (parameters, order) = form.challengePath.isEmpty ? ([:], []) : parameters(in: form, symbols)
        var values = outputs.flatMap { output in
            let different = (parameters[output.name] ?? []).filter { !$0.output.isRead(like: output) }
            return [value(output, in: form, besides: different.flatMap(\.challenges), symbols)]
                + different.map { Self.value($0.output, $0.challenges, isShared: true, symbols) }
        }
        for name in order where !seen.contains(name) {
            let group = parameters[name] ?? []
            values += group.map { Self.value($0.output, $0.challenges, isShared: group.count > 1, symbols) }
        }
        return values
    }

    /// By name: the ways in which challenges describe a parameter, each with the challenges that do. And the names, as they are met.
    private func parameters(
        in form: Reply, _ symbols: SymbolTable
    ) -> (groups: [Symbol: [(output: Output, challenges: [Symbol])]], order: [Symbol]) {
        var groups: [Symbol: [(output: Output, challenges: [Symbol])]] = [:]
        var order: [Symbol] = []
        for name in symbols.sorted(challenges.keys) {
            for parameter in challenges[name]?.parameters ?? [] {
                var placed = parameter
                placed.path = form.parameterPath + parameter.path
                var group = groups[parameter.name] ?? []
                if group.isEmpty { order.append(parameter.name) }
                if let known = group.firstIndex(where: { $0.output.isRead(like: placed) }) {
                    group[known].challenges.append(name)
                } else {
                    group.append((placed, [name]))
                }
                groups[parameter.name] = group
            }
        }
        return (groups, order)
    }

    /// An output, which challenges that have a parameter of its name do not bring.
    private func value(
        _ output: Output, in form: Reply, besides others: [Symbol], _ symbols: SymbolTable
    ) -> BroughtValue {
        var bringing = Self.replies(bringing: output, in: form)
        guard !others.isEmpty else {
            return BroughtValue(output: output, bringing: bringing, bringers: bringing.challenges == nil ? nil : [])
        }
        let rest = symbols.sorted(Set(challenges.keys).subtracting(others))
        let bringers = bringing.challenges == nil ? rest : []
        bringing.challenges = symbols.texts(bringers)
        let reading = Replies(success: true, challenges: symbols.texts(rest))
        return BroughtValue(output: output, bringing: bringing, reading: reading, bringers: bringers)
    }

    /// A parameter; one that is shared is read from the replies of its challenges only.
    private static func value(
        _ parameter: Output, _ challenges: [Symbol], isShared: Bool, _ symbols: SymbolTable
    ) -> BroughtValue {
        let replies = Replies(success: false, challenges: symbols.texts(challenges))
        return BroughtValue(
            output: parameter, bringing: replies, reading: isShared ? replies : .all, bringers: challenges)
    }

    /// The replies that are described to bring an output of a form.
    private static func replies(bringing output: Output, in form: Reply) -> Replies {
        if form.challengePath.isEmpty { return Replies(success: true, challenges: []) }
        let sorts = output.sorts ?? form.sorts(bringing: output)
        return Replies(success: sorts.contains(.success), challenges: sorts.contains(.challenge) ? nil : [])
    }
}

extension ServiceDescription.Reply {
    /// The sorts of replies that bring an output of which the description does not say it.
    fileprivate func sorts(bringing output: ServiceDescription.Output) -> ServiceDescription.Sorts {
        if !successPath.isEmpty, output.path.starts(with: successPath, by: { $0.utf8.elementsEqual($1.utf8) }) {
            return .success
        }
        if output.type == .session || output.path.elementsEqual(challengePath, by: { $0.utf8.elementsEqual($1.utf8) }) {
            return .challenge
        }
        return [.success, .challenge]
    }
}

extension ServiceDescription.Output {
    /// Whether it lies where another value lies, written in the same way.
    fileprivate func isRead(like other: ServiceDescription.Output) -> Bool {
        encoding == other.encoding && prefix.utf8.elementsEqual(other.prefix.utf8)
            && path.elementsEqual(other.path) { $0.utf8.elementsEqual($1.utf8) }
    }
}
