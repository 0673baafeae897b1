import FlowModel

/// The slots of a flow's values, numbered in the order in which values are first mentioned.
struct SlotTable: Sendable {
    /// The slots of the pending error.
    static let errorType: SlotID = 0
    static let errorMessage: SlotID = 1

    private let program: Program
    private(set) var slots: [Slot] = [Slot(name: "error.type", type: .text), Slot(name: "error.message", type: .text)]
    /// By service and value that its replies bring: the slot, which all instances share.
    private var outputs: [Int: [Symbol: SlotID]] = [:]
    private var byInstance: [[Symbol: SlotID]]

    private struct SentKey: Hashable {
        let instance: Int
        let node: Int
        let key: Symbol
    }

    private var sentKeys: [SentKey: SlotID] = [:]

    /// The slots of some instances, of which none has a value yet.
    init(_ program: Program, instances: Int) {
        self.program = program
        byInstance = Array(repeating: [:], count: instances)
    }

    subscript(_ slot: SlotID) -> Slot { slots[slot] }

    /// The slot of a value that the flow of an instance mentions.
    /// - Returns: nil if there is no such value.
    mutating func slot(_ name: Symbol, of instance: Instance) -> SlotID? {
        if let known = byInstance[instance.number][name] { return known }
        if let value = instance.unit.declarations.values[name] { return add(name, value.type, to: instance) }
        switch name {
        case .selection where instance.unit.impliesSelection: return selection(of: instance)
        case .errorType: return Self.errorType
        case .errorMessage: return Self.errorMessage
        default:
            return instance.unit.services.withOutput(name).first.map { output(name, of: $0) }
        }
    }

    /// The slot of a value of an instance that was mentioned before.
    func mentioned(_ name: Symbol, of instance: Instance) -> SlotID? { byInstance[instance.number][name] }

    /// The slots of all values that replies bring and the flow mentions.
    var outputSlots: Set<SlotID> { Set(outputs.values.joined().map(\.value)) }

    /// The slot of a value that replies of a service bring, if the flow mentions it.
    func mentionedOutput(_ name: Symbol, of service: Int) -> SlotID? { outputs[service]?[name] }

    /// The slot of a value that replies bring.
    mutating func output(_ name: Symbol, of service: ServiceDescription) -> SlotID {
        if let slot = mentionedOutput(name, of: service.document) { return slot }
        let slot = add(program.symbols[name], service.outputTypes[name] ?? .text)
        outputs[service.document, default: [:]][name] = slot
        return slot
    }

    /// The slot of the selection for which no ask was written.
    mutating func selection(of instance: Instance) -> SlotID {
        byInstance[instance.number][.selection] ?? add(.selection, .choice, to: instance)
    }

    /// The flag that the last request of a node carried a key.
    mutating func sent(_ key: Symbol, at node: Int, of instance: Instance) -> SlotID {
        let request = SentKey(instance: instance.number, node: node, key: key)
        if let slot = sentKeys[request] { return slot }
        let slot = add("sent \(program.symbols[key])#\(slots.count)", .flag)
        sentKeys[request] = slot
        return slot
    }

    /// A slot for a key whose value is chosen among guarded sends.
    mutating func chosen(_ key: Symbol, _ type: ValueType) -> SlotID {
        add("\(program.symbols[key])#\(slots.count)", type)
    }

    /// A slot for the end of a deadline.
    mutating func deadline(of instance: Instance) -> SlotID { add("\(instance.prefix)within#\(slots.count)", .instant) }

    private mutating func add(_ name: Symbol, _ type: ValueType, to instance: Instance) -> SlotID {
        let slot = add(instance.prefix + program.symbols[name], type)
        byInstance[instance.number][name] = slot
        return slot
    }

    private mutating func add(_ name: String, _ type: ValueType) -> SlotID {
        slots.append(Slot(name: name, type: type))
        return slots.count - 1
    }

    /// The source that a declaration names.
    /// - Returns: nil if it names none, or a value that does not exist.
    mutating func source(_ declaration: OperandSyntax, of instance: Instance) -> Source? {
        let otherwise = declaration.otherwise.flatMap { slot($0.symbol, of: instance) }
        if let value = declaration.value { return Source(.literal(value.text), otherwise: otherwise) }
        guard let from = declaration.from.flatMap({ slot($0.symbol, of: instance) }) else { return nil }
        return Source(.slot(from), otherwise: otherwise)
    }
}
