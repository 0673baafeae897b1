/// An event that a state refuses on some way.
struct EventRejection: Sendable {
    /// The origin of the event.
    let kind: EventTransfer.Kind
    /// The way that led to it.
    let label: EdgeLabel
}

extension AnalysisContext {
    /// The refusals among the ways of an arrival.
    ///
    /// A host may be refused because of what it gives: that does not count. It is so where the same data leave a way for something else
    /// that it can give, and no data leave one for this.
    func refusals(_ paths: [AbstractInterpreter.Path], of transfer: EventTransfer) -> [EventRejection] {
        let refused = paths.filter(\.isRefused)
        guard !refused.isEmpty else { return [] }
        return refused.filter { transfer.kind != .host || !isBecauseOfContents($0, transfer, paths) }
            .map { EventRejection(kind: $0.isInvalid ? .automatic : transfer.kind, label: EdgeLabel(transfer, $0)) }
    }

    private func isBecauseOfContents(
        _ path: AbstractInterpreter.Path, _ transfer: EventTransfer, _ paths: [AbstractInterpreter.Path]
    ) -> Bool {
        // What was counted is not the host's doing.
        guard !path.isCounted else { return false }
        let (contents, data) = transfer.split(path.decisions)
        guard !contents.isEmpty else { return false }
        let isOtherTaken = paths.contains { other in
            !other.isRefused && !other.isCounted && transfer.split(other.decisions).data.allows(data)
        }
        return isOtherTaken && !takenContents(transfer).contains { $0.allows(contents) }
    }
}

extension EventTransfer {
    /// Decisions about what the event brings, and those about the data before.
    func split(_ decisions: [Literal]) -> (contents: [Literal], data: [Literal]) {
        var result: (contents: [Literal], data: [Literal]) = ([], [])
        for literal in decisions {
            if staged[Int(literal.predicate) >> 6] >> UInt64(literal.predicate & 63) & 1 == 1 {
                result.contents.append(literal)
            } else {
                result.data.append(literal)
            }
        }
        return result
    }
}

extension [Literal] {
    /// Whether none is the contrary of one of some others.
    fileprivate func allows(_ others: [Literal]) -> Bool {
        allSatisfy { !others.contains(Literal($0.predicate, !$0.holds)) }
    }
}

extension AbstractInterpreter.Path {
    /// Whether the event is refused on it.
    var isRefused: Bool { if case .refused = target { true } else { false } }
}
