/// An event that a state rejects on some path.
struct EventRejection: Sendable {
    /// The origin of the event.
    let kind: EventTransfer.Kind
    /// The label of the rejecting path.
    let label: EdgeLabel
}

extension AnalysisContext {
    /// Returns the rejections among the paths of an event.
    ///
    /// A host event that is rejected because of its contents does not count: the same data accept other contents, and
    /// no data accept these.
    func refusals(_ paths: [AbstractInterpreter.Path], of transfer: EventTransfer) -> [EventRejection] {
        let refused = paths.filter(\.isRefused)
        guard !refused.isEmpty else { return [] }
        return refused.filter { transfer.kind != .host || !isBecauseOfContents($0, transfer, paths) }
            .map { EventRejection(kind: $0.isInvalid ? .automatic : transfer.kind, label: EdgeLabel(transfer, $0)) }
    }

    private func isBecauseOfContents(
        _ path: AbstractInterpreter.Path, _ transfer: EventTransfer, _ paths: [AbstractInterpreter.Path]
    ) -> Bool {
        // A counter is not the host's choice.
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
    /// Splits decisions into those about the event's contents and those about the data before it.
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
    /// Whether no literal contradicts one of the others.
    fileprivate func allows(_ others: [Literal]) -> Bool {
        allSatisfy { !others.contains(Literal($0.predicate, !$0.holds)) }
    }
}

extension AbstractInterpreter.Path {
    /// Whether the path rejects the event.
    var isRefused: Bool { if case .refused = target { true } else { false } }
}
