import FlowIR

/// An event that a state rejects on some path.
struct EventRejection: Sendable {
    /// Who causes the event. A reply that lacks a required value counts as automatic, because it becomes `invalid`.
    let origin: EventEffect.Origin
    let label: EdgeLabel
}

extension AnalysisContext {
    /// Returns the rejections among the paths of an event.
    ///
    /// Omits each rejection of a host event that is due to the event's contents. The flow never accepts these contents,
    /// but it accepts other contents with the same data.
    func rejections(among paths: [AbstractInterpreter.Path], of transfer: EventTransfer) -> [EventRejection] {
        let rejected = paths.filter(\.isRejected)
        guard !rejected.isEmpty else { return [] }
        return rejected.filter { transfer.origin != .host || !isDueToContents($0, transfer, paths) }
            .map { EventRejection(origin: $0.isInvalid ? .automatic : transfer.origin, label: EdgeLabel(transfer, $0)) }
    }

    /// Returns whether a rejection of a host event is due to the event's contents and not to the data.
    private func isDueToContents(
        _ path: AbstractInterpreter.Path, _ transfer: EventTransfer, _ paths: [AbstractInterpreter.Path]
    ) -> Bool {
        // The host does not choose the value of a counter.
        guard !path.isCounted else { return false }
        let (contents, data) = transfer.split(path.decisions)
        guard !contents.isEmpty else { return false }
        let isOtherAccepted = paths.contains { other in
            !other.isRejected && !other.isCounted && transfer.split(other.decisions).data.isConsistent(with: data)
        }
        return isOtherAccepted && !acceptedContents(of: transfer).contains { $0.isConsistent(with: contents) }
    }
}

extension EventTransfer {
    /// Returns the decisions on the event's contents, and those on the data before the event.
    func split(_ decisions: [Literal]) -> (contents: [Literal], data: [Literal]) {
        var result: (contents: [Literal], data: [Literal]) = ([], [])
        for literal in decisions {
            if staged[literal.predicate.word] & literal.predicate.bit != 0 {
                result.contents.append(literal)
            } else {
                result.data.append(literal)
            }
        }
        return result
    }
}

extension [Literal] {
    /// Returns whether no literal is the negation of a literal in another list.
    fileprivate func isConsistent(with others: [Literal]) -> Bool {
        allSatisfy { !others.contains(Literal($0.predicate, !$0.holds)) }
    }
}

extension AbstractInterpreter.Path {
    var isRejected: Bool { if case .rejected = target { true } else { false } }
}
