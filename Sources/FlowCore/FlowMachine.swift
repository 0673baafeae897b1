public import FlowTable

/// One run of a flow: a plain value of 48 bytes beside its parameter values.
///
/// ```
///            advance(event)                       ┌──────────── present ── host
///   state ──────────────────► transition ── code ─┼──────────── call ───── service
///                                                 ├──────────── handle ─── handler
///                                                 └──────────── end
/// ```
///
/// A step looks up the transition for the event in the packed rows of the table: two dependent loads. Most lead straight to
/// the next state; the others name code, which tests guards, changes data, and then names the next state. No input or output, no
/// clock, no concurrency, and no allocation happen here. The table was verified, so nothing is checked twice.
public struct FlowMachine: @unchecked Sendable {
    /// The flow.
    public let table: TransitionTable
    private let view: UnsafePointer<TableView>
    /// The current state.
    package private(set) var state: UInt32
    /// The step presented last since the start, or `none`.
    package private(set) var lastPresented: UInt32
    /// Where the code goes on after a notification, or `none`.
    package private(set) var pausedAt: UInt32
    /// The counters of the flow, sixteen bytes.
    package private(set) var counters: SIMD16<UInt8>

    private static var none: UInt32 { .max }

    /// A run that has not started.
    public init(_ table: TransitionTable) {
        self.table = table
        view = UnsafePointer(table.view)
        state = UInt32(table.view.pointee.initialState)
        lastPresented = Self.none
        pausedAt = Self.none
        counters = SIMD16(repeating: 0)
    }

    /// Whether a notification waits for ``proceed(in:)``.
    public var isPaused: Bool { pausedAt != Self.none }

    /// What the current state waits for.
    package var kind: StateKind { view.kind(ofState: Int(state)) }

    /// Whether the current state has a transition for `event`.
    package func accepts(_ event: Int) -> Bool {
        view.transition(from: Int(state), on: event) >= 0
    }

    /// Whether the service description rules out `event` as the reply to the request of the current state.
    package func bars(_ event: Int) -> Bool { view.bars(event, at: Int(state)) }

    /// Takes one event: a number of the table, with what it brings stored in the parameters as a change that can be taken back.
    ///
    /// ``FlowSession`` stores what events bring and knows their names; call this only for events that bring nothing, by numbers
    /// from ``FlowTable/TransitionTable/event(named:)``.
    /// - Returns: what to do next. A refused event has changed nothing.
    public mutating func advance(_ event: Int, in parameters: inout FlowParameters) -> FlowEffect {
        let next = view.ownTransition(from: Int(truncatingIfNeeded: state), on: event)
        if pausedAt == Self.none, !parameters.hasChanges {
            if view.isPresent(next) {
                state = UInt32(truncatingIfNeeded: next)
                lastPresented = UInt32(truncatingIfNeeded: next)
                return .present
            }
            // Size counts where Swift is embedded.
            #if !hasFeature(Embedded)
                if next < 0, !view.mayFallBack(from: Int(truncatingIfNeeded: state), on: event) {
                    return .refused(.notAccepted)
                }
            #endif
        }
        return advanceFurther(event, in: &parameters)
    }

    @inline(never)
    private mutating func advanceFurther(_ event: Int, in parameters: inout FlowParameters) -> FlowEffect {
        guard pausedAt == Self.none else { return .refused(FlowRefusal(.busy)) }
        let next = view.transition(from: Int(state), on: event)
        guard next >= 0 else {
            parameters.discard()
            return .refused(FlowRefusal(.eventNotAccepted))
        }
        if parameters.listing.isSpent {
            parameters.discard()
            return Self.tooMuchWork
        }
        parameters.fuel = Fuel()
        if next < view.pointee.states { return enter(next, in: &parameters) }
        parameters.counters = counters
        parameters.lastPresented = lastPresented
        let reader = TrustedReader(view.pointee.code + view.pointee.blockOffset[next - view.pointee.states])
        return complete(run(reader, .undecided, in: &parameters), in: &parameters)
    }

    /// Goes on after a notification was told.
    public mutating func proceed(in parameters: inout FlowParameters) -> FlowEffect {
        guard pausedAt != Self.none else { return .refused(FlowRefusal(.eventNotAccepted)) }
        let reader = TrustedReader(view.pointee.code + Int(pausedAt))
        pausedAt = Self.none
        // Nothing was told before it was clear that nothing refuses the event.
        return complete(run(reader, .committed, in: &parameters), in: &parameters)
    }

    /// Waits in a state that is no choice: the event is over.
    private mutating func enter(_ next: Int, in parameters: inout FlowParameters) -> FlowEffect {
        let kind = view.kind(ofState: next)
        if kind == .choice {
            parameters.counters = counters
            parameters.lastPresented = lastPresented
            return complete(run(choice(next), .undecided, in: &parameters), in: &parameters)
        }
        parameters.commit()
        state = UInt32(next)
        switch kind {
        case .present:
            lastPresented = UInt32(next)
            return .present
        case .call: return .call
        case .handler: return .handle
        default:
            lastPresented = Self.none
            return .end
        }
    }

