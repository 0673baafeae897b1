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
/// The machine looks up an event's transition in the packed rows of the table, usually with two dependent loads. Most
/// transitions lead straight to the next state, and allocate no memory. The others run code, which tests guards,
/// changes data and names the next state. A machine performs no input or output, and has no clock and no concurrency.
/// The table is verified, so the machine does not check it again, and immutable, so threads can share its pointer.
public struct FlowMachine: @unchecked Sendable {
    /// The table of the flow.
    public let table: TransitionTable
    private let view: UnsafePointer<TableView>
    package private(set) var state: UInt32
    /// The state that last presented a step since the start, or `none`.
    package private(set) var lastPresented: UInt32
    /// Where the code continues after a notification, or `none`.
    package private(set) var pausedAt: UInt32
    /// The flow's counters, one byte each.
    package private(set) var counters: SIMD16<UInt8>

    private static var none: UInt32 { .max }

    /// Creates a machine in the initial state of a table's flow.
    public init(_ table: TransitionTable) {
        self.table = table
        view = UnsafePointer(table.view)
        state = UInt32(table.view.pointee.initialState)
        lastPresented = Self.none
        pausedAt = Self.none
        counters = SIMD16(repeating: 0)
    }

    /// Whether a notification is pending. If it is, call ``proceed(in:)``.
    public var isPaused: Bool { pausedAt != Self.none }

    package var kind: StateKind { view.kind(ofState: Int(state)) }

    /// Returns whether the current state has a transition for the event with this number.
    package func accepts(_ event: Int) -> Bool { transition(on: event) >= 0 }

    /// Returns whether the service description rules out `event` as the reply to the current request.
    package func bars(_ event: Int) -> Bool { view.bars(event, at: Int(state)) }

    /// Applies the event with this number. The parameters already contain the event's data, uncommitted.
    ///
    /// ``FlowSession`` stores the data of events and knows their names. Call this only for events without data, with
    /// numbers from ``FlowTable/TransitionTable/event(named:)``.
    /// - Returns: what to do next. A refused event changes nothing.
    public mutating func advance(_ event: Int, in parameters: inout FlowParameters) -> FlowEffect {
        let next = view.ownTransition(from: Int(truncatingIfNeeded: state), on: event)
        // The fast path: an event without data leads straight to a step, or is refused.
        if pausedAt == Self.none, !parameters.hasChanges {
            if view.isPresentState(next) {
                state = UInt32(truncatingIfNeeded: next)
                lastPresented = UInt32(truncatingIfNeeded: next)
                return .present
            }
            // Embedded builds favor size.
            #if !hasFeature(Embedded)
                if next < 0, !view.mayFallBack(from: Int(truncatingIfNeeded: state), on: event) {
                    return .refused(.notAccepted)
                }
            #endif
        }
        return advanceOnSlowPath(event, in: &parameters)
    }

