import FlowDiagnostics
import FlowModel
import FlowSyntax

/// Collects the declarations of a flow.
struct ContextBuilder {
    let documents: Documents
    let context: FlowContext

    func build(_ bag: inout DiagnosticBag) {
        let composition = context.composition
        for root in composition.importedRoots + composition.roots.reversed() {
            let isImported = !composition.roots.contains(root)
            for child in documents.children(root) { declare(child, isImported: isImported, &bag) }
        }
        for group in composition.groups { declareAsks(in: group, &bag) }
        for root in composition.roots { declareAsks(in: root, &bag) }
        for node in composition.nodes { for part in node.parts.reversed() { declareAsks(in: part, &bag) } }
    }

    private func declare(_ place: Place, isImported: Bool, _ bag: inout DiagnosticBag) {
        switch documents.name(place) {
        case .handler: declareHandler(place, isImported: isImported, &bag)
        case .data where !isImported: declareData(place, &bag)
        case .derive where !isImported: declareDerived(place)
        case .command where !isImported:
            guard let name = documents.attribute(.name, place) else { return }
            context.commands.insert(name.text)
            if documents.isTrue(.error, place) { context.failingCommands.insert(name.text) }
        case .substitute where !isImported:
            if let operation = documents.attribute(.operation, place), let with = documents.attribute(.with, place) {
                context.substitutes[operation.text] = with
            }
        default: break
        }
    }

    private func declareData(_ data: Place, _ bag: inout DiagnosticBag) {
        for place in documents.children(data) {
            switch documents.name(place) {
            case .input, .value:
                guard let name = documents.attribute(.name, place) else { continue }
                let isInput = documents.name(place) == .input
                if let first = context.values[name.text], first.range.file == name.range.file {
                    bag.add(Findings.duplicateName(name, "value", first: first.range))
                }
                context.values[name.text] = ValueDeclaration(
                    name: name.text, type: type(place) ?? .text, range: name.range,
                    words: documents.names(.of, place).map(\.text),
                    ignoresCase: documents.isTrue(.ignoreCase, place), isInput: isInput,
                    isConstant: documents.isTrue(.constant, place))
            case .fact:
                for name in documents.names(.name, place) {
                    context.values[name.text] = ValueDeclaration(
                        name: name.text, type: .flag, range: name.range, isInput: true, isFact: true, isConstant: true)
                }
            case .counter:
                for name in documents.names(.name, place) where context.counters[name.text] == nil {
                    context.counters[name.text] = -1
                    context.counterPlaces.append(name.range)
                }
            default: break
            }
        }
    }

    private func declareHandler(_ place: Place, isImported: Bool, _ bag: inout DiagnosticBag) {
        guard let name = documents.attribute(.name, place) else { return }
        var handler = HandlerDeclaration(name: name.text, range: name.range)
        for child in documents.children(place) {
            let isRequired = documents.attribute(.required, child)?.text != "false"
            let ports = documents.names(.name, child).map {
                HandlerDeclaration.Port(name: $0.text, type: type(child) ?? .text, isRequired: isRequired)
            }
            switch documents.name(child) {
            case .needs: handler.needs += ports
            case .gives:
                handler.gives += ports
                if !isImported { declareGiven(documents.names(.name, child), type(child) ?? .text) }
            case .fails: handler.fails += ports.map(\.name)
            default: break
            }
        }
        if let first = context.handlers[name.text], first.range.file == name.range.file {
            bag.add(Findings.duplicateName(name, "handler", first: first.range))
        }
        context.handlers[name.text] = handler
    }

    private func declareGiven(_ names: [Name], _ type: ValueType) {
        for name in names where context.values[name.text] == nil {
            context.values[name.text] = ValueDeclaration(name: name.text, type: type, range: name.range)
        }
    }

    private func declareDerived(_ place: Place) {
        guard let name = documents.attribute(.name, place), let handler = documents.attribute(.handler, place) else {
            return
        }
        context.derived[name.text] = DerivedValue(name: name.text, place: place, handler: handler)
    }

    /// An ask declares the value that it stores.
    private func declareAsks(in place: Place, _ bag: inout DiagnosticBag) {
        for child in documents.children(place, .ask) {
            guard let name = documents.attribute(.name, child) else { continue }
            let words = documents.names(.of, child).map(\.text)
            let ignoresCase = documents.isTrue(.ignoreCase, child)
            guard var known = context.values[name.text] else {
                context.values[name.text] = ValueDeclaration(
                    name: name.text, type: type(child) ?? (words.isEmpty ? .text : .choice), range: name.range,
                    words: words, ignoresCase: ignoresCase)
                continue
            }
            if let type = type(child), type != known.type { bag.add(typeMismatch(child, name, type, known)) }
            known.words += words.filter { !known.words.contains($0) }
            known.ignoresCase = known.ignoresCase || ignoresCase
            context.values[name.text] = known
        }
    }

    private func type(_ place: Place) -> ValueType? {
        documents.attribute(.type, place).flatMap { ValueType(rawValue: $0.text) }
    }

    private func typeMismatch(_ place: Place, _ name: Name, _ type: ValueType, _ known: ValueDeclaration) -> Diagnostic
    {
        Diagnostic(
            .typeMismatch, at: documents.attribute(.type, place)?.range ?? name.range,
            "'\(name.text)' is asked for as \(type.rawValue), but is of type \(known.type.rawValue)",
            notes: [Diagnostic.Note("its type is given here", at: known.range)],
            help: ["use one type, or another name"])
    }
}