    private func choice(_ state: Int) -> TrustedReader {
        let block = view.pointee.choiceBlock[state - view.pointee.firstChoice]
        return TrustedReader(view.pointee.code + view.pointee.blockOffset[block])
    }

    /// The end of a way through code.
    private enum Completion {
        case effect(FlowEffect)
        /// The reply lacks what this slot would hold.
        case lacking(slot: Int)

        /// Whether nothing of the event stays.
        var isRefused: Bool {
            switch self {
            case .effect(.refused), .lacking: true
            case .effect: false
            }
        }
    }

    /// How far it is known that an event is not refused, before which no notification is told.
    private enum Commitment {
        case undecided
        /// Looks only, and tells nothing.
        case dryRun
        case committed
    }

    private mutating func complete(_ completion: Completion, in parameters: inout FlowParameters) -> FlowEffect {
        switch completion {
        case .effect(let effect): effect
        case .lacking(let slot): reportMissing(slot, in: &parameters)
        }
    }

    /// Everything as it was before the event.
    private mutating func takeBack(_ parameters: inout FlowParameters) {
        parameters.discard()
        counters = parameters.counters
        lastPresented = parameters.lastPresented
    }

    /// The end of the way behind a notification, if the event comes to nothing there.
    private func refusal(behind reader: TrustedReader, _ parameters: FlowParameters) -> Completion? {
        var (machine, parameters) = (self, parameters)
        parameters.recordsMarks = false
        let completion = machine.run(reader, .dryRun, in: &parameters)
        return completion.isRefused ? completion : nil
    }

    /// Runs code; it only leads forward, and states that wait for nothing form no cycle, so this ends.
    private mutating func run(
        _ start: TrustedReader, _ commitment: Commitment, in parameters: inout FlowParameters
    ) -> Completion {
        var reader = start
        // A notification in between gives no new fuel.
        var fuel = parameters.fuel
        while true {
            let opcode = Opcode(rawValue: reader.byte()) ?? .refuse
            fuel.spend(Fuel.instruction)
            if fuel.isSpent || parameters.listing.isSpent {
                takeBack(&parameters)
                return .effect(Self.tooMuchWork)
            }
            switch opcode {
            case .jump, .jumpLast:
                let named = reader.varint()
                let next = opcode == .jump || lastPresented == Self.none ? named : Int(lastPresented)
                guard view.kind(ofState: next) == .choice else { return .effect(enter(next, in: &parameters)) }
                reader = choice(next)
            case .refuse:
                takeBack(&parameters)
                return .effect(.refused(FlowRefusal(.byFlow(table.string(reader.varint())))))
            case .require:
                guard let missing = missing(&reader, parameters, &fuel) else { continue }
                takeBack(&parameters)
                return .lacking(slot: missing)
            case .notify:
                let record = reader.varint()
                spend(showing: record, parameters, &fuel)
                if commitment == .dryRun { continue }
                parameters.fuel = fuel
                if commitment == .undecided, let completion = refusal(behind: reader, parameters) {
                    takeBack(&parameters)
                    return completion
                }
                pausedAt = UInt32(reader.pointer - view.pointee.code)
                return .effect(.notify(record))
            case .skip:
                let distance = reader.varint()
                reader.pointer += distance
            default:
                if opcode.rawValue < Opcode.copy.rawValue {
                    let holds = test(opcode, &reader, parameters, &fuel)
                    let distance = reader.varint()
                    if holds == (opcode.rawValue & 1 != 0) { reader.pointer += distance }
                } else {
                    change(opcode, &reader, &fuel, in: &parameters)
                }
            }
        }
    }

    /// Takes fuel for what a notification shows: an event can have many.
    private func spend(showing record: Int, _ parameters: FlowParameters, _ fuel: inout Fuel) {
        var reader = table.record(record)
        reader.skip(1)
        for _ in 0..<reader.varint() {
            reader.skip(1)
            fuel.spend(Fuel.change + (FlowShow.value(&reader, table, parameters).value?.weight ?? 0))
        }
    }

    private static var tooMuchWork: FlowEffect { .refused(FlowRefusal(.byFlow("too-much-work"))) }

    /// The first of the required slots that is absent.
    private func missing(
        _ reader: inout TrustedReader, _ parameters: FlowParameters, _ fuel: inout Fuel
    ) -> Int? {
        var missing: Int?
        let count = reader.varint()
        fuel.spend(2 * count)
        for _ in 0..<count {
            let slot = reader.varint()
            if missing == nil, !parameters.isPresent(slot) { missing = slot }
        }
        return missing
    }

    /// A reply without what its node requires is an invalid one.
    private mutating func reportMissing(_ slot: Int, in parameters: inout FlowParameters) -> FlowEffect {
        parameters.set(TableFormat.errorTypeSlot, .text(ReservedError.missingParameter.rawValue))
        parameters.set(TableFormat.errorMessageSlot, .text(table.string(view.pointee.slotName[slot])))
        return advance(BuiltinEvent.invalid.rawValue, in: &parameters)
    }
}

