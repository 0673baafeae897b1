import FlowDiagnostics
import FlowSyntax

/// A declaration of a flow file outside of its nodes, its groups and the scope of the flow.
enum FrameDeclaration: Sendable {
    case data([DataDeclaration])
    case handler(HandlerDeclaration)
    case derived(DerivedDeclaration)
    case errorClass(name: Name, errors: [Name])
    /// A command of the host, and whether it reports an error.
    case command(Name, isError: Bool)
    /// An operation, and the operation to call instead; nil where an attribute is missing.
    case substitution(operation: Name?, with: Name?)
    /// An imported file; nil if its path is missing.
    case imported(file: Name?)
    /// The names of inherited inputs that the flow removes.
    case removedInputs([Name])
    case assertion(AssertionDeclaration)
    case rounds(RoundsDeclaration)

    /// Reads the declarations directly in a root element, in source order.
    static func all(in root: AttributeDecoder) -> [FrameDeclaration] {
        var result: [FrameDeclaration] = []
        root.forEachChild { child, kind in
            if let declaration = FrameDeclaration(child, kind) { result.append(declaration) }
        }
        return result
    }

    /// Reads an element, or returns nil if it is of another kind or lacks a required name.
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

/// An assertion: a `never`, `always` or `reachable`.
struct AssertionDeclaration: Sendable {
    let kind: ElementName
    /// The events of an `always`; the ends of a `never` or `reachable`.
    let subjects: [Name]
    /// The exceptions of a `never`: what a path must pass before it may reach the end.
    let unlessBefore: [PassingName]

    /// Reads a `never`, `always` or `reachable` element.
    init(_ element: AttributeDecoder, _ kind: ElementName) {
        self.kind = kind
        subjects = element.names(kind == .always ? .event : .end)
        unlessBefore = element.names(.unlessBefore).map { PassingName($0, element.builder) }
    }
}

/// A name in `unless-before`: `name`, `use/name` or `use:outcome`.
///
/// Each use in a path is a node of the sub-flow of the use before it.
struct PassingName: Sendable {
    let whole: Name
    /// The components of the path, without the outcome.
    let path: [Symbol]
    /// The name after the colon; nil if there is none.
    let outcome: Symbol?

    init(_ name: Name, _ builder: ASTBuilder) {
        whole = name
        let text = builder.symbols[name.symbol]
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        path = (parts.first ?? "").split(separator: "/").map { builder.symbols.intern(String($0)) }
        outcome = parts.count > 1 ? builder.symbols.intern(String(parts[1])) : nil
    }
}

/// The `rounds` of a custom sign-in.
struct RoundsDeclaration: Sendable {
    /// A `round`: a challenge, and the number of attempts that the service allows at it.
    struct Round: Sendable {
        let challenge: Name
        let tries: (value: Int?, range: SourceRange)?
    }

    let range: SourceRange
    let rounds: [Round]

    /// Reads a `rounds` element. A `round` without a challenge is left out.
    init(_ element: AttributeDecoder) {
        range = element.range
        var rounds: [Round] = []
        element.forEachChild { child, kind in
            guard kind == .round else { return }
            let tries = child.number(.tries)
            if let challenge = child.name(.challenge) { rounds.append(Round(challenge: challenge, tries: tries)) }
        }
        self.rounds = rounds
    }
}

/// A declaration in the `data` of a flow.
enum DataDeclaration: Sendable {
    case input(AskSyntax)
    case value(AskSyntax)
    case facts([Name])
    case counters([Name])

    /// Reads the declarations in a `data` element, in source order.
    static func read(_ data: AttributeDecoder) -> [DataDeclaration] {
        var result: [DataDeclaration] = []
        data.forEachChild { child, kind in
            switch kind {
            case .input: if let input = AskSyntax(child, .input) { result.append(.input(input)) }
            case .value: if let value = AskSyntax(child, .value) { result.append(.value(value)) }
            case .fact: result.append(.facts(child.names(.name)))
            case .counter: result.append(.counters(child.names(.name)))
            default: break
            }
        }
        return result
    }
}
