import FlowModel
import FlowTable

/// What a table says of its flow, events, parameters and patterns.
struct EncodedNames {
    private let name: Int
    private let version: Int
    private let eventNames: [Int]
    /// Class of each error event; empty if none has one.
    private var errorClasses: [Int] = []
    /// Error types without an event, each followed by its class.
    private var classPairs: [Int] = []
    private let slotTypes: [UInt8]
    private let slotNames: [Int]
    private var patternOffsets: [Int] = []
    private var patternBytes: [UInt8] = []
    private var stateNames: [Int] = []

    /// Encodes them; their texts go to `encoder`.
    init(_ encoder: inout FlowEncoder) {
        let flow = encoder.flow
        name = encoder.strings.number(flow.name)
        version = encoder.strings.number(flow.version)
        eventNames = flow.events.map { encoder.strings.number($0.name) }
        slotTypes = flow.slots.map { $0.type.slotType.rawValue }
        slotNames = flow.slots.map { encoder.strings.number($0.name) }
        if encoder.options.includesNames { stateNames = flow.states.map { encoder.strings.number($0.name) } }
        addClasses(flow, &encoder.strings)
        for pattern in flow.patterns {
            patternOffsets.append(patternBytes.count)
            patternBytes += [
                UInt8(truncatingIfNeeded: pattern.accepts.count), UInt8(truncatingIfNeeded: pattern.classCount),
            ]
            patternBytes += pattern.classes + pattern.next + pattern.accepts.map { $0 ? 1 : 0 }
        }
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

    /// Writes the columns behind the records.
    func write(strings: Int, to body: inout ByteWriter) {
        body.column(eventNames, pointingAt: strings)
        body.column(errorClasses, pointingAt: strings)
        body.column(classPairs, pointingAt: strings)
        body.append(slotTypes)
        body.column(slotNames, pointingAt: strings)
        body.column(patternOffsets, pointingAt: patternBytes.count)
        body.append(patternBytes)
        body.column(stateNames, pointingAt: strings)
    }

    /// Puts the counts into the directory.
    func setFields(_ fields: inout DirectoryFields) {
        fields[.name] = name
        fields[.version] = version
        fields[.slots] = slotTypes.count
        fields[.errorClasses] = errorClasses.count
        fields[.classes] = classPairs.count / 2
        fields[.patterns] = patternOffsets.count
        fields[.patternBytes] = patternBytes.count
        fields[.namedStates] = stateNames.count
    }
}

extension Pattern {
    /// Number of classes of bytes.
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
        }
    }
}
