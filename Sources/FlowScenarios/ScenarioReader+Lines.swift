import FlowDiagnostics
import FlowModel
import FlowSyntax

extension ScenarioReader {
    /// Returns the scenario line of an element, or nil if the element is documentation.
    func line(_ element: ElementID, _ bag: inout DiagnosticBag) -> Scenario.Line? {
        switch tree.name(of: element) {
        case .start: .start(json: json(element, &bag))
        case .submit: .submit(json: json(element, &bag))
        case .select: .select(tree.text(.value, of: element) ?? "")
        case .event: .event(word(.name, element), json: json(element, &bag))
        case .back, .cancel, .timeout: .event(tree.name(of: element).spelling)
        case .reply: .reply(json: json(element, &bag))
        case .error: .error(type: word(.type, element), message: tree.text(.message, of: element) ?? "")
        case .call: .call(operation: word(.operation, element), json: json(element, &bag))
        case .present:
            .present(
                step: word(.step, element), error: name(.error, element)?.text, category: name(.class, element)?.text,
                json: json(element, &bag))
        case .notify: .notify(name: word(.name, element), json: json(element, &bag))
        case .end:
            .end(
                outcome: word(.outcome, element), error: name(.error, element)?.text,
                category: name(.class, element)?.text, json: json(element, &bag))
        case .refused: .refused(code: word(.code, element), parameter: name(.parameter, element)?.text)
        default: nil
        }
    }

    /// Returns the value of a required attribute.
    private func word(_ attribute: AttributeName, _ element: ElementID) -> String {
        name(attribute, element)?.text ?? ""
    }
}
