import FlowDiagnostics
import FlowSyntax
import TestSupport

/// A change of one file at random that perhaps spoils its structure.
enum StructureMutation: CaseIterable {
    case misspeltAttribute, misspeltElement, missingAttribute, movedElement, strayAttribute
    case otherAttribute, otherElement, otherValue, missingElement, repeatedElement

    /// Those after which every name still means what it meant, apart from what the structural errors are about.
    static let ofFormOnly: [StructureMutation] = [
        .misspeltAttribute, .misspeltElement, .missingAttribute, .movedElement, .strayAttribute,
    ]

    /// The file after the change; nothing if it cannot be made there or the file is not even well-formed.
    func apply(to bytes: [UInt8], using random: inout Seeded) -> [UInt8]? {
        guard let tree = Self.tree(bytes) else { return nil }
        let element = ElementID(random.below(tree.elementCount))
        let attributes = Array(tree.attributes(of: element))
        let attribute = attributes.isEmpty ? nil : attributes[random.below(attributes.count)]
        switch self {
        case .misspeltAttribute:
            return attribute.map { rename($0, Self.misspelt(tree.writtenName(of: $0), &random), tree) }
        case .misspeltElement: return rename(element, Self.misspelt(tree.writtenName(of: element), &random), tree)
        case .missingAttribute: return attribute.map { replace(Self.whole($0, tree), [], bytes) }
        case .movedElement: return move(element, isKept: false, tree, &random)
        case .repeatedElement: return move(element, isKept: true, tree, &random)
        case .missingElement: return element == tree.root ? nil : replace(tree.range(of: element).offsets, [], bytes)
        case .otherAttribute:
            let name = AttributeName.allCases[random.below(AttributeName.allCases.count)].spelling
            return attribute.map { rename($0, name, tree) }
        case .otherElement:
            return rename(element, ElementName.allCases[random.below(ElementName.allCases.count)].spelling, tree)
        case .strayAttribute, .otherValue:
            let other = ElementID(random.below(tree.elementCount))
            guard let taken = tree.attributes(of: other).first else { return nil }
            if self == .strayAttribute {
                let end = tree.nameRange(of: element).offsets.upperBound
                return replace(end..<end, [0x20] + bytes[Self.whole(taken, tree)], bytes)
            }
            return attribute.map {
                replace(tree.valueRange(of: $0).offsets, bytes[tree.valueRange(of: taken).offsets], bytes)
            }
        }
    }

    /// The tree of a file by itself.
    static func tree(_ bytes: [UInt8]) -> SyntaxTree? {
        var bag = DiagnosticBag()
        return DocumentGraph.load(root: "f", loader: MemoryLoader(files: ["f": bytes]), bag: &bag).root?.tree
    }

    private static func misspelt(_ name: String, _ random: inout Seeded) -> String {
        var name = Array(name)
        let index = random.below(name.count)
        if name.count > 2, index > 0, random.below(2) == 0 {
            name.remove(at: index)
        } else {
            name.insert("x", at: index)
        }
        return String(name)
    }

    /// An attribute with its quotes.
    private static func whole(_ attribute: SyntaxAttribute, _ tree: SyntaxTree) -> Range<Int> {
        tree.nameRange(of: attribute).offsets.lowerBound..<tree.valueRange(of: attribute).offsets.upperBound + 1
    }

    private func replace(_ range: Range<Int>, _ text: some Collection<UInt8>, _ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.replaceSubrange(range, with: text)
        return bytes
    }

    private func rename(_ attribute: SyntaxAttribute, _ name: String, _ tree: SyntaxTree) -> [UInt8] {
        replace(tree.nameRange(of: attribute).offsets, Array(name.utf8), tree.file.bytes)
    }

    private func rename(_ element: ElementID, _ name: String, _ tree: SyntaxTree) -> [UInt8] {
        var bytes = tree.file.bytes
        let all = tree.range(of: element).offsets
        if all.upperBound > tree.tagRange(of: element).offsets.upperBound,
            let slash = bytes[all].lastIndex(of: UInt8(ascii: "/"))
        {
            bytes.replaceSubrange(slash + 1..<all.upperBound - 1, with: name.utf8)
        }
        return replace(tree.nameRange(of: element).offsets, Array(name.utf8), bytes)
    }

    /// Puts a copy of an element behind the start of another one.
    private func move(_ element: ElementID, isKept: Bool, _ tree: SyntaxTree, _ random: inout Seeded) -> [UInt8]? {
        let range = tree.range(of: element).offsets
        let copy = Array(tree.file.bytes[range])
        let target = tree.tagRange(of: ElementID(random.below(tree.elementCount))).offsets.upperBound
        guard element != tree.root, target <= range.lowerBound || target >= range.upperBound else { return nil }
        if isKept { return replace(target..<target, copy, tree.file.bytes) }
        if target <= range.lowerBound {
            return replace(target..<target, copy, replace(range, [], tree.file.bytes))
        }
        return replace(range, [], replace(target..<target, copy, tree.file.bytes))
    }
}
