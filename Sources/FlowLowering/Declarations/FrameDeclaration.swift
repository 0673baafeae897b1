import FlowDiagnostics
import FlowSyntax

/// One thing that a flow file declares besides nodes.
enum FrameDeclaration: Sendable {
    case data([DataDeclaration])
    case handler(HandlerDeclaration)
    case derived(DerivedDeclaration)
    /// A class of errors.
    case errorClass(name: Name, errors: [Name])
    /// A command of the host, and whether it carries an error of the host's.
    case command(Name, isError: Bool)
    /// The operation that is called in place of another.
    case substitution(operation: Name?, with: Name?)
    /// An imported file, nil where its name is missing.
    case imported(file: Name?)
    /// Inherited inputs that the flow does not have.
    case removedInputs([Name])
    case assertion(AssertionDeclaration)
    case rounds(RoundsDeclaration)

    /// Reads what stands directly in a root, in the order of writing.
    static func all(in root: AttributeDecoder) -> [FrameDeclaration] {
        var result: [FrameDeclaration] = []
        root.forEachChild { child, kind in
            if let declaration = FrameDeclaration(child, kind) { result.append(declaration) }
        }
        return result
    }

    private init?(_ element: AttributeDecoder, _ kind: ElementName) {
        switch kind {
        case .data: self = .data(DataDeclaration.read(element))
        case .handler:
            guard let handler = HandlerDeclaration(element) else { return nil }
            self = .handler(handler)
        case .derive:
            guard let derived = DerivedDeclaration(element) else { return nil }
            self = .derived(derived)
        case .class:
            let errors = element.names(.errors)
            guard let name = element.name(.name) else { return nil }
            self = .errorClass(name: name, errors: errors)
        case .command:
            let isError = element.flag(.error) ?? false
            guard let name = element.name(.name) else { return nil }
            self = .command(name, isError: isError)
        case .substitute: self = .substitution(operation: element.name(.operation), with: element.name(.with))
        case .remove: self = .removedInputs(element.names(.input))
        case .import: self = .imported(file: element.name(.file))
        case .never, .always, .reachable: self = .assertion(AssertionDeclaration(element, kind))
        case .rounds: self = .rounds(RoundsDeclaration(element))
        default: return nil
        }
    }
}

/// A `never`, `always` or `reachable`.
struct AssertionDeclaration: Sendable {
    let kind: ElementName
    /// The ends, or the events, that it is about.
    let subjects: [Name]
    /// What must be passed before the end.
    let unlessBefore: [PassingName]

    /// Reads an element.
    init(_ element: AttributeDecoder, _ kind: ElementName) {
        self.kind = kind
        subjects = element.names(kind == .always ? .event : .end)
        unlessBefore = element.names(.unlessBefore).map { PassingName($0, element.pass) }
    }
}

/// The name of something to pass: `name`, `use/name` or `use:outcome`, each use in the one before it.
struct PassingName: Sendable {
    /// The whole as it is written.
    let whole: Name
    /// The names between slashes.
    let path: [Symbol]
    /// The name behind the colon.
    let outcome: Symbol?

    /// Takes a name apart.
    init(_ name: Name, _ pass: ASTBuilder) {
        whole = name
        let text = pass.symbols[name.symbol]
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        path = (parts.first ?? "").split(separator: "/").map { pass.symbols.intern(String($0)) }
        outcome = parts.count > 1 ? pass.symbols.intern(String(parts[1])) : nil
    }
}

/// The `rounds` of a custom sign-in.
struct RoundsDeclaration: Sendable {
    /// A `round`.
    struct Round: Sendable {
        let challenge: Name
        let tries: (value: Int?, range: SourceRange)?
    }

    let range: SourceRange
    let rounds: [Round]

    /// Reads an element.
    init(_ element: AttributeDecoder) {
        range = element.range
        var rounds: [Round] = []
        element.forEachChild { child, kind in
            guard kind == .round else { return }
            let tries = child.number(.tries)
            child.name(.challenge).map { rounds.append(Round(challenge: $0, tries: tries)) }
        }
        self.rounds = rounds
    }
}
