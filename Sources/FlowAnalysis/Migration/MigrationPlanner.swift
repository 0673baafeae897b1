package import FlowAnnotations
import FlowModel
import FlowTable

/// Decides for each state in which a sign-in can be kept whether it can go on in another version of the flow.
///
/// It can where the new version has the state, asks the same there, and needs no other data: every value that is live in the new version
/// (Aho, Lam, Sethi and Ullman, "Compilers", 9.2.5) is live in the old one, under the same name and type, is always there if the new
/// version counts on that, and has no value that the new one takes for impossible.
package enum MigrationPlanner {
    /// The plan for sign-ins of the old version.
    package static func plan(from old: AnnotatedFlow, to new: AnnotatedFlow) -> MigrationPlan {
        let (old, new) = (FlowVersion(old), FlowVersion(new))
        var plan = MigrationPlan(slotCount: new.flow.slots.count)
        for (number, name) in old.flow.counters.enumerated() {
            guard let counter = new.flow.counters.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) else {
                continue
            }
            plan.counters.append((number, counter))
        }
        for state in old.restingStates {
            let (name, isPresent) = (old.flow.states[state].name, old.flow.states[state].isPresent)
            switch move(state, old, new) {
            case .success(let move): plan.moves.append(move)
            case .failure(let obstacle):
                plan.refusals.append(MigrationPlan.Refusal(name: name, isPresent: isPresent, obstacle: obstacle.value))
            }
        }
        return plan
    }

    private struct Refused: Error { let value: MigrationObstacle }

    private static func move(
        _ state: StateID, _ old: FlowVersion, _ new: FlowVersion
    ) -> Result<MigrationPlan.Move, Refused> {
        let before = old.flow.states[state]
        guard let target = new.counterpart(of: before, in: old), let from = old.numbers[state],
            let to = new.numbers[target]
        else { return .failure(Refused(value: .stateGone)) }
        if let changed = change(from: before, in: old.flow, to: new.flow.states[target], in: new.flow) {
            return .failure(Refused(value: changed))
        }
        // The pending error goes along with the step, or with the end that follows.
        let error = [TableFormat.errorTypeSlot, TableFormat.errorMessageSlot]
        var slots = error.map { (old: $0, new: $0) }
        for slot in new.liveness.atEntry[target].slots where !error.contains(slot) {
            switch counterpart(of: slot, at: target, new, state, old) {
            case .success(let other): slots.append((other, slot))
            case .failure(let obstacle): return .failure(obstacle)
            }
        }
        return .success(
            MigrationPlan.Move(name: before.name, isPresent: before.isPresent, states: (from, to), slots: slots))
    }

    /// How a state differs for whoever answers it.
    private static func change(
        from old: State, in oldFlow: CheckedFlow, to new: State, in newFlow: CheckedFlow
    ) -> MigrationObstacle? {
        switch (old.kind, new.kind) {
        case (.call(let before), .call(let after)):
            return before.operation.utf8.elementsEqual(after.operation.utf8) ? nil : .requestChanged
        case (.present(let before), .present(let after)):
            let (asked, asks) = (
                before.asks.map { AskForm($0, oldFlow) }, after.asks.map { AskForm($0, newFlow) }
            )
            let different = asked.first { !asks.contains($0) } ?? asks.first { !asked.contains($0) }
            return different.map { .askChanged($0.ask.name) }
        default: return .stateGone
        }
    }

    private static func counterpart(
        of slot: SlotID, at target: StateID, _ new: FlowVersion, _ state: StateID, _ old: FlowVersion
    ) -> Result<SlotID, Refused> {
        let name = new.flow.slots[slot].name
        guard let other = old.slot(named: name), old.flow.slots[other].type == new.flow.slots[slot].type,
            old.liveness.atEntry[state].contains(other)
        else { return .failure(Refused(value: .valueMissing(name))) }
        let isCertain = old.presence.atEntry[state]?.contains(other) ?? true
        guard isCertain || new.presence.atEntry[target]?.contains(slot) != true else {
            return .failure(Refused(value: .valueUncertain(name)))
        }
        guard new.ranges.covers(other, of: old.ranges, by: slot) else {
            return .failure(Refused(value: .valuesChanged(name)))
        }
        return .success(other)
    }
}

/// An ask with names in the place of numbers, so that those of two versions can be compared.
private struct AskForm: Equatable {
    let ask: Ask
    private let slots: [String?]
    private let pattern: Pattern?

    init(_ ask: Ask, _ flow: CheckedFlow) {
        slots = [ask.slot, ask.offered, ask.meant].map { $0.map { flow.slots[$0].name } }
        pattern = ask.pattern.map { flow.patterns[$0] }
        var form = ask
        (form.slot, form.offered, form.meant, form.pattern) = (0, nil, nil, nil)
        self.ask = form
    }
}
