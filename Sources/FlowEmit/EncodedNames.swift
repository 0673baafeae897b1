import FlowModel
import FlowTable

/// The encoded names of a flow: events, parameters and patterns.
struct EncodedNames {
    private let name: Int
    private let version: Int
    private let eventNames: [Int]
    /// The class of each error event; empty if none has one.
    private var errorClasses: [Int] = []
    /// Error types without an event, each followed by its class.
    private var classPairs: [Int] = []
    private let slotTypes: [UInt8]
    private let slotNames: [Int]
    private var patternOffsets: [Int] = []
    private var patternBytes: [UInt8] = []
    /// The names of the states, in a last section of their own.
    ///
    /// Omitting it changes no other byte.
    private var stateNames: [Int]?
    /// Names that equal no other string.
    private var ownNames: [[UInt8]] = []

    /// Encodes the names and adds their texts to `encoder`.
    init(_ encoder: inout FlowEncoder) {
        let flow = encoder.flow
        name = encoder.strings.number(flow.name)
        version = encoder.strings.number(flow.version)
        eventNames = flow.events.map { encoder.strings.number($0.name) }
        slotTypes = flow.slots.map { $0.type.slotType.rawValue }
        slotNames = flow.slots.map { encoder.strings.number($0.name) }
        if encoder.options.includesNames { nameStates(flow, encoder.strings) }
        addClasses(flow, &encoder.strings)
        for pattern in flow.patterns {
            patternOffsets.append(patternBytes.count)
            patternBytes += [
                UInt8(truncatingIfNeeded: pattern.accepts.count), UInt8(truncatingIfNeeded: pattern.classCount),
            ]
            patternBytes += pattern.classes + pattern.next + pattern.accepts.map { $0 ? 1 : 0 }
        }
    }

    private mutating func nameStates(_ flow: CheckedFlow, _ strings: StringPool) {
        var (numbers, own) = ([Int](), [[UInt8]: Int]())
        for state in flow.states {
            let name = Array(state.name.utf8)
            if let number = strings.existing(state.name) ?? own[name] {
                numbers.append(number)
            } else {
                own[name] = strings.strings.count + ownNames.count
                numbers.append(strings.strings.count + ownNames.count)
                ownNames.append(name)
            }
        }
        stateNames = numbers
    }

    private mutating func addClasses(_ flow: CheckedFlow, _ strings: inout StringPool) {
        let errors = flow.events.filter { $0.kind == .error }.map { Array($0.name.utf8) }
        var classes = [String?](repeating: nil, count: errors.count)
        for (type, className) in flow.errorClasses {
            if let index = errors.firstIndex(of: Array(type.utf8)) {
                if classes[index] == nil { classes[index] = className }
            } else {
                classPairs += [strings.number(type), strings.number(className)]
            }
        }
        if classes.contains(where: { $0 != nil }) { errorClasses = classes.map { strings.number($0 ?? "") } }
    }

    /// Writes the columns after the records.
    func write(strings: Int, to body: inout ByteWriter) throws(TableLimit) {
        body.column(eventNames, pointingAt: strings)
        body.column(errorClasses, pointingAt: strings)
        body.column(classPairs, pointingAt: strings)
        body.append(slotTypes)
        body.column(slotNames, pointingAt: strings)
        body.column(patternOffsets, pointingAt: patternBytes.count)
        body.append(patternBytes)
        guard let stateNames else { return }
        body.column(stateNames, pointingAt: strings + ownNames.count)
        for name in ownNames { try body.varint(name.count) }
        for name in ownNames { body.append(name) }
    }

    /// Sets the counts in the directory.
    func setFields(_ fields: inout DirectoryFields) {
        fields[.name] = name
        fields[.version] = version
        fields[.slots] = slotTypes.count
        fields[.errorClasses] = errorClasses.count
        fields[.classes] = classPairs.count / 2
        fields[.patterns] = patternOffsets.count
        fields[.patternBytes] = patternBytes.count
        fields[.ownNames] = stateNames == nil ? 0 : ownNames.count + 1
    }
}

extension Pattern {
    /// The number of byte classes.
    var classCount: Int { accepts.isEmpty ? 0 : next.count / accepts.count }
}

extension ValueType {
    /// The type's number in a table.
    var slotType: SlotType {
        switch self {
        case .text: .text
        case .secret: .secret
        case .digits: .digits
        case .choice: .choice
        case .list: .list
        case .map: .map
        case .bytes: .bytes
        case .session: .session
        case .flag: .flag
        case .seconds: .seconds
        case .instant: .instant
        }
    }
}
