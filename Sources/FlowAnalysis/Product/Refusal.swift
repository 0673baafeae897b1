/// An event that a state refuses on some way.
struct Refusal: Sendable {
    /// The origin of the event.
    let kind: Arrival.Kind
    /// The way that led to it.
    let hop: Hop
}

extension ProofGround {
    /// The refusals among the ways of an arrival.
    ///
    /// A host may be refused because of what it gives: that does not count. It is so where the same data leave a way for something else
    /// that it can give, and no data leave one for this.
    func refusals(_ ways: [BlockRun.Way], of arrival: Arrival) -> [Refusal] {
        let refused = ways.filter(\.isRefused)
        guard !refused.isEmpty else { return [] }
        return refused.filter { arrival.kind != .host || !isBecauseOfContents($0, arrival, ways) }
            .map { Refusal(kind: $0.isInvalid ? .automatic : arrival.kind, hop: Hop(arrival, $0)) }
    }

    private func isBecauseOfContents(_ way: BlockRun.Way, _ arrival: Arrival, _ ways: [BlockRun.Way]) -> Bool {
        // What was counted is not the host's doing.
        guard !way.isCounted else { return false }
        let (contents, data) = arrival.split(way.decisions)
        guard !contents.isEmpty else { return false }
        let isOtherTaken = ways.contains { other in
            !other.isRefused && !other.isCounted && arrival.split(other.decisions).data.allows(data)
        }
        return isOtherTaken && !takenContents(arrival).contains { $0.allows(contents) }
    }
}

extension Arrival {
    /// Decisions about what the event brings, and those about the data before.
    func split(_ decisions: [Claim]) -> (contents: [Claim], data: [Claim]) {
        var result: (contents: [Claim], data: [Claim]) = ([], [])
        for claim in decisions {
            if staged[Int(claim.fact) >> 6] >> UInt64(claim.fact & 63) & 1 == 1 {
                result.contents.append(claim)
            } else {
                result.data.append(claim)
            }
        }
        return result
    }
}

extension [Claim] {
    /// Whether none is the contrary of one of some others.
    fileprivate func allows(_ others: [Claim]) -> Bool {
        allSatisfy { !others.contains(Claim($0.fact, !$0.holds)) }
    }
}

extension BlockRun.Way {
    /// Whether the event is refused on it.
    var isRefused: Bool { if case .refused = target { true } else { false } }
}
