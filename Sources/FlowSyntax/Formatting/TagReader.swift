/// Reads the tags of elements, and formats their attributes.
struct TagReader {
    private let source: UnsafeBufferPointer<UInt8>
    private let vocabulary: Vocabulary?

    /// Creates a reader; without a vocabulary, it treats no value as a list or a guard.
    init(_ source: UnsafeBufferPointer<UInt8>, _ vocabulary: Vocabulary?) {
        self.source = source
        self.vocabulary = vocabulary
    }

    /// Returns the formatted start tag of an element.
    func tag(of node: LayoutNode) -> TagText {
        var scanner = StartTagScanner(source, node.source)
        let rule = vocabulary?.ruleIndex(ElementName(spelling: text(scanner.nameRange)))
        var attributes: [AttributeText] = []
        // The width of `<` and the name; each attribute adds a blank and its own width.
        var width = 1 + source.width(of: scanner.nameRange)
        while let attribute = scanner.next() {
            let formatted = AttributeText(source, attribute, breaks(ofAttribute: attribute.name, inRule: rule))
            attributes.append(formatted)
            width += 1 + formatted.width
        }
        return TagText(name: scanner.nameRange, attributes: attributes, width: width)
    }

    /// Returns the range of an element's name in the source.
    func name(of node: LayoutNode) -> Range<Int> { StartTagScanner(source, node.source).nameRange }

    /// Returns the blanks at which the value of an attribute may be wrapped.
    private func breaks(ofAttribute name: Range<Int>, inRule rule: Int?) -> AttributeText.Breaks {
        guard let rule, let vocabulary else { return .none }
        let attribute = AttributeName(spelling: text(name))
        guard let slot = vocabulary.slot(attribute, inRule: rule) else { return .none }
        if attribute == .when { return .clauses }
        return vocabulary.rules[rule].attributes[slot].kind.isList ? .words : .none
    }

    /// Returns a range of the source as text.
    private func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }
}
