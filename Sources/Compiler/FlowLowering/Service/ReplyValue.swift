import FlowIR
import FlowTable

/// A value in the replies of one operation: which replies bring it, and how it is read from them.
struct BroughtValue: Sendable {
    /// The output or parameter, whose path begins at the root of the reply.
    var output: ServiceDescription.Output
    /// The replies that bring the value, according to the description.
    var bringing: Replies
    var reading = Replies.all

    /// The challenges in `bringing`, as symbols; nil for all challenges.
    var bringers: [Symbol]?

    /// Returns whether one of the replies that can follow brings the value; nil stands for any reply.
    func isBrought(by following: ServiceDescription.Following?) -> Bool {
        guard let following else { return true }
        if bringing.success, following.success { return true }
        guard let bringers else { return !following.challenges.isEmpty }
        return bringers.contains(where: following.challenges.contains)
    }

    /// Returns the output of a reply form that stores the value in a slot.
    func formOutput(into slot: SlotID, isRequired: Bool) -> ReplyForm.Output {
        ReplyForm.Output(
            slot: slot, path: output.path, encoding: output.encoding, prefix: output.prefix,
            demand: isRequired ? bringing : nil, reading: reading)
    }
}

extension ServiceDescription {
    /// Returns the values that replies of an operation can bring.
    ///
    /// In the reply with a challenge, a parameter of the challenge replaces the output of its name. A parameter that
    /// several challenges describe alike is one value, which is read from any reply. A parameter that they describe
    /// differently is one value for each description, which is read only from the replies with these challenges.
    func values(broughtBy operation: Operation, _ symbols: SymbolTable) -> [BroughtValue] {
        let form = operation.reply.flatMap { replies[$0] } ?? Reply()
        var outputNames: Set<Symbol> = []
        let outputs = outputs(of: operation).filter { outputNames.insert($0.name).inserted }
        let (parameters, order) = form.challengePath.isEmpty ? ([:], []) : parameterGroups(in: form, symbols)
        var values = outputs.flatMap { output in
            let different = (parameters[output.name] ?? []).filter { !$0.output.isRead(like: output) }
            return [outputValue(output, in: form, except: different.flatMap(\.challenges), symbols)]
                + different.map { Self.parameterValue($0.output, $0.challenges, isAmbiguous: true, symbols) }
        }
        for name in order where !outputNames.contains(name) {
            let group = parameters[name] ?? []
            values += group.map { Self.parameterValue($0.output, $0.challenges, isAmbiguous: group.count > 1, symbols) }
        }
        return values
    }

    /// Groups the parameters of all challenges by name.
    /// - Returns: For each name its different descriptions, each with its challenges, and the names in the order of
    ///   their first description.
    private func parameterGroups(
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
                if let index = group.firstIndex(where: { $0.output.isRead(like: placed) }) {
                    group[index].challenges.append(name)
                } else {
                    group.append((placed, [name]))
                }
                groups[parameter.name] = group
            }
        }
        return (groups, order)
    }

    /// Returns an output as a value, with the replies that bring it and those that it is read from.
    ///
    /// `others` are the challenges that describe a parameter of its name differently. Their replies do not bring it.
    private func outputValue(
        _ output: Output, in form: Reply, except others: [Symbol], _ symbols: SymbolTable
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

    /// Returns a parameter as a value. An ambiguous one is read only from the replies with its challenges.
    private static func parameterValue(
        _ parameter: Output, _ challenges: [Symbol], isAmbiguous: Bool, _ symbols: SymbolTable
    ) -> BroughtValue {
        let replies = Replies(success: false, challenges: symbols.texts(challenges))
        return BroughtValue(
            output: parameter, bringing: replies, reading: isAmbiguous ? replies : .all, bringers: challenges)
    }

    private static func replies(bringing output: Output, in form: Reply) -> Replies {
        if form.challengePath.isEmpty { return Replies(success: true, challenges: []) }
        let sorts = output.sorts ?? form.defaultSorts(of: output)
        return Replies(success: sorts.contains(.success), challenges: sorts.contains(.challenge) ? nil : [])
    }
}

extension ServiceDescription.Reply {
    /// Returns the sorts of replies that bring an output without `with`, derived from its path and type.
    fileprivate func defaultSorts(of output: ServiceDescription.Output) -> ServiceDescription.Sorts {
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
    /// Returns whether two outputs have the same path, encoding and prefix.
    fileprivate func isRead(like other: ServiceDescription.Output) -> Bool {
        encoding == other.encoding && prefix.utf8.elementsEqual(other.prefix.utf8)
            && path.elementsEqual(other.path) { $0.utf8.elementsEqual($1.utf8) }
    }
}
