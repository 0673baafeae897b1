import FlowDiagnostics
import FlowModel
import FlowSyntax

extension ScenarioReader {
    /// Returns the scenario line of an element, or nil for documentation. Reports mistakes in the line's JSON.
    func line(_ element: ElementID, _ bag: inout DiagnosticBag) -> Scenario.Line? {
        switch tree.name(of: element) {
        case .start: .start(json: json(element, &bag))
        case .submit: .submit(json: json(element, &bag))
        case .select: .select(tree.text(.value, of: element) ?? "")
        case .event: .event(required(.name, element), json: json(element, &bag))
        case .back, .cancel, .timeout: .event(tree.name(of: element).spelling)
        case .reply: .reply(json: json(element, &bag))
        case .error: .error(type: required(.type, element), message: tree.text(.message, of: element) ?? "")
        case .call: .call(operation: required(.operation, element), json: json(element, &bag))
        case .present:
            .present(
                step: required(.step, element), error: trimmedValue(.error, of: element)?.text,
                category: trimmedValue(.class, of: element)?.text, json: json(element, &bag))
        case .notify: .notify(name: required(.name, element), json: json(element, &bag))
        case .end:
            .end(
                outcome: required(.outcome, element), error: trimmedValue(.error, of: element)?.text,
                category: trimmedValue(.class, of: element)?.text, json: json(element, &bag))
        case .refused: .refused(code: required(.code, element), parameter: trimmedValue(.parameter, of: element)?.text)
        default: nil
        }
    }

    /// Returns the trimmed text of an attribute that the structure checks require, or an empty text if it is absent.
    private func required(_ attribute: AttributeName, _ element: ElementID) -> String {
        trimmedValue(attribute, of: element)?.text ?? ""
    }
}
