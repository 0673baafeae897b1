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

    /// Takes one event: a number of the table, with what it brings staged in the parameters.
    ///
    /// ``FlowSession`` stages what events bring and knows their names; call this only for events that bring nothing, by numbers
    /// from ``FlowTable/TransitionTable/event(named:)``.
    /// - Returns: what to do next. A refused event has changed nothing.
    public mutating func advance(_ event: Int, in parameters: inout FlowParameters) -> FlowEffect {
        let next = view.ownTransition(from: Int(truncatingIfNeeded: state), on: event)
        if view.isPresent(next), pausedAt == Self.none, !parameters.hasStaged {
            state = UInt32(truncatingIfNeeded: next)
            lastPresented = UInt32(truncatingIfNeeded: next)
            return .present
        }
        return advanceFurther(event, in: &parameters)
    }

    @inline(never)
    private mutating func advanceFurther(_ event: Int, in parameters: inout FlowParameters) -> FlowEffect {
        guard pausedAt == Self.none else {
            parameters.discard()
            return .refused(FlowRefusal(.busy))
        }
        let next = view.transition(from: Int(state), on: event)
        guard next >= 0 else {
            parameters.discard()
            return .refused(FlowRefusal(.eventNotAccepted))
        }
        if next < view.pointee.states {
            parameters.commit()
            return enter(next, in: &parameters)
        }
        return run(at: view.pointee.blockOffset[next - view.pointee.states], in: &parameters)
    }

    /// Goes on after a notification was told.
    public mutating func proceed(in parameters: inout FlowParameters) -> FlowEffect {
        guard pausedAt != Self.none else { return .refused(FlowRefusal(.eventNotAccepted)) }
        let offset = Int(pausedAt)
        pausedAt = Self.none
        return run(at: offset, in: &parameters)
    }

    private mutating func enter(_ next: Int, in parameters: inout FlowParameters) -> FlowEffect {
        let kind = view.kind(ofState: next)
        if kind == .choice {
            let block = view.pointee.choiceBlock[next - view.pointee.firstChoice]
            return run(at: view.pointee.blockOffset[block], in: &parameters)
        }
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

    /// Runs code from `offset` on; it only leads forward, and states that wait for nothing form no circle, so this ends.
    private mutating func run(at offset: Int, in parameters: inout FlowParameters) -> FlowEffect {
        var reader = TrustedReader(view.pointee.code + offset)
        while true {
            let opcode = Opcode(rawValue: reader.byte()) ?? .refuse
            switch opcode {
            case .jump, .jumpLast:
                parameters.commit()
                let named = reader.varint()
                let next = opcode == .jump || lastPresented == Self.none ? named : Int(lastPresented)
                guard view.kind(ofState: next) == .choice else { return enter(next, in: &parameters) }
                let block = view.pointee.choiceBlock[next - view.pointee.firstChoice]
                reader = TrustedReader(view.pointee.code + view.pointee.blockOffset[block])
            case .refuse:
                parameters.discard()
                return .refused(FlowRefusal(.byFlow(table.string(reader.varint()))))
            case .require:
                if let missing = missing(&reader, parameters) { return reportMissing(missing, in: &parameters) }
            case .notify:
                parameters.commit()
                let record = reader.varint()
                pausedAt = UInt32(reader.pointer - view.pointee.code)
                return .notify(record)
            case .skip:
                let distance = reader.varint()
                reader.pointer += distance
            default:
                if opcode.rawValue < Opcode.copy.rawValue {
                    let holds = test(opcode, &reader, parameters)
                    let distance = reader.varint()
                    if holds == (opcode.rawValue & 1 != 0) { reader.pointer += distance }
                } else {
                    change(opcode, &reader, in: &parameters)
                }
            }
        }
    }

    /// The first of the required slots that is absent.
    private func missing(_ reader: inout TrustedReader, _ parameters: FlowParameters) -> Int? {
        var missing: Int?
        for _ in 0..<reader.varint() {
            let slot = reader.varint()
            if missing == nil, parameters[slot] == nil { missing = slot }
        }
        return missing
    }

    /// A reply without what its node requires is an invalid one; what it brought is forgotten.
    private mutating func reportMissing(_ slot: Int, in parameters: inout FlowParameters) -> FlowEffect {
        parameters.discard()
        parameters.stage(TableFormat.errorTypeSlot, .text(ReservedError.missingParameter.rawValue))
        parameters.stage(TableFormat.errorMessageSlot, .text(table.string(view.pointee.slotName[slot])))
        return advance(BuiltinEvent.invalid.rawValue, in: &parameters)
    }
}

extension FlowMachine {
    /// Evaluates a test without its distance.
    private func test(_ opcode: Opcode, _ reader: inout TrustedReader, _ parameters: FlowParameters) -> Bool {
        switch opcode {
        case .ifPresent, .ifAbsent: return parameters[reader.varint()] != nil
        case .ifBelow, .ifReached:
            let counter = reader.varint()
            return Int(counters[counter]) < reader.varint()
        case .ifHasAll, .ifMisses:
            let holder = parameters[reader.varint()]
            return ValueTest.hasAll(holder, parameters[reader.varint()])
        case .ifMatches, .ifMismatches:
            guard case .text(let text) = parameters[reader.varint()] else {
                reader.skip(1)
                return false
            }
            return PatternMatcher(table, pattern: reader.varint()).matches(text)
        default:
            let value = parameters[reader.varint()]
            return ValueTest.compare(opcode, value, table.utf8(reader.varint()))
        }
    }

    /// Changes data.
    private mutating func change(_ opcode: Opcode, _ reader: inout TrustedReader, in parameters: inout FlowParameters) {
        if opcode == .mark {
            let mark = reader.varint()
            if parameters.recordsMarks { parameters.marks.append(mark) }
            return
        }
        if opcode == .forgetReply {
            parameters.discard()
            return
        }
        if opcode == .keepError {
            parameters.unstage(TableFormat.errorTypeSlot, TableFormat.errorMessageSlot)
            return
        }
        switch opcode {
        case .clearExcept:
            clearExcept(&reader, in: &parameters)
            parameters.commit()
            return
        default: parameters.commit()
        }
        switch opcode {
        case .copy:
            let slot = reader.varint()
            let source = parameters[reader.varint()]
            let other = reader.varint()
            parameters.set(slot, source ?? (other > 0 ? parameters[other - 1] : nil))
        case .assign:
            let slot = reader.varint()
            let text = table.string(reader.varint())
            parameters.set(slot, .literal(text, table.slotType(slot)))
        case .merge:
            let slot = reader.varint()
            parameters.set(slot, ValueTest.merged(parameters[slot], parameters[reader.varint()]))
        case .clear: for _ in 0..<reader.varint() { parameters.set(reader.varint(), nil) }
        case .count:
            let counter = reader.varint()
            if counters[counter] < .max { counters[counter] += 1 }
        case .reset: for _ in 0..<reader.varint() { counters[reader.varint()] = 0 }
        default:
            let type = reader.varint()
            parameters.set(TableFormat.errorTypeSlot, .text(table.string(type)))
            parameters.set(TableFormat.errorMessageSlot, .text(table.string(reader.varint())))
        }
    }

    /// A restart: everything but the kept slots is cleared, counters are zero, and nothing was presented.
    private mutating func clearExcept(_ reader: inout TrustedReader, in parameters: inout FlowParameters) {
        let count = reader.varint()
        let list = reader
        parameters.clear(from: 0) { slot in
            var kept = list
            for _ in 0..<count where kept.varint() == slot { return true }
            return false
        }
        reader.skip(count)
        counters = SIMD16(repeating: 0)
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
