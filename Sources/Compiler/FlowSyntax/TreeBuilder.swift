import FlowDiagnostics

/// Builds the arrays of a `SyntaxTree` from libxml2's events.
///
/// libxml2 provides only the names and the end of each tag, so the builder finds all other locations in the source. The
/// hooks call the builder on one thread and never from its own methods, so the hot storage needs no run-time
/// exclusivity checks.
final class TreeBuilder {
    let source: UnsafeBufferPointer<UInt8>
    let limits: ParseLimits
    /// The offset of the document in the source, after a byte order mark.
    let origin: Int
    @exclusivity(unchecked) private(set) var elements: [ElementRecord] = []
    @exclusivity(unchecked) private(set) var attributes: [AttributeRecord] = []
    private(set) var texts: [Range<Int32>] = []
    @exclusivity(unchecked) private(set) var instructions: [InstructionRecord] = []
    /// The index of the first instruction whose element can still follow.
    @exclusivity(unchecked) private var firstUnbound = 0
    /// The offset after the last processing instruction, even if it is for another program.
    ///
    /// The search for the next instruction starts here, or after a later tag.
    private var lastInstructionEnd = 0
    private(set) var problem: SyntaxProblem?
    /// The indices of the open elements, the innermost last.
    @exclusivity(unchecked) private var open: [Int32] = []
    @exclusivity(unchecked) private var nameCache = NameCache()
    /// The offset after the last start or end tag.
    @exclusivity(unchecked) private var lastTagEnd: Int

    /// The typical number of source bytes per element of a flow, which determines the initial capacity.
    private static let typicalBytesPerElement = 48
    /// The typical number of source bytes per attribute of a flow, which determines the initial capacity.
    private static let typicalBytesPerAttribute = 32

    init(_ source: UnsafeBufferPointer<UInt8>, origin: Int, limits: ParseLimits) {
        self.source = source
        self.origin = origin
        self.limits = limits
        lastTagEnd = origin
        elements.reserveCapacity(source.count / Self.typicalBytesPerElement)
        attributes.reserveCapacity(source.count / Self.typicalBytesPerAttribute)
        open.reserveCapacity(limits.depth + 1)
    }

    /// The index of the innermost open element; nil outside the root.
    var current: Int? { open.last.map { Int($0) } }

    /// The location of the innermost open element's name; nil outside the root.
    var openName: Range<Int>? {
        current.map { Int(elements[$0].tagStart) + 1..<Int(elements[$0].nameEnd) }
    }

    /// Whether the innermost open element already has text.
    var currentHasText: Bool { current.map { elements[$0].text >= 0 } ?? false }

    /// Whether there is an instruction whose element has not started.
    var hasUnboundInstruction: Bool { firstUnbound < instructions.count }

    /// Stores a problem, unless there already is one. The caller then stops parsing.
    func fail(_ problem: SyntaxProblem) {
        if self.problem == nil { self.problem = problem }
    }

    /// Adds an element with its attributes, and opens it.
    ///
    /// - Parameters:
    ///   - name: the element's name without its prefix
    ///   - isForeign: whether the element has a prefix or is in a namespace, and so is not part of the language
    ///   - given: libxml2's array of the attributes
    ///   - count: the number of attributes in the array
    ///   - end: the offset of the tag's `>` or `/>`
    /// - Returns: false if a limit is exceeded and parsing must stop
    func startElement(
        _ name: UnsafePointer<UInt8>?, isForeign: Bool,
        attributes given: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int, end: Int
    ) -> Bool {
        // A well-formed tag contains no other `<`.
        let start = source.lastOffset(of: Byte.lessThan, before: end)
        var scanner = StartTagScanner(source, start..<max(start, end))
        // The tag ends with `/>` or `>`.
        let endsWithSlash = end < source.count && source[end] == Byte.slash
        let tagEnd = end + (endsWithSlash ? 2 : 1)
        guard checkLimits(ofElementAt: scanner.nameRange, attributeCount: count) else { return false }
        let elementName = isForeign ? .unknown : name.map { nameCache.names(at: $0).element } ?? .unknown
        let index = Int32(elements.count)
        elements.append(
            ElementRecord(
                name: elementName, attributeCount: 0, parent: open.last ?? -1, subtreeEnd: index + 1,
                firstAttribute: Int32(attributes.count), tagStart: Int32(start),
                nameEnd: Int32(scanner.nameRange.upperBound), tagEnd: Int32(tagEnd), end: Int32(tagEnd), text: -1
            )
        )
        open.append(index)
        lastTagEnd = tagEnd
        bindInstructions(to: index)
        return addAttributes(&scanner, given, count)
    }

