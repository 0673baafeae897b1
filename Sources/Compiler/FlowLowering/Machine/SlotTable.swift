import FlowDiagnostics
import FlowIR
import FlowTable

/// The slots of a flow's values, numbered in the order of their first mention.
struct SlotTable: Sendable {
    private let program: Program
    /// The slots so far. The slots of ``ErrorSlot`` are first.
    private(set) var slots: Table<Slot, Slot> = [
        Slot(name: "error.type", type: .text), Slot(name: "error.message", type: .text),
    ]
    /// The slots of outputs by service and name. All instances share them.
    private var outputs: [Int: [Symbol: SlotID]] = [:]
    /// The slots of declared values and of the selection, by instance and name.
    private var byInstance: [[Symbol: SlotID]]

    /// A key whose presence in the last request of a node is recorded.
    private struct SentKey: Hashable {
        let instance: Int
        let node: Int
        let key: Symbol
    }

    private var sentKeys: [SentKey: SlotID] = [:]

    /// Creates a table that contains only the slots of the pending error.
    init(_ program: Program, instances: Int) {
        self.program = program
        byInstance = Array(repeating: [:], count: instances)
    }

    subscript(_ slot: SlotID) -> Slot { slots[slot] }

    /// Returns the slot of a value in an instance, and adds it at the first mention.
    ///
    /// The result is nil if there is no such value.
    mutating func intern(_ name: Symbol, of instance: Instance) -> SlotID? {
        if let known = byInstance[instance.number][name] { return known }
        if let value = instance.unit.declarations.values[name] { return add(name, value.type, to: instance) }
        switch name {
        case .selection where instance.unit.impliesSelection: return internSelection(of: instance)
        case .errorType: return ErrorSlot.type
        case .errorMessage: return ErrorSlot.message
        default:
            return instance.unit.services.withOutput(name).first.map { internOutput(name, of: $0) }
        }
    }

    /// Returns the slot of a declared value of an instance, or nil if lowering has not mentioned the value.
    func existingSlot(_ name: Symbol, of instance: Instance) -> SlotID? { byInstance[instance.number][name] }

    /// The slots of all outputs that the flow mentions.
    var outputSlots: Set<SlotID> { Set(outputs.values.joined().map(\.value)) }

    /// Returns the slot of an output of a service, or nil if lowering has not mentioned the output.
    func existingOutput(_ name: Symbol, of service: Int) -> SlotID? { outputs[service]?[name] }

    /// Returns the slot of an output of a service, and adds it at the first mention.
    mutating func internOutput(_ name: Symbol, of service: ServiceDescription) -> SlotID {
        if let slot = existingOutput(name, of: service.document) { return slot }
        let slot = add(program.symbols[name], service.outputTypes[name] ?? .text)
        outputs[service.document, default: [:]][name] = slot
        return slot
    }

    /// Returns the slot of the implicit ask of `on select`, and adds it at the first mention.
    mutating func internSelection(of instance: Instance) -> SlotID {
        byInstance[instance.number][.selection] ?? add(.selection, .choice, to: instance)
    }

    /// Returns the slot that records whether a node's last request had a key, and adds it at the first mention.
    mutating func internSentFlag(_ key: Symbol, at node: Int, of instance: Instance) -> SlotID {
        let request = SentKey(instance: instance.number, node: node, key: key)
        if let slot = sentKeys[request] { return slot }
        let slot = add("sent \(program.symbols[key])#\(slots.count)", .flag)
        sentKeys[request] = slot
        return slot
    }

    /// Adds a slot for the value of a request's key that has several sends or a guarded one, and returns its number.
    mutating func newSlot(forChosen key: Symbol, _ type: SlotType) -> SlotID {
        add("\(program.symbols[key])#\(slots.count)", type)
    }

    /// Adds a slot for the instant at which a deadline expires, and returns its number.
    mutating func newDeadlineSlot(of instance: Instance) -> SlotID {
        add("\(instance.prefix)within#\(slots.count)", .instant)
    }

    private mutating func add(_ name: Symbol, _ type: SlotType, to instance: Instance) -> SlotID {
        let slot = add(instance.prefix + program.symbols[name], type)
        byInstance[instance.number][name] = slot
        return slot
    }

    private mutating func add(_ name: String, _ type: SlotType) -> SlotID {
        slots.add(Slot(name: name, type: type))
    }

    /// Returns the source that an operand describes, or nil if its value does not exist.
    ///
    /// An `else` that names no value is ignored. Another pass reports unknown names.
    mutating func source(_ operand: OperandSyntax, of instance: Instance) -> Source? {
        let otherwise = operand.otherwise.flatMap { intern($0.symbol, of: instance) }
        if let value = operand.value { return Source(.literal(ByteString(value.text)), otherwise: otherwise) }
        guard let from = operand.from.flatMap({ intern($0.symbol, of: instance) }) else { return nil }
        return Source(.slot(from), otherwise: otherwise)
    }
}