extension FlowMachine {
    /// Evaluates a test without its distance.
    private func test(
        _ opcode: Opcode, _ reader: inout TrustedReader, _ parameters: FlowParameters, _ fuel: inout Fuel
    ) -> Bool {
        switch opcode {
        case .ifPresent, .ifAbsent: return parameters.isPresent(reader.varint())
        case .ifBelow, .ifReached:
            let counter = reader.varint()
            return Int(counters[counter]) < reader.varint()
        case .ifHasAll, .ifMisses:
            let holder = parameters[reader.varint()]
            return ValueOperations.hasAll(holder, parameters[reader.varint()], &fuel)
        case .ifMatches, .ifMismatches:
            guard case .text(let text) = parameters[reader.varint()] else {
                reader.skip(1)
                return false
            }
            return ValueOperations.matches(text, PatternMatcher(table, pattern: reader.varint()), &fuel)
        default:
            let value = parameters[reader.varint()]
            return ValueOperations.compare(opcode, value, table.utf8(reader.varint()), &fuel)
        }
    }

    /// Changes data.
    private mutating func change(
        _ opcode: Opcode, _ reader: inout TrustedReader, _ fuel: inout Fuel, in parameters: inout FlowParameters
    ) {
        if opcode == .mark {
            let mark = reader.varint()
            if parameters.recordsMarks { parameters.marks.append(mark) }
            return
        }
        if opcode == .forgetReply {
            takeBack(&parameters)
            return
        }
        fuel.spend(Fuel.change)
        if opcode == .keepError {
            fuel.spend(2 * parameters.changeCount)
            parameters.restore(TableFormat.errorTypeSlot)
            parameters.restore(TableFormat.errorMessageSlot)
            return
        }
        switch opcode {
        case .clearExcept: clearExcept(&reader, &fuel, in: &parameters)
        case .remaining:
            let slot = reader.varint()
            let counted = Int(counters[reader.varint()])
            parameters.set(slot, .text(UTF8Text.decimal(Int64(max(0, reader.varint() - counted)))))
        case .begin: begin(&reader, in: &parameters)
        case .remove:
            let slot = reader.varint()
            let value = parameters[slot]
            parameters.set(slot, ValueOperations.without(table.utf8(reader.varint()), value, &fuel))
        case .copy:
            let slot = reader.varint()
            let source = reader.varint()
            let other = reader.varint()
            parameters.set(
                slot, other == 0 || parameters.isPresent(source) ? parameters[source] : parameters[other - 1])
        case .assign:
            let slot = reader.varint()
            let text = table.string(reader.varint())
            let type = table.slotType(slot)
            // Each word of a list is a text of its own.
            fuel.spend(type == .list ? 8 * text.utf8.count : text.utf8.count)
            parameters.set(slot, .literal(text, type))
        case .merge:
            let slot = reader.varint()
            parameters.set(slot, ValueOperations.merged(parameters[slot], parameters[reader.varint()], &fuel))
        case .clear:
            let count = reader.varint()
            fuel.spend(Fuel.change * count)
            for _ in 0..<count { parameters.set(reader.varint(), nil) }
        case .count:
            let counter = reader.varint()
            if counters[counter] < .max { counters[counter] += 1 }
        case .reset:
            let count = reader.varint()
            fuel.spend(2 * count)
            for _ in 0..<count { counters[reader.varint()] = 0 }
        default:
            let (type, message) = (table.string(reader.varint()), table.string(reader.varint()))
            fuel.spend(Fuel.change + type.utf8.count + message.utf8.count)
            parameters.set(TableFormat.errorTypeSlot, .text(type))
            parameters.set(TableFormat.errorMessageSlot, .text(message))
        }
    }

    /// A deadline begins. The compiler proves that a value that limits it is there; where that was overruled, the limit is the shortest.
    private func begin(_ reader: inout TrustedReader, in parameters: inout FlowParameters) {
        let slot = reader.varint()
        let source = reader.varint()
        let number = reader.varint()
        let given = source == 0 ? number : parameters[source - 1]?.text.flatMap { SlotType.seconds($0) } ?? 1
        parameters.set(slot, .text(UTF8Text.decimal(parameters.time + Int64(given) &* 1000)))
    }

    /// A restart: everything but the kept slots and the pending error is cleared, and nothing was presented.
    private mutating func clearExcept(
        _ reader: inout TrustedReader, _ fuel: inout Fuel, in parameters: inout FlowParameters
    ) {
        let count = reader.varint()
        let list = reader
        fuel.spend(view.pointee.slots)
        parameters.clear(from: TableFormat.errorMessageSlot + 1) { slot in
            fuel.spend(Fuel.change + 2 * count)
            // Without fuel, the event is taken back.
            if fuel.isSpent { return true }
            var kept = list
            for _ in 0..<count where kept.varint() == slot { return true }
            return false
        }
        reader.skip(count)
        lastPresented = Self.none
    }

    /// Puts a machine back where it was, for a resumed session.
    package mutating func restore(state: UInt32, lastPresented: UInt32, counters: SIMD16<UInt8>) {
        self.state = state
        self.lastPresented = lastPresented
        self.counters = counters
        pausedAt = Self.none
    }
}