    /// Checks the depth and the number of attributes of a new element.
    ///
    /// - Returns: false if a limit is exceeded and parsing must stop
    private func checkLimits(ofElementAt name: Range<Int>, attributeCount: Int) -> Bool {
        guard open.count < limits.depth else {
            let message = "elements are nested deeper than \(limits.depth) levels"
            fail(SyntaxProblem(code: .nestingTooDeep, range: name, message: message))
            return false
        }
        guard attributeCount <= limits.attributes else {
            fail(.tooManyAttributes(limits, at: name))
            return false
        }
        return true
    }

    /// Closes the innermost element, whose end tag ends at an offset.
    func endElement(at end: Int) {
        guard let index = open.popLast() else { return }
        elements[Int(index)].subtreeEnd = Int32(elements.count)
        elements[Int(index)].end = Int32(clamping: end)
        lastTagEnd = end
        // Instructions before an end tag apply to no element.
        firstUnbound = instructions.count
    }

    /// Adds the instruction that ends at an offset, unless it is for another program.
    func addInstruction(endingAt end: Int) {
        let lastMarkupEnd = max(lastTagEnd, lastInstructionEnd)
        lastInstructionEnd = end
        guard let start = source.startOfInstruction(endingAt: end, searchingFrom: lastMarkupEnd),
            InstructionRecord.isForCompiler(start..<end, in: source)
        else { return }
        instructions.append(InstructionRecord(range: Int32(start)..<Int32(end), element: -1))
    }

    /// Records an element as the one that all unbound instructions apply to.
    private func bindInstructions(to element: Int32) {
        while firstUnbound < instructions.count {
            instructions[firstUnbound].element = element
            firstUnbound += 1
        }
    }

    /// Adds the text after the last tag to the innermost element, unless it already has text.
    ///
    /// Unbound instructions before the text apply to no element.
    ///
    /// - Returns: false if a limit is exceeded and parsing must stop
    func addText() -> Bool {
        firstUnbound = instructions.count
        guard let current, elements[current].text < 0 else { return true }
        var walker = ContentWalker(source, lastTagEnd..<source.count, .text)
        let extent = walker.trimmedExtent()
        elements[current].text = Int32(texts.count)
        texts.append(Int32(extent.lowerBound)..<Int32(extent.upperBound))
        return checkLength(of: extent, kind: "text")
    }

    /// The number of pointers per attribute in libxml2's array: local name, prefix, URI, value and its end.
    private static let pointersPerAttribute = 5

    /// Adds the attributes of the last element, without namespace declarations.
    ///
    /// libxml2 provides `count` attributes in the array `given`, and the scanner finds their locations.
    ///
    /// - Returns: false if a limit is exceeded and parsing must stop
    private func addAttributes(
        _ scanner: inout StartTagScanner, _ given: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: Int
    ) -> Bool {
        guard let given, count > 0 else { return true }
        var found = 0
        while found < count, let attribute = scanner.next() {
            if isNamespaceDeclaration(attribute.name) { continue }
            let pointers = given + Self.pointersPerAttribute * found
            let localName = pointers[0]
            let prefix = pointers[1]
            // The language has no attributes with a prefix.
            let name = prefix != nil ? .unknown : localName.map { nameCache.names(at: $0).attribute } ?? .unknown
            attributes.append(
                AttributeRecord(
                    name: name, isEncoded: attribute.isEncoded,
                    nameStart: Int32(attribute.name.lowerBound), nameEnd: Int32(attribute.name.upperBound),
                    valueStart: Int32(attribute.value.lowerBound), valueEnd: Int32(attribute.value.upperBound)
                )
            )
            found += 1
            guard checkLength(of: attribute.value, kind: "value") else { return false }
        }
        elements[elements.count - 1].attributeCount = UInt8(clamping: found)
        return true
    }

    /// Returns whether an attribute's name is `xmlns` or starts with `xmlns:`.
    private func isNamespaceDeclaration(_ name: Range<Int>) -> Bool {
        let keyword: StaticString = "xmlns"
        guard source.starts(with: keyword, at: name.lowerBound, end: name.upperBound) else { return false }
        let length = keyword.utf8CodeUnitCount
        return name.count == length || source[name.lowerBound + length] == Byte.colon
    }

    /// Checks the length of a value or text; `kind` is what the message calls it.
    ///
    /// - Returns: false if the limit is exceeded and parsing must stop
    private func checkLength(of range: Range<Int>, kind: String) -> Bool {
        guard range.count > limits.valueLength else { return true }
        let message = "the \(kind) has \(range.count) bytes, more than the maximum of \(limits.valueLength)"
        // The problem is at the start, because the whole range is too long to show.
        fail(SyntaxProblem(code: .valueTooLong, range: range.lowerBound..<range.lowerBound, message: message))
        return false
    }
}

