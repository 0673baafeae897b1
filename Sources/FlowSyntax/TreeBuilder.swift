internal import FlowDiagnostics

/// The state of one parse, filled from libxml2's events.
///
/// libxml2 only reports names and the end of each tag. Everything else is read from the source, since libxml2 has no
/// columns, wrong lines above 65,535, and no locations of attributes. The hooks call it sequentially on one thread and
/// never from its own methods, so the hot storage needs no run-time exclusivity checks.
final class TreeBuilder {
    let source: UnsafeBufferPointer<UInt8>
    let limits: ParseLimits
    /// The offset of the document in the source, after a byte order mark.
    let origin: Int
    @exclusivity(unchecked) private(set) var elements: [ElementRecord] = []
    @exclusivity(unchecked) private(set) var attributes: [AttributeRecord] = []
    private(set) var texts: [Range<Int32>] = []
    @exclusivity(unchecked) private(set) var instructions: [InstructionRecord] = []
    /// The first instruction that still waits for its element.
    @exclusivity(unchecked) private var firstLoose = 0
    /// The offset after the last instruction of any program.
    ///
    /// It ensures that no part is searched twice.
    private var lastInstructionEnd = 0
    private(set) var problem: SyntaxProblem?
    @exclusivity(unchecked) private var open: [Int32] = []
    @exclusivity(unchecked) private var names = NameCache()
    /// The offset after the last start or end tag.
    @exclusivity(unchecked) private var lastTagEnd: Int

    init(_ source: UnsafeBufferPointer<UInt8>, origin: Int, limits: ParseLimits) {
        self.source = source
        self.origin = origin
        self.limits = limits
        lastTagEnd = origin
        elements.reserveCapacity(source.count / 48)
        attributes.reserveCapacity(source.count / 32)
        open.reserveCapacity(limits.depth + 1)
    }

    /// The innermost open element; nil outside the root.
    var current: Int? { open.last.map { Int($0) } }

    /// The innermost open element with its name's location; nil outside the root.
    var openTag: (name: Range<Int>, index: Int)? {
        current.map { (Int(elements[$0].tagStart) + 1..<Int(elements[$0].nameEnd), $0) }
    }

    /// Whether the innermost open element already has text.
    var currentHasText: Bool { current.map { elements[$0].text >= 0 } ?? false }

    /// Whether an instruction waits for its element.
    var hasLooseInstruction: Bool { firstLoose < instructions.count }

    /// Stores the first problem. The caller then stops parsing.
    func fail(_ problem: SyntaxProblem) {
        if self.problem == nil { self.problem = problem }
    }

    /// Starts an element whose last attribute ends before `end`.
    ///
    /// `end` is the offset of its `>` or `/>`.
    /// - Returns: false if a limit is exceeded and parsing must stop.
    func startElement(
        _ name: UnsafePointer<UInt8>?, isForeign: Bool,
        attributes given: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int, end: Int
    ) -> Bool {
        let start = source.lastOffset(of: Byte.lessThan, before: end)
        var scanner = StartTagScanner(source, start..<max(start, end))
        let tagEnd = end + (end < source.count && source[end] == Byte.slash ? 2 : 1)
        guard open.count < limits.depth else {
            let message = "elements are nested deeper than \(limits.depth) levels"
            fail(SyntaxProblem(code: .nestingTooDeep, range: scanner.nameRange, message: message))
            return false
        }
        guard count <= limits.attributes else {
            fail(.tooManyAttributes(limits, at: scanner.nameRange))
            return false
        }
        let known = isForeign ? .unknown : name.map { names.names($0).element } ?? .unknown
        let index = Int32(elements.count)
        elements.append(
            ElementRecord(
                name: known, attributeCount: 0, parent: open.last ?? -1, subtreeEnd: index + 1,
                firstAttribute: Int32(attributes.count), tagStart: Int32(start),
                nameEnd: Int32(scanner.nameRange.upperBound), tagEnd: Int32(tagEnd), end: Int32(tagEnd), text: -1
            )
        )
        open.append(index)
        lastTagEnd = tagEnd
        bindInstructions(to: index)
        return addAttributes(&scanner, given, count)
    }

    /// Ends the innermost element, whose end tag ends before an offset.
    func endElement(at end: Int) {
        guard let index = open.popLast() else { return }
        elements[Int(index)].subtreeEnd = Int32(elements.count)
        elements[Int(index)].end = Int32(clamping: end)
        lastTagEnd = end
        firstLoose = instructions.count
    }

    /// Adds an instruction that ends at an offset; others' are skipped.
    func addInstruction(endingAt end: Int) {
        let from = max(lastTagEnd, lastInstructionEnd)
        lastInstructionEnd = end
        guard let start = source.startOfInstruction(endingAt: end, from: from),
            source.starts(with: InstructionRecord.opening, at: start, end: end)
        else { return }
        let behind = start + InstructionRecord.opening.utf8CodeUnitCount
        guard behind < end, Byte.isSpace(source[behind]) || source[behind] == Byte.questionMark else { return }
        instructions.append(InstructionRecord(range: Int32(start)..<Int32(end), element: -1))
    }

    private func bindInstructions(to element: Int32) {
        while firstLoose < instructions.count {
            instructions[firstLoose].element = element
            firstLoose += 1
        }
    }

    /// Adds text other than white space to the innermost element.
    /// - Returns: false if a limit is exceeded and parsing must stop.
    func addText() -> Bool {
        firstLoose = instructions.count
        guard let current, elements[current].text < 0 else { return true }
        var walker = ContentWalker(source, lastTagEnd..<source.count, .text)
        let extent = walker.trimmedExtent()
        elements[current].text = Int32(texts.count)
        texts.append(Int32(extent.lowerBound)..<Int32(extent.upperBound))
        return checkLength(extent, "text")
    }

    private func addAttributes(
        _ scanner: inout StartTagScanner, _ given: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: Int
    ) -> Bool {
        guard let given, count > 0 else { return true }
        var found = 0
        while found < count, let attribute = scanner.next() {
            if isNamespaceDeclaration(attribute.name) { continue }
            let isForeign = given[5 * found + 1] != nil
            let name = isForeign ? .unknown : given[5 * found].map { names.names($0).attribute } ?? .unknown
            attributes.append(
                AttributeRecord(
                    name: name, isEncoded: attribute.isEncoded,
                    nameStart: Int32(attribute.name.lowerBound), nameEnd: Int32(attribute.name.upperBound),
                    valueStart: Int32(attribute.value.lowerBound), valueEnd: Int32(attribute.value.upperBound)
                )
            )
            found += 1
            guard checkLength(attribute.value, "value") else { return false }
        }
        elements[elements.count - 1].attributeCount = UInt8(clamping: found)
        return true
    }

    private func isNamespaceDeclaration(_ name: Range<Int>) -> Bool {
        guard source.starts(with: "xmlns", at: name.lowerBound, end: name.upperBound) else { return false }
        return name.count == 5 || source[name.lowerBound + 5] == 0x3A
    }

    private func checkLength(_ range: Range<Int>, _ what: String) -> Bool {
        guard range.count > limits.valueLength else { return true }
        let message = "the \(what) has \(range.count) bytes, more than \(limits.valueLength)"
        fail(SyntaxProblem(code: .valueTooLong, range: range.lowerBound..<range.lowerBound, message: message))
        return false
    }
}
