import FlowDiagnostics
import FlowIR
import FlowTable

/// The last sections of a table: events, error classes, parameters, patterns and the names of states.
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
    /// By state: the string of its name; nil if the table omits names.
    ///
    /// The names form the last section, so that a table without them has the same other columns.
    private var stateNames: [Int]?
    /// State names that equal no other string. They are numbered after the strings.
    private var ownNames: [[UInt8]] = []

    /// Encodes the names, error classes, parameters and patterns of a flow, and adds their texts to `encoder.strings`.
    ///
    /// Before ``FlowEncoder/restart()``, the strings have no numbers, so only the added texts matter. The names of states
    /// are not among them: ``encodeStateNames(of:)`` encodes them afterwards.
    init(_ encoder: inout FlowEncoder) {
        let flow = encoder.flow
        name = encoder.strings.intern(ByteString(flow.name))
        version = encoder.strings.intern(ByteString(flow.version))
        eventNames = flow.events.map { encoder.strings.intern($0.name) }
        slotTypes = flow.slots.map { $0.type.rawValue }
        slotNames = flow.slots.map { encoder.strings.intern(ByteString($0.name)) }
        encodeErrorClasses(of: flow, &encoder.strings)
        for pattern in flow.patterns { encode(pattern) }
    }

    /// Appends the automaton of a pattern to the patterns' bytes, in the layout that `PatternVerifier` describes.
    private mutating func encode(_ pattern: Pattern) {
        patternOffsets.append(patternBytes.count)
        patternBytes += [
            UInt8(truncatingIfNeeded: pattern.accepts.count), UInt8(truncatingIfNeeded: pattern.classCount),
        ]
        patternBytes += pattern.classes + pattern.next + pattern.accepts.map { $0 ? 1 : 0 }
    }

    /// Numbers the names of states. A name that equals a string has the string's number; the others follow the strings.
    mutating func encodeStateNames(of encoder: FlowEncoder) {
        let (states, strings) = (encoder.flow.states, encoder.strings)
        var numbers: [Int] = []
        numbers.reserveCapacity(states.count)
        var ownNumbers: [ByteString: Int] = [:]
        for state in states.indices {
            let name = ByteString(states[state].name)
            if let number = strings.number(of: name) ?? ownNumbers[name] {
                numbers.append(number)
            } else {
                let number = strings.strings.count + ownNames.count
                ownNumbers[name] = number
                numbers.append(number)
                ownNames.append(Array(name.utf8))
            }
        }
        stateNames = numbers
    }

    /// Stores the first class of each error event, and the classes of error types that have no event.
    private mutating func encodeErrorClasses(of flow: LoweredFlow, _ strings: inout StringPool) {
        let errors = flow.events.filter { $0.kind == .error }.map(\.name)
        var classes = [ByteString?](repeating: nil, count: errors.count)
        for (type, className) in flow.errorClasses {
            if let index = errors.firstIndex(of: type) {
                if classes[index] == nil { classes[index] = className }
            } else {
                classPairs += [strings.intern(type), strings.intern(className)]
            }
        }
        if classes.contains(where: { $0 != nil }) { errorClasses = classes.map { strings.intern($0 ?? "") } }
    }

    /// Appends the sections that follow the records, in the order of the format.
    ///
    /// The number of strings determines the width of the columns of names.
    ///
    /// - Throws: ``TableLimit`` if a name is too long
    func write(stringCount: Int, to body: inout ByteWriter) throws(TableLimit) {
        body.appendColumn(eventNames, pointingAt: stringCount)
        body.appendColumn(errorClasses, pointingAt: stringCount)
        body.appendColumn(classPairs, pointingAt: stringCount)
        body.append(slotTypes)
        body.appendColumn(slotNames, pointingAt: stringCount)
        body.appendColumn(patternOffsets, pointingAt: patternBytes.count)
        body.append(patternBytes)
        guard let stateNames else { return }
        body.appendColumn(stateNames, pointingAt: stringCount + ownNames.count)
        for name in ownNames { try body.appendVarint(name.count) }
        for name in ownNames { body.append(name) }
    }

    func setFields(_ fields: inout DirectoryFields) {
        fields[.name] = name
        fields[.version] = version
        fields[.slots] = slotTypes.count
        fields[.errorClasses] = errorClasses.count
        fields[.classes] = classPairs.count / 2
        fields[.patterns] = patternOffsets.count
        fields[.patternBytes] = patternBytes.count
        // 0 stands for a table without names of states.
        fields[.ownNames] = stateNames == nil ? 0 : ownNames.count + 1
    }
}