/// A hash table from libxml2's interned names to element and attribute names, for one parse.
///
/// libxml2 returns the same pointer for the same name, so the table compares addresses. It does not grow: when it is
/// half full, further names are looked up by their spelling each time. One half suffices for the grammars' names.
struct NameCache {
    private static let slotBits = 9
    private static let slotCount = 1 << slotBits

    /// The address of the name in each slot; 0 if the slot is free.
    private var keys = [UInt](repeating: 0, count: NameCache.slotCount)
    private var values = [(ElementName, AttributeName)](repeating: (.unknown, .unknown), count: NameCache.slotCount)
    private var count = 0

    /// Returns the element name and the attribute name with the spelling of an interned name, and caches them.
    mutating func names(at pointer: UnsafePointer<UInt8>) -> (element: ElementName, attribute: AttributeName) {
        let key = UInt(bitPattern: pointer)
        // Fibonacci hashing: the high bits of the product select the slot.
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> UInt(UInt.bitWidth - Self.slotBits))
        while keys[slot] != key {
            if keys[slot] == 0 { return lookUp(key, pointer, freeSlot: slot) }
            // Another name has this slot, so the search continues at the next one.
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return values[slot]
    }

    /// Looks up a name by its spelling, stores it in a free slot unless the table is half full, and returns it.
    private mutating func lookUp(
        _ key: UInt, _ pointer: UnsafePointer<UInt8>, freeSlot slot: Int
    ) -> (element: ElementName, attribute: AttributeName) {
        let spelling = String(cString: pointer)
        let names = (ElementName(spelling: spelling), AttributeName(spelling: spelling))
        if count < Self.slotCount / 2 {
            count += 1
            keys[slot] = key
            values[slot] = names
        }
        return names
    }
}

/// Finds the attributes of a start tag in the source.
///
/// The scanner finds all attributes of a well-formed tag, and terminates on any input.
struct StartTagScanner {
    /// The locations of an attribute in the source.
    struct Attribute {
        var name: Range<Int>
        /// The value, without its quotes.
        var value: Range<Int>
        /// Whether the value contains references, tabs or line ends.
        var isEncoded: Bool
    }

    private let source: UnsafeBufferPointer<UInt8>
    private let end: Int
    private var offset: Int
    /// The location of the element's name.
    let nameRange: Range<Int>

    /// Creates a scanner for a range that starts with `<` and ends after the last attribute.
    init(_ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.source = source
        end = min(range.upperBound, source.count)
        var index = min(range.lowerBound + 1, end)
        while index < end, !Self.endsName(source[index]) { index += 1 }
        nameRange = min(range.lowerBound + 1, index)..<index
        offset = index
    }

    /// Whether the range starts an element, and not a comment, an instruction or an end tag.
    var hasName: Bool {
        guard !nameRange.isEmpty else { return false }
        let first = source[nameRange.lowerBound]
        return first != UInt8(ascii: "!") && first != Byte.questionMark
    }

    /// Reads the next attribute, and returns its locations; nil at the end or at a syntax error.
    mutating func next() -> Attribute? {
        skipSpace()
        let nameStart = offset
        while offset < end, source[offset] != Byte.equals, !Self.endsName(source[offset]) { offset += 1 }
        let nameEnd = offset
        skipSpace()
        guard nameEnd > nameStart, offset < end, source[offset] == Byte.equals else { return nil }
        offset += 1
        skipSpace()
        guard offset < end else { return nil }
        let quote = source[offset]
        guard Byte.isQuote(quote) else { return nil }
        offset += 1
        return readValue(ofAttribute: nameStart..<nameEnd, quote: quote)
    }

    @inline(__always)
    private mutating func skipSpace() {
        while offset < end, Byte.isSpace(source[offset]) { offset += 1 }
    }

    /// Reads a value after its opening quote, and returns its attribute; nil if the closing quote is missing.
    private mutating func readValue(ofAttribute name: Range<Int>, quote: UInt8) -> Attribute? {
        let start = offset
        var isEncoded = false
        while offset < end {
            let byte = source[offset]
            if byte == quote { break }
            if byte == Byte.ampersand || byte < Byte.space { isEncoded = true }
            offset += 1
        }
        guard offset < end else { return nil }
        offset += 1
        return Attribute(name: name, value: start..<offset - 1, isEncoded: isEncoded)
    }

    /// Returns whether a byte ends a name in a tag. The `=` after an attribute's name is not among these bytes.
    @inline(__always)
    private static func endsName(_ byte: UInt8) -> Bool {
        Byte.isSpace(byte) || byte == Byte.slash || byte == Byte.greaterThan
    }
}
