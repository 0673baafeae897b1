import FlowDiagnostics
import FlowLowering
import FlowSyntax

extension CascadeSuppression {
    /// Returns whether a finding about a name is certain to remain when the author corrects the structural errors.
    func allows(_ finding: Diagnostic) -> Bool {
        guard !isTotal, let (place, tree) = places.place(of: finding.range) else { return false }
        if faulty.contains(place) || isInLostElement(place, tree) { return false }
        // The faulty parts may be meant to declare the names in the finding.
        let mayBeDeclared = hidesNames || !words.isDisjoint(with: finding.subjects.map(ByteText.init))
        switch finding.code {
        case .duplicateName, .duplicateNode:
            // The author may have meant to remove the inherited declaration.
            return !mayBeDeclared || finding.notes.allSatisfy { $0.range?.file == place.file }
        case .unknownTarget where finding.notes.contains { isInOtherFile($0, than: place) }:
            // An inherited node leads to a removed one. The faulty element may have been meant to replace it.
            return false
        case .unknownTarget, .unknownHandler, .unknownFailure, .unknownCounter, .unknownEvent, .unknownFlow,
            .unknownOutcome, .nothingInherited:
            return !mayBeDeclared
        case .unknownValue where finding.subjects.count > 1:
            // A handler's input lacks a value. The value that was passed may be unknown because of an error.
            return false
        case .unknownValue, .unknownError, .unknownChallenge, .unknownOperation, .unknownReply:
            return !mayBeDeclared && !isInService && !hasFaultyChild(place, tree)
        case .unknownPort, .unknownWord, .unknownVariant, .unknownParameter:
            return !mayBeDeclared && !isInService && !isInFaultyUnit(place, tree)
        default: return false
        }
    }

    /// Returns whether a note points to another file than the one of a place.
    private func isInOtherFile(_ note: Diagnostic.Note, than place: Place) -> Bool {
        guard let range = note.range else { return false }
        return range.file != place.file
    }

    /// Returns whether an element, or one around it, is skipped or not read as intended.
    private func isInLostElement(_ place: Place, _ tree: SyntaxTree) -> Bool {
        var next: ElementID? = place.element
        while let element = next {
            if lost.contains(Place(file: place.file, element: element)) { return true }
            next = tree.parent(of: element)
        }
        return false
    }

    /// Returns whether a child of an element has an error, such as a `pass` of a handler; false for the root.
    private func hasFaultyChild(_ place: Place, _ tree: SyntaxTree) -> Bool {
        place.element != tree.root
            && tree.children(of: place.element).contains { faulty.contains(Place(file: place.file, element: $0)) }
    }

    /// Returns whether the declaration around an element, or one of the same name, contains an error.
    private func isInFaultyUnit(_ place: Place, _ tree: SyntaxTree) -> Bool {
        let unit = tree.unit(of: place.element)
        if units.contains(Place(file: place.file, element: unit)) { return true }
        guard let name = tree.declaredName(of: unit) else { return false }
        return unitNames.contains(ByteText(name))
    }
}
