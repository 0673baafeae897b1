import FlowDiagnostics
import FlowIR
import FlowSyntax

extension ScenarioReader {
    /// Returns the scenario line of an element, or nil for documentation. Reports mistakes in the line's JSON.
    func line(for element: ElementID, _ bag: inout DiagnosticBag) -> Scenario.Line? {
        switch tree.name(of: element) {
        case .start: .start(json: json(of: element, &bag))
        case .submit: .submit(json: json(of: element, &bag))
        case .select: .select(tree.text(.value, of: element) ?? "")
        case .event: .event(requiredText(.name, of: element), json: json(of: element, &bag))
        case .back, .cancel, .timeout: .event(tree.name(of: element).spelling)
        case .reply: .reply(json: json(of: element, &bag))
        case .error: .error(type: requiredText(.type, of: element), message: tree.text(.message, of: element) ?? "")
        case .call: .call(operation: requiredText(.operation, of: element), json: json(of: element, &bag))
        case .present:
            .present(
                step: requiredText(.step, of: element), error: trimmedValue(.error, of: element)?.text,
                category: trimmedValue(.class, of: element)?.text, json: json(of: element, &bag))
        case .notify: .notify(name: requiredText(.name, of: element), json: json(of: element, &bag))
        case .end:
            .end(
                outcome: requiredText(.outcome, of: element), error: trimmedValue(.error, of: element)?.text,
                category: trimmedValue(.class, of: element)?.text, json: json(of: element, &bag))
        case .refused:
            .refused(
                code: requiredText(.code, of: element), parameter: trimmedValue(.parameter, of: element)?.text)
        default: nil
        }
    }

    /// Returns the trimmed text of an attribute that the structure checks require, or an empty text if it is absent.
    private func requiredText(_ attribute: AttributeName, of element: ElementID) -> String {
        trimmedValue(attribute, of: element)?.text ?? ""
    }
}