    /// Applies an event that the fast path of ``advance(_:in:)`` does not handle, and returns what to do next.
    @inline(never)  // Keeps the fast path small.
    private mutating func advanceOnSlowPath(_ event: Int, in parameters: inout FlowParameters) -> FlowEffect {
        // The uncommitted changes belong to the event that sent the notification, so they remain.
        guard pausedAt == Self.none else { return .refused(FlowRefusal(.busy)) }
        let next = transition(on: event)
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

    /// Continues after a notification, and returns what to do next: a refusal if no notification is pending.
    public mutating func proceed(in parameters: inout FlowParameters) -> FlowEffect {
        guard pausedAt != Self.none else { return .refused(FlowRefusal(.eventNotAccepted)) }
        let reader = TrustedReader(view.pointee.code + Int(pausedAt))
        pausedAt = Self.none
        // Notifications are sent only once the event cannot be refused any more.
        return complete(run(reader, .committed, in: &parameters), in: &parameters)
    }

    /// Enters a state, and returns what to do next. A choice runs its code; other states commit the event and wait.
    private mutating func enter(_ next: Int, in parameters: inout FlowParameters) -> FlowEffect {
        let kind = view.kind(ofState: next)
        if kind == .choice {
            parameters.counters = counters
            parameters.lastPresented = lastPresented
            return complete(run(choiceCode(of: next), .undecided, in: &parameters), in: &parameters)
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

    /// Returns a reader at the start of the code that a choice runs.
    private func choiceCode(of state: Int) -> TrustedReader {
        let block = view.pointee.choiceBlock[state - view.pointee.firstChoice]
        return TrustedReader(view.pointee.code + view.pointee.blockOffset[block])
    }

    /// Returns the effect of a completed run. If the reply lacks a required parameter, applies the event `invalid`.
    private mutating func complete(_ completion: Completion, in parameters: inout FlowParameters) -> FlowEffect {
        switch completion {
        case .effect(let effect): effect
        case .lacking(let slot): rejectReply(lacking: slot, in: &parameters)
        }
    }

    /// Restores the parameters, the counters and the last presented step as they were before the event.
    private mutating func rollBack(_ parameters: inout FlowParameters) {
        parameters.discard()
        counters = parameters.counters
        lastPresented = parameters.lastPresented
    }

    /// Returns how the code after a notification refuses the event or its reply; nil if it does not. Runs on copies.
    private func refusal(after reader: TrustedReader, _ parameters: FlowParameters) -> Completion? {
        var (machine, parameters) = (self, parameters)
        parameters.recordsMarks = false
        let completion = machine.run(reader, .dryRun, in: &parameters)
        return completion.isRefused ? completion : nil
    }

    /// Runs code until it enters a waiting state, sends a notification, or refuses the event or its reply.
    ///
    /// Terminates, because code only jumps forward, and states that do not wait form no cycle.
    private mutating func run(
        _ code: TrustedReader, _ commitment: Commitment, in parameters: inout FlowParameters
    ) -> Completion {
        var reader = code
        // An event keeps its remaining fuel across a notification.
        var fuel = parameters.fuel
        while true {
            let opcode = Opcode(rawValue: reader.readByte()) ?? .refuse
            fuel.spend(Fuel.instruction)
            if fuel.isSpent || parameters.listing.isSpent {
                rollBack(&parameters)
                return .effect(Self.tooMuchWork)
            }
            switch opcode {
            case .jump, .jumpLast:
                let target = reader.readVarint()
                let next = opcode == .jump || lastPresented == Self.none ? target : Int(lastPresented)
                guard view.kind(ofState: next) == .choice else { return .effect(enter(next, in: &parameters)) }
                reader = choiceCode(of: next)
            case .refuse:
                rollBack(&parameters)
                return .effect(.refused(FlowRefusal(.byFlow(table.string(reader.readVarint())))))
            case .require:
                guard let slot = firstMissingSlot(&reader, parameters, &fuel) else { continue }
                rollBack(&parameters)
                return .lacking(slot: slot)
            case .notify:
                if let completion = notify(&reader, commitment, &fuel, in: &parameters) { return completion }
            case .skip:
                let distance = reader.readVarint()
                reader.pointer += distance
            // The remaining opcodes below `copy` are tests.
            case _ where opcode.rawValue < Opcode.copy.rawValue: executeTest(opcode, &reader, parameters, &fuel)
            default: execute(opcode, &reader, &fuel, in: &parameters)
            }
        }
    }

    /// Pauses the run to send a notification, unless the code after it refuses the event.
    /// - Returns: how the run ends; nil in a dry run, which continues.
    private mutating func notify(
        _ reader: inout TrustedReader, _ commitment: Commitment, _ fuel: inout Fuel,
        in parameters: inout FlowParameters
    ) -> Completion? {
        let record = reader.readVarint()
        spend(showing: record, parameters, &fuel)
        if commitment == .dryRun { return nil }
        parameters.fuel = fuel
        if commitment == .undecided, let completion = refusal(after: reader, parameters) {
            rollBack(&parameters)
            return completion
        }
        pausedAt = UInt32(reader.pointer - view.pointee.code)
        return .effect(.notify(record))
    }

    /// Spends fuel on the values that a notification shows, because one event can send many notifications.
    private func spend(showing record: Int, _ parameters: FlowParameters, _ fuel: inout Fuel) {
        var reader = table.record(record)
        reader.skip(1)
        for _ in 0..<reader.readVarint() {
            reader.skip(1)
            fuel.spend(Fuel.change + (FlowShow.readSource(&reader, table, parameters).value?.weight ?? 0))
        }
    }

    /// The refusal of an event that has spent all of its fuel.
    private static var tooMuchWork: FlowEffect { .refused(FlowRefusal(.byFlow("too-much-work"))) }

    /// Reads a list of required slots to its end, and returns the first slot without a value, or nil if all have one.
    private func firstMissingSlot(
        _ reader: inout TrustedReader, _ parameters: FlowParameters, _ fuel: inout Fuel
    ) -> Int? {
        var missing: Int?
        let count = reader.readVarint()
        fuel.spend(Fuel.operand * count)
        for _ in 0..<count {
            let slot = reader.readVarint()
            if missing == nil, !parameters.isPresent(slot) { missing = slot }
        }
        return missing
    }

    /// Sets the error `missing-parameter`, applies the event `invalid`, and returns what to do next.
    private mutating func rejectReply(lacking slot: Int, in parameters: inout FlowParameters) -> FlowEffect {
        parameters.set(TableFormat.errorTypeSlot, .text(ReservedError.missingParameter.rawValue))
        parameters.set(TableFormat.errorMessageSlot, .text(table.string(view.pointee.slotName[slot])))
        return advance(BuiltinEvent.invalid.rawValue, in: &parameters)
    }
}

extension FlowMachine {
    /// Executes a test: skips code if the condition is false or, for an odd opcode, if it is true.
    private func executeTest(
        _ opcode: Opcode, _ reader: inout TrustedReader, _ parameters: FlowParameters, _ fuel: inout Fuel
    ) {
        let holds = isConditionTrue(opcode, &reader, parameters, &fuel)
        let distance = reader.readVarint()
        if holds == (opcode.rawValue & 1 != 0) { reader.pointer += distance }
    }

    /// Returns whether the condition of a test holds, before any negation, and moves the reader to the distance.
    private func isConditionTrue(
        _ opcode: Opcode, _ reader: inout TrustedReader, _ parameters: FlowParameters, _ fuel: inout Fuel
    ) -> Bool {
        switch opcode {
        case .ifPresent, .ifAbsent: return parameters.isPresent(reader.readVarint())
        case .ifBelow, .ifReached:
            let counter = reader.readVarint()
            return Int(counters[counter]) < reader.readVarint()
        case .ifHasAll, .ifMisses:
            let holder = parameters[reader.readVarint()]
            return ValueOperations.hasAll(holder, parameters[reader.readVarint()], &fuel)
        case .ifMatches, .ifMismatches:
            guard case .text(let text) = parameters[reader.readVarint()] else {
                reader.skip(1)  // The pattern.
                return false
            }
            return ValueOperations.matches(text, PatternMatcher(table, pattern: reader.readVarint()), &fuel)
        default:
            let value = parameters[reader.readVarint()]
            return ValueOperations.comparisonHolds(opcode, value, table.utf8(reader.readVarint()), &fuel)
        }
    }

    /// Executes an instruction that neither branches nor ends the run.
    private mutating func execute(
        _ opcode: Opcode, _ reader: inout TrustedReader, _ fuel: inout Fuel, in parameters: inout FlowParameters
    ) {
        if opcode == .mark {
            let mark = reader.readVarint()
            if parameters.recordsMarks { parameters.marks.append(mark) }
            return
        }
        if opcode == .forgetReply { return rollBack(&parameters) }  // So far, the event has stored only the reply.
        fuel.spend(Fuel.change)
        switch opcode {
        case .keepError:
            // To restore a slot, the parameters search the undo log.
            fuel.spend(2 * parameters.changeCount)
            parameters.restore(TableFormat.errorTypeSlot)
            parameters.restore(TableFormat.errorMessageSlot)
        case .clearExcept: restart(&reader, &fuel, in: &parameters)
        case .count:
            let counter = reader.readVarint()
            // A counter stops at its maximum.
            if counters[counter] < .max { counters[counter] += 1 }
        case .reset:
            let count = reader.readVarint()
            fuel.spend(Fuel.operand * count)
            for _ in 0..<count { counters[reader.readVarint()] = 0 }
        default: changeSlots(opcode, &reader, &fuel, in: &parameters)
        }
    }

    /// Executes an instruction that sets or clears slots.
    private func changeSlots(
        _ opcode: Opcode, _ reader: inout TrustedReader, _ fuel: inout Fuel, in parameters: inout FlowParameters
    ) {
        if opcode == .clear {
            let count = reader.readVarint()
            fuel.spend(Fuel.change * count)
            for _ in 0..<count { parameters.set(reader.readVarint(), nil) }
            return
        }
        if opcode == .error {
            let (type, message) = (table.string(reader.readVarint()), table.string(reader.readVarint()))
            fuel.spend(Fuel.change + type.utf8.count + message.utf8.count)
            parameters.set(TableFormat.errorTypeSlot, .text(type))
            parameters.set(TableFormat.errorMessageSlot, .text(message))
            return
        }
        let slot = reader.readVarint()
        let value: FlowValue?
        switch opcode {
        case .remaining:
            let counted = Int(counters[reader.readVarint()])
            value = .text(UTF8Text.decimalDigits(Int64(max(0, reader.readVarint() - counted))))
        case .begin: value = readDeadlineEnd(&reader, parameters)
        case .remove:
            let before = parameters[slot]
            value = ValueOperations.without(table.utf8(reader.readVarint()), before, &fuel)
        case .copy:
            // The second operand is 1 + the slot of the fallback, or 0 if there is none.
            let (source, fallback) = (reader.readVarint(), reader.readVarint())
            value = fallback == 0 || parameters.isPresent(source) ? parameters[source] : parameters[fallback - 1]
        case .merge: value = ValueOperations.merged(parameters[slot], parameters[reader.readVarint()], &fuel)
        // The remaining opcode is `assign`.
        default: value = readLiteral(&reader, table.slotType(slot), &fuel)
        }
        parameters.set(slot, value)
    }

    /// Returns the next literal as a value of `type`.
    private func readLiteral(_ reader: inout TrustedReader, _ type: SlotType, _ fuel: inout Fuel) -> FlowValue {
        let text = table.string(reader.readVarint())
        let costPerListByte = 8  // Each word of a list becomes a separate text.
        fuel.spend(type == .list ? costPerListByte * text.utf8.count : text.utf8.count)
        return .literal(text, type)
    }

    /// Reads the duration of a deadline that starts now, and returns the deadline's end.
    ///
    /// If the slot with the duration is empty, which the compiler reports, the duration is one second.
    private func readDeadlineEnd(_ reader: inout TrustedReader, _ parameters: FlowParameters) -> FlowValue {
        let slot = reader.readVarint()  // 1 + the slot, or 0 if a literal follows.
        var seconds = reader.readVarint()
        if slot > 0 { seconds = SlotType.seconds(parameters[slot - 1]?.text ?? "") ?? 1 }
        return .text(UTF8Text.decimalDigits(parameters.time + Int64(seconds) &* 1000))
    }

    /// Forgets the last presented step, and clears all slots except the pending error and those in the next list.
    private mutating func restart(
        _ reader: inout TrustedReader, _ fuel: inout Fuel, in parameters: inout FlowParameters
    ) {
        let count = reader.readVarint()
        let keptSlots = reader
        fuel.spend(view.pointee.slots)
        parameters.clear(from: TableFormat.errorMessageSlot + 1) { slot in
            fuel.spend(Fuel.change + Fuel.operand * count)
            // Without fuel, the event is rolled back, so it does not matter which slots are cleared.
            if fuel.isSpent { return true }
            var remaining = keptSlots
            for _ in 0..<count where remaining.readVarint() == slot { return true }
            return false
        }
        reader.skip(count)
        lastPresented = Self.none
    }

    /// Moves the machine to a saved state with these counters. No notification is pending there.
    package mutating func restore(state: UInt32, lastPresented: UInt32, counters: SIMD16<UInt8>) {
        self.state = state
        self.lastPresented = lastPresented
        self.counters = counters
        pausedAt = Self.none
    }
}
