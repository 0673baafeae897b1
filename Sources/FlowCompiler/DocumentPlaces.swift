import FlowDiagnostics
import FlowSyntax

/// Finds the elements that findings stand at, and the declarations around them.
struct DocumentPlaces {
    /// An element of one of the files.
    struct Place: Hashable {
        let file: FileID
        let element: ElementID
    }

    private let trees: [FileID: SyntaxTree]

    /// The places in documents.
    init(_ trees: [SyntaxTree]) {
        self.trees = Dictionary(trees.map { ($0.fileID, $0) }) { first, _ in first }
    }

    /// The element whose start tag, or text directly behind it, a range stands in.
    func place(_ range: SourceRange) -> (place: Place, tree: SyntaxTree)? {
        guard let tree = trees[range.file] else { return nil }
        var (low, high) = (0, tree.elementCount)
        while low < high {
            let middle = (low + high) / 2
            if tree.tagRange(of: ElementID(middle)).start <= range.start { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : (Place(file: range.file, element: ElementID(low - 1)), tree)
    }
}

extension SyntaxTree {
    /// The outermost element around another one that is no root, group or list of data.
    func unit(of element: ElementID) -> ElementID {
        var unit = element
        var next = parent(of: unit)
        while let element = next {
            if element != root, ![.group, .data].contains(name(of: element)) { unit = element }
            next = parent(of: element)
        }
        return unit
    }

    /// The name that an element declares, by which others extend it.
    func declaredName(of element: ElementID) -> String? {
        text(.id, of: element) ?? text(.name, of: element)
    }
}
