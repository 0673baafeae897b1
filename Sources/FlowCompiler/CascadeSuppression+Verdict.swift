import FlowDiagnostics
import FlowLowering
import FlowLowering
import FlowSyntax

extension CascadeSuppression {
    /// Whether a finding about a name is true whatever was meant where the structure is wrong.
    func allows(_ finding: Diagnostic) -> Bool {
        guard !isTotal, let (place, tree) = places.place(finding.range) else { return false }
        if faulty.contains(place) || isLost(place, tree) { return false }
        let isExcused = hidesNames || !words.isDisjoint(with: finding.subjects.map(ByteText.init))
        switch finding.code {
        case .duplicateName, .duplicateNode:
            // An inherited declaration can have been taken away.
            return !isExcused || finding.notes.allSatisfy { $0.range?.file == place.file }
        case .unknownTarget where finding.notes.contains { $0.range.map { $0.file != place.file } ?? false }:
            // A style removes what an inherited node leads to: perhaps what is wrong was to replace that node.
            return false
        case .unknownTarget, .unknownHandler, .unknownFailure, .unknownCounter, .unknownEvent, .unknownFlow,
            .unknownOutcome, .nothingInherited:
            return !isExcused
        case .unknownValue where finding.subjects.count > 1:
            // A handler's port without a value: that which it was given is perhaps unknown itself.
            return false
        case .unknownValue, .unknownError, .unknownChallenge, .unknownOperation, .unknownReply:
            return !isExcused && !isInService && !hasFault(place, tree)
        case .unknownPort, .unknownWord, .unknownVariant, .unknownParameter:
            return !isExcused && !isInService && !isInSpoiltUnit(place, tree)
        default: return false
        }
    }

    private func isLost(_ place: Place, _ tree: SyntaxTree) -> Bool {
        var next: ElementID? = place.element
        while let element = next {
            if lost.contains(Place(file: place.file, element: element)) { return true }
            next = tree.parent(of: element)
        }
        return false
    }

    /// Whether something directly in an element is wrong: what it binds to a handler's ports, or that no request is sent.
    private func hasFault(_ place: Place, _ tree: SyntaxTree) -> Bool {
        place.element != tree.root
            && tree.children(of: place.element).contains { faulty.contains(Place(file: place.file, element: $0)) }
    }

    private func isInSpoiltUnit(_ place: Place, _ tree: SyntaxTree) -> Bool {
        let unit = tree.unit(of: place.element)
        return units.contains(Place(file: place.file, element: unit))
            || tree.declaredName(of: unit).map { unitNames.contains(ByteText($0)) } == true
    }
}
