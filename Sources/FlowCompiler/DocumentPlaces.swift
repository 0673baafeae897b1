import FlowDiagnostics
import FlowSyntax

/// Finds the elements at which findings are located.
struct DocumentPlaces {
    /// An element of one of several files.
    struct Place: Hashable {
        let file: FileID
        let element: ElementID
    }

    private let trees: [FileID: SyntaxTree]

    /// Creates a finder for the elements of documents.
    init(_ trees: [SyntaxTree]) {
        self.trees = Dictionary(trees.map { ($0.fileID, $0) }) { first, _ in first }
    }

    /// Returns the last element that starts at or before a range, with its tree; nil if no element does.
    ///
    /// For a range in a start tag, or in the text after it, this is the element of the tag.
    func place(of range: SourceRange) -> (place: Place, tree: SyntaxTree)? {
        guard let tree = trees[range.file] else { return nil }
        // Searches for the first element that starts after the start of the range.
        var low = 0
        var high = tree.elementCount
        while low < high {
            let middle = (low + high) / 2
            if tree.tagRange(of: ElementID(middle)).start <= range.start { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : (Place(file: range.file, element: ElementID(low - 1)), tree)
    }
}

extension SyntaxTree {
    /// Returns the declaration or node that contains an element.
    ///
    /// This is the outermost enclosing element apart from the root, groups and `data`, or the element itself.
    func unit(of element: ElementID) -> ElementID {
        var unit = element
        var next = parent(of: unit)
        while let ancestor = next {
            if ancestor != root, ![.group, .data].contains(name(of: ancestor)) { unit = ancestor }
            next = parent(of: ancestor)
        }
        return unit
    }

    /// Returns the `id` or else the `name` of an element, by which other declarations extend it; nil if it has none.
    func declaredName(of element: ElementID) -> String? {
        text(.id, of: element) ?? text(.name, of: element)
    }
}
