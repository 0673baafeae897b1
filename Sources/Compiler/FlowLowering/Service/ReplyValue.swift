import FlowDiagnostics
import FlowIR
import FlowTable

/// A value in the replies of one operation: which replies contain it, and how it is read from them.
struct ReplyValue: Sendable {
    /// The output or parameter, whose path begins at the root of the reply.
    var output: ServiceDescription.Output
    /// The replies that contain the value, according to the description.
    var replies: Replies
    /// The challenges in `replies`, as symbols; nil for all challenges.
    var challenges: [Symbol]?
    /// The replies from which the value is read.
    var reading = Replies.all

    /// Returns whether one of the replies in `following` contains the value; always true if `following` is nil.
    func canOccur(in following: ServiceDescription.Following?) -> Bool {
        guard let following else { return true }
        if replies.success, following.success { return true }
        guard let challenges else { return !following.challenges.isEmpty }
        return challenges.contains(where: following.challenges.contains)
    }

    /// Returns the output of a reply form that stores the value in a slot.
    func formOutput(into slot: SlotID, isRequired: Bool) -> ReplyForm.Output {
        ReplyForm.Output(
            slot: slot, path: output.path, encoding: output.encoding, prefix: output.prefix,
            demand: isRequired ? replies : nil, reading: reading)
    }
}

extension ServiceDescription {
    /// Returns the values that replies of an operation can contain.
    ///
    /// In the reply with a challenge, a parameter of the challenge replaces the output of its name. A parameter that
    /// several challenges describe alike is one value, which is read from any reply. A parameter that they describe
    /// differently is one value for each description, which is read only from the replies with these challenges.
    func values(inRepliesOf operation: Operation, _ symbols: SymbolTable) -> [ReplyValue] {
        let form = operation.reply.flatMap { replies[$0] } ?? Reply()
        var outputNames: Set<Symbol> = []
        let outputs = outputs(of: operation).filter { outputNames.insert($0.name).inserted }
        let (parameters, order) = form.challengePath.isEmpty ? ([:], []) : parameterGroups(in: form, symbols)
        var values = outputs.flatMap { output in
            let different = (parameters[output.name] ?? []).filter { !$0.output.isRead(like: output) }
            return [outputValue(output, in: form, lackingIn: different.flatMap(\.challenges), symbols)]
                + different.map { Self.parameterValue($0.output, $0.challenges, isAmbiguous: true, symbols) }
        }
        for name in order where !outputNames.contains(name) {
            let group = parameters[name] ?? []
            values += group.map { Self.parameterValue($0.output, $0.challenges, isAmbiguous: group.count > 1, symbols) }
        }
        return values
    }

    /// Groups the parameters of all challenges by name. Returns the different descriptions of each name, each with its
    /// challenges, and the names in the order of their first description.
    private func parameterGroups(
        in form: Reply, _ symbols: SymbolTable
    ) -> (groups: [Symbol: [(output: Output, challenges: [Symbol])]], order: [Symbol]) {
        var groups: [Symbol: [(output: Output, challenges: [Symbol])]] = [:]
        var order: [Symbol] = []
        for name in symbols.sorted(challenges.keys) {
            for parameter in challenges[name]?.parameters ?? [] {
                var placed = parameter
                placed.path = form.parameterPath + parameter.path
                if groups[parameter.name] == nil { order.append(parameter.name) }
                Self.add(placed, of: name, to: &groups[parameter.name, default: []])
            }
        }
        return (groups, order)
    }

    /// Adds the description of a parameter to a group, or adds only its challenge to an equal description.
    private static func add(
        _ parameter: Output, of challenge: Symbol, to group: inout [(output: Output, challenges: [Symbol])]
    ) {
        if let index = group.firstIndex(where: { $0.output.isRead(like: parameter) }) {
            group[index].challenges.append(challenge)
        } else {
            group.append((parameter, [challenge]))
        }
    }

    /// Returns an output as a value, with the replies that contain it and the replies from which it is read.
    ///
    /// `others` are the challenges that describe a parameter of its name differently. Their replies lack the output.
    private func outputValue(
        _ output: Output, in form: Reply, lackingIn others: [Symbol], _ symbols: SymbolTable
    ) -> ReplyValue {
        let declared = Self.replies(declaring: output, in: form)
        let isInAllChallenges = declared.challenges == nil
        if others.isEmpty {
            return ReplyValue(output: output, replies: declared, challenges: isInAllChallenges ? nil : [])
        }
        let remaining = symbols.sorted(Set(challenges.keys).subtracting(others))
        let containing = isInAllChallenges ? remaining : []
        return ReplyValue(
            output: output, replies: Replies(success: declared.success, challenges: symbols.names(containing)),
            challenges: containing, reading: Replies(success: true, challenges: symbols.names(remaining)))
    }

    /// Returns a parameter as a value. An ambiguous parameter is read only from the replies with its challenges.
    private static func parameterValue(
        _ parameter: Output, _ challenges: [Symbol], isAmbiguous: Bool, _ symbols: SymbolTable
    ) -> ReplyValue {
        let replies = Replies(success: false, challenges: symbols.names(challenges))
        return ReplyValue(
            output: parameter, replies: replies, challenges: challenges, reading: isAmbiguous ? replies : .all)
    }

    /// Returns the replies that contain an output. If the form has no challenges, these are the successes. Otherwise, the
    /// attribute `with` of the output decides or, without it, the output's path and type.
    private static func replies(declaring output: Output, in form: Reply) -> Replies {
        if form.challengePath.isEmpty { return Replies(success: true, challenges: []) }
        let sorts = output.sorts ?? form.defaultSorts(of: output)
        return Replies(success: sorts.contains(.success), challenges: sorts.contains(.challenge) ? nil : [])
    }
}

extension ServiceDescription.Reply {
    /// Returns the sorts of replies that contain an output without `with`, derived from its path and type.
    fileprivate func defaultSorts(of output: ServiceDescription.Output) -> ServiceDescription.Sorts {
        if !successPath.isEmpty, output.path.starts(with: successPath) {
            return .success
        }
        if output.type == .session || output.path == challengePath {
            return .challenge
        }
        return [.success, .challenge]
    }
}

extension ServiceDescription.Output {
    /// Returns whether two outputs have the same path, encoding and prefix.
    fileprivate func isRead(like other: ServiceDescription.Output) -> Bool {
        encoding == other.encoding && prefix == other.prefix && path == other.path
    }
}
