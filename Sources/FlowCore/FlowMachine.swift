public import FlowTable

/// The state machine of one run: a plain value of 48 bytes, without the parameter values.
///
/// ```
///            advance(event)                       ┌──────────── present ── host
///   state ──────────────────► transition ── code ─┼──────────── call ───── service
///                                                 ├──────────── handle ─── handler
///                                                 └──────────── end
/// ```
///
/// A step looks up the event's transition in the packed rows of the table: two dependent loads. Most transitions lead
/// straight to the next state. The others run code, which tests guards, changes data and names the next state. There
/// is no input or output, no clock, no concurrency and no allocation. The table was verified, so nothing is checked
/// twice.
public struct FlowMachine: @unchecked Sendable {
    /// The flow.
    public let table: TransitionTable
    private let view: UnsafePointer<TableView>
    package private(set) var state: UInt32
    /// The state that presented the last step since the start, or `none`.
    package private(set) var lastPresented: UInt32
    /// Where the code continues after a notification, or `none`.
    package private(set) var pausedAt: UInt32
    /// The flow's counters, one byte each.
    package private(set) var counters: SIMD16<UInt8>

    private static var none: UInt32 { .max }

    /// Creates a run that has not started.
    public init(_ table: TransitionTable) {
        self.table = table
        view = UnsafePointer(table.view)
        state = UInt32(table.view.pointee.initialState)
        lastPresented = Self.none
        pausedAt = Self.none
        counters = SIMD16(repeating: 0)
    }

    /// Whether a notification is pending, to be followed by ``proceed(in:)``.
    public var isPaused: Bool { pausedAt != Self.none }

    /// What the current state waits for.
    package var kind: StateKind { view.kind(ofState: Int(state)) }

    /// Returns whether the current state has a transition for `event`.
    package func accepts(_ event: Int) -> Bool {
        view.transition(from: Int(state), on: event) >= 0
    }

    /// Returns whether the service description rules out `event` as the reply.
    package func bars(_ event: Int) -> Bool { view.bars(event, at: Int(state)) }

    /// Applies one event, by its number in the table. The caller has stored the event's data in the parameters,
    /// uncommitted.
    ///
    /// ``FlowSession`` stores the data of events and knows their names. Call this only for events without data, by
    /// numbers from ``FlowTable/TransitionTable/event(named:)``.
    /// - Returns: what to do next. A refused event changes nothing.
    public mutating func advance(_ event: Int, in parameters: inout FlowParameters) -> FlowEffect {
        let next = view.ownTransition(from: Int(truncatingIfNeeded: state), on: event)
        if pausedAt == Self.none, !parameters.hasChanges {
            if view.isPresent(next) {
                state = UInt32(truncatingIfNeeded: next)
                lastPresented = UInt32(truncatingIfNeeded: next)
                return .present
            }
            // Embedded builds favour size.
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

    /// Continues after a notification.
    public mutating func proceed(in parameters: inout FlowParameters) -> FlowEffect {
        guard pausedAt != Self.none else { return .refused(FlowRefusal(.eventNotAccepted)) }
        let reader = TrustedReader(view.pointee.code + Int(pausedAt))
        pausedAt = Self.none
        // Notifications are sent only once the event cannot be refused any more.
        return complete(run(reader, .committed, in: &parameters), in: &parameters)
    }

    /// Enters a state that waits, which completes the event.
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

    /// How a run of code ended.
    private enum Completion {
        case effect(FlowEffect)
        /// The reply lacks the parameter of this slot.
        case lacking(slot: Int)

        /// Whether the event must be rolled back.
        var isRefused: Bool {
            switch self {
            case .effect(.refused), .lacking: true
            case .effect: false
            }
        }
    }

    /// Whether the event can still be refused. Notifications are sent only after it is committed.
    private enum Commitment {
        case undecided
        /// Runs ahead without notifying.
        case dryRun
        case committed
    }

    private mutating func complete(_ completion: Completion, in parameters: inout FlowParameters) -> FlowEffect {
        switch completion {
        case .effect(let effect): effect
        case .lacking(let slot): reportMissing(slot, in: &parameters)
        }
    }

    /// Rolls everything back to before the event.
    private mutating func takeBack(_ parameters: inout FlowParameters) {
        parameters.discard()
        counters = parameters.counters
        lastPresented = parameters.lastPresented
    }

    /// Runs ahead of a notification. Returns how the code ends if that refuses the event, else nil.
    private func refusal(behind reader: TrustedReader, _ parameters: FlowParameters) -> Completion? {
        var (machine, parameters) = (self, parameters)
        parameters.recordsMarks = false
        let completion = machine.run(reader, .dryRun, in: &parameters)
        return completion.isRefused ? completion : nil
    }

    /// Runs code. It terminates: code only leads forward, and states that do not wait form no cycle.
    private mutating func run(
        _ start: TrustedReader, _ commitment: Commitment, in parameters: inout FlowParameters
    ) -> Completion {
        var reader = start
        // A notification in between does not refill the fuel.
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

    /// Spends fuel on the values that a notification shows: one event can send many notifications.
    private func spend(showing record: Int, _ parameters: FlowParameters, _ fuel: inout Fuel) {
        var reader = table.record(record)
        reader.skip(1)
        for _ in 0..<reader.varint() {
            reader.skip(1)
            fuel.spend(Fuel.change + (FlowShow.value(&reader, table, parameters).value?.weight ?? 0))
        }
    }

    private static var tooMuchWork: FlowEffect { .refused(FlowRefusal(.byFlow("too-much-work"))) }

    /// Returns the first required slot that is absent.
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

    /// Treats a reply that lacks a required parameter as invalid.
    private mutating func reportMissing(_ slot: Int, in parameters: inout FlowParameters) -> FlowEffect {
        parameters.set(TableFormat.errorTypeSlot, .text(ReservedError.missingParameter.rawValue))
        parameters.set(TableFormat.errorMessageSlot, .text(table.string(view.pointee.slotName[slot])))
        return advance(BuiltinEvent.invalid.rawValue, in: &parameters)
    }
}

extension FlowMachine {
    /// Evaluates a test, up to its distance operand.
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

    /// Executes an instruction that changes data.
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

    /// Starts a deadline. The compiler proves that a value that limits it is present; if that finding was suppressed,
    /// the limit is the shortest.
    private func begin(_ reader: inout TrustedReader, in parameters: inout FlowParameters) {
        let slot = reader.varint()
        let source = reader.varint()
        let number = reader.varint()
        let given = source == 0 ? number : parameters[source - 1]?.text.flatMap { SlotType.seconds($0) } ?? 1
        parameters.set(slot, .text(UTF8Text.decimal(parameters.time + Int64(given) &* 1000)))
    }

    /// Restarts the flow: clears everything except the kept slots and the pending error.
    private mutating func clearExcept(
        _ reader: inout TrustedReader, _ fuel: inout Fuel, in parameters: inout FlowParameters
    ) {
        let count = reader.varint()
        let list = reader
        fuel.spend(view.pointee.slots)
        parameters.clear(from: TableFormat.errorMessageSlot + 1) { slot in
            fuel.spend(Fuel.change + 2 * count)
            // Without fuel, the event is rolled back.
            if fuel.isSpent { return true }
            var kept = list
            for _ in 0..<count where kept.varint() == slot { return true }
            return false
        }
        reader.skip(count)
        lastPresented = Self.none
    }

    /// Restores the position of a session.
    package mutating func restore(state: UInt32, lastPresented: UInt32, counters: SIMD16<UInt8>) {
        self.state = state
        self.lastPresented = lastPresented
        self.counters = counters
        pausedAt = Self.none
    }
}
