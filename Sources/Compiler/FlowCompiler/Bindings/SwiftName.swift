package import FlowDiagnostics
import FlowSyntax
import FlowTable

/// Derives Swift names from names of the flow language, by the Swift API Design Guidelines.
package enum SwiftName {
    /// Words that are written in capitals, because they are initialisms.
    private static let initialisms: Set<String> = [
        "aws", "id", "ip", "jwt", "mfa", "otp", "qr", "sdk", "sms", "srp", "totp", "ui", "uri", "url",
    ]

    /// The reserved words that need backticks as names of declarations.
    private static let keywords = Set(
        """
        as associatedtype await break case catch class continue default defer deinit do else enum extension fallthrough
        false fileprivate for func guard if import in init inout internal is let nil operator precedencegroup private
        protocol public repeat rethrows return self static struct subscript super switch throw throws true try
        typealias var where while Any Self Type Protocol
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Returns the name of a type, such as `EnterSMSCode` for `ENTER_SMS_CODE`.
    package static func type(_ name: String) -> String {
        let words = words(of: name)
        return words.isEmpty ? "Unnamed" : escaped(words.map { capitalized($0) }.joined())
    }

    /// Returns the name of a property, a function or a case, such as `enterSMSCode` for `ENTER_SMS_CODE`.
    package static func member(_ name: String) -> String { escaped(plainMember(name)) }

    /// Returns the name of a property, a function or a case, without the backticks of a reserved word.
    static func plainMember(_ name: String) -> String {
        let words = words(of: name)
        guard let first = words.first else { return "unnamed" }
        let rest = words.dropFirst().map { capitalized($0) }.joined()
        return startingWithLetter(lowercased(first) + rest)
    }

    /// Returns the name of a type for a `swift-name`, such as `SMSCode` for `smsCode`.
    static func chosenType(_ name: String) -> String {
        let first = name.prefix { $0.isLowercase }
        let isInitialism = initialisms.contains(String(first))
        let start = isInitialism ? first.uppercased() : first.prefix(1).uppercased() + first.dropFirst()
        return escaped(start + name.dropFirst(first.count))
    }

    /// Returns the name of a property, function or case for a `swift-name`, without backticks for a reserved word.
    static func chosenMember(_ name: String) -> String { lowercased(name) }

    /// Returns the name of the case for an error type, such as `codeMismatch` for `CodeMismatchException`.
    ///
    /// A type such as `NetworkException` keeps its suffix, because `network` is the case of a reserved error.
    package static func errorCase(_ type: String) -> String {
        let suffix = "Exception"
        guard type.hasSuffix(suffix), type.utf8.count > suffix.utf8.count else { return member(type) }
        let short = member(String(type.dropLast(suffix.count)))
        return reservedErrors.contains(short) ? member(type) : short
    }

    /// Returns the case for each of some error types or failures, in order. A number, as in `tooMany2`, distinguishes a
    /// case whose name is reserved or belongs to an earlier type, because a service chooses the names of its errors.
    static func errorCases(_ types: [String], reserved: Set<String> = []) -> [(type: String, name: String)] {
        var taken = reserved
        return types.map { type in
            let name = errorCase(type)
            var distinct = name
            var number = 2
            while !taken.insert(distinct).inserted {
                distinct = name.filter { $0 != "`" } + String(number)
                number += 1
            }
            return (type, distinct)
        }
    }

    private static let reservedErrors = Set(ReservedError.allCases.map { member($0.rawValue) })

    /// Returns the words of a name, split at all but letters and digits, and where a capital follows a small letter.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        for part in name.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            var word = ""
            for character in part {
                if character.isUppercase, word.last?.isLowercase == true {
                    words.append(word)
                    word = ""
                }
                word.append(character)
            }
            words.append(word)
        }
        return words
    }

    /// Returns a word with a capital first letter, or all in capitals if it is an initialism.
    private static func capitalized(_ word: String) -> String {
        let lower = word.lowercased()
        if initialisms.contains(lower) { return lower.uppercased() }
        // A word in capitals is an identifier of a service; one with small letters is already camel case.
        let isShouted = !word.contains(where: \.isLowercase)
        return word.prefix(1).uppercased() + (isShouted ? lower.dropFirst() : word.dropFirst())
    }

    /// Returns a word as the start of a member's name: `urlName` for `URLName`, and `name` for `Name`.
    private static func lowercased(_ word: String) -> String {
        guard let end = word.firstIndex(where: { !$0.isUppercase }), word[end].isLowercase else {
            // No small letter follows the first capitals, as in `ID` or `SHA256`.
            return word.lowercased()
        }
        let capitals = word[..<end]
        // The last of several capitals begins the next word, as in `URLName`.
        let initialism = capitals.count > 1 ? capitals.dropLast() : capitals
        return initialism.lowercased() + word[initialism.endIndex...]
    }

    /// Returns a name with an underscore before an initial digit.
    private static func startingWithLetter(_ name: String) -> String {
        name.first?.isNumber == true ? "_" + name : name
    }

    /// Returns a name as an identifier: a reserved word in backticks, and an underscore before an initial digit.
    package static func escaped(_ name: String) -> String {
        let name = startingWithLetter(name)
        return keywords.contains(name) ? "`" + name + "`" : name
    }
}

/// A part of the host's interface that has a name in the flow and one in Swift.
protocol SwiftNamed {
    var name: String { get }
    /// The name that the flow's `swift-name` gives the part in Swift, in camel case; nil if the part has none.
    var swiftName: String? { get }
}

extension SwiftNamed {
    var typeName: String { swiftName.map { SwiftName.chosenType($0) } ?? SwiftName.type(name) }
    /// The name of its property, function or case in Swift.
    var memberName: String { SwiftName.escaped(plainMemberName) }
    /// The name of its property, function or case in Swift, without the backticks of a reserved word.
    var plainMemberName: String { swiftName.map { SwiftName.chosenMember($0) } ?? SwiftName.plainMember(name) }
}

/// A name of a flow whose Swift name is already taken in its scope.
private struct NameClash {
    /// What the name belongs to, such as `step` or `outcome`.
    let kind: String
    let name: String
    /// The earlier name with the same Swift name; nil if another part of the generated code has this name.
    let earlier: String?
    let swiftName: String
    /// What contains the name, innermost first, such as `the step 'ENTER_CODE'`.
    var owners: [String] = []

    var message: String {
        let part = (["the \(kind) '\(name)'"] + owners).joined(separator: " of ")
        let start = part + " becomes '\(swiftName)' in Swift"
        guard let earlier else { return start + ", a name that the generated code already has" }
        return start + ", as does '\(earlier)'"
    }

    var help: String {
        let renaming = earlier == nil ? "rename it" : "rename one of them"
        let canBeNamed = kind.hasSuffix("flow") || DeclaredNames.Kind(rawValue: kind) != nil
        return canBeNamed ? renaming + ", or give it a 'swift-name'" : renaming
    }

    /// Returns the clashes in an interface, at most one for each scope.
    static func all(in interface: HostInterface, _ base: BaseFlow?) -> [NameClash] {
        let usedInFlow = NameScope.usedTypes + (interface.handlers.isEmpty ? [] : NameScope.typesInPorts)
        let choices = interface.steps.flatMap { $0.answers ?? [] }.filter(\.isChoice).map(\.choiceType)
        var scopes = [
            NameScope("flow", parts: [interface], \.typeName, reserved: NameScope.flowProtocols + usedInFlow),
            NameScope(
                "step", parts: interface.steps, \.typeName, \.memberName,
                reserved: NameScope.types + NameScope.stepCases + usedInFlow + NameScope.typesInSteps + choices),
            NameScope(
                "outcome", parts: interface.outcomes, \.typeName, \.memberName, reserved: NameScope.typesInOutcomes),
            NameScope(
                "notification", interface.notifications.map(\.name), SwiftName.member, reserved: NameScope.members),
            NameScope(
                "handler", interface.handlers.map(\.name), SwiftName.type, reserved: NameScope.typesInPorts),
        ]
        if let base {
            // The generated code contains the type of the base flow, whose name `--base` may qualify.
            let name = base.type.prefix { $0 != "." }
            let reserved = NameScope.types + interface.steps.map(\.typeName)
            scopes.append(NameScope("base flow", [base.name], { _ in String(name) }, reserved: reserved))
        }
        scopes += NameScope.scopes(of: interface.inputs, kind: "input", reserved: NameScope.properties + ["values"])
        scopes += interface.steps.flatMap(scopes(of:))
        scopes += interface.outcomes.map(scope(of:))
        for notification in interface.notifications {
            let reserved = NameScope.members + (notification.hasError ? ["error"] : [])
            let values = NameScope("value", parts: notification.shown, \.memberName, reserved: reserved)
            scopes.append(values.within("the notification '\(notification.name)'"))
        }
        scopes += interface.handlers.flatMap(scopes(of:))
        return scopes.compactMap(\.clash)
    }

    /// Returns the scopes of a step: its values, commands and answers.
    private static func scopes(of step: HostInterface.Step) -> [NameScope] {
        let commands = step.commands.map(\.memberName)
        let otherMembers = NameScope.properties + ["submit", "error", "timeLeft", "turn"] + commands
        let scopes = [
            NameScope("value", parts: step.shown, \.memberName, reserved: otherMembers),
            NameScope("command", parts: step.commands, \.memberName),
        ]
        // The generated function `submit` has variables with the names `values` and `turn`.
        let reserved = NameScope.members + ["values", "turn"]
        let answers = NameScope.scopes(of: step.answers ?? [], kind: "answer", reserved: reserved)
        return (scopes + answers).map { $0.within("the step '\(step.name)'") }
    }

    /// Returns the scope of an outcome's values.
    private static func scope(of outcome: HostInterface.Outcome) -> NameScope {
        let otherMembers = NameScope.properties + ["error", "turn"] + outcome.commands.map(\.memberName)
        return NameScope("value", parts: outcome.shown, \.memberName, reserved: otherMembers)
            .within("the outcome '\(outcome.name)'")
    }

    /// Returns the scopes of a handler's ports.
    private static func scopes(of handler: HostInterface.Handler) -> [NameScope] {
        let reserved = NameScope.properties
        let needs = NameScope(
            "port", handler.needs.map(\.name), SwiftName.member, reserved: reserved + ["inputs"])
        let gives = NameScope.scopes(of: handler.gives, kind: "port", reserved: reserved + ["values"])
        return ([needs] + gives).map { $0.within("the handler '\(handler.name)'") }
    }
}

/// The names of one kind that must stay different in Swift.
private struct NameScope {
    /// The first name that clashes; nil if all names differ.
    private(set) var clash: NameClash?

    /// The types that a generated type contains, besides those of the steps.
    static let types = ["Inputs", "Step", "BaseStep", "Outcome", "Notification", "Handlers", "Ports"]

    /// The cases of the enumerations of steps, besides those of the steps.
    static let stepCases = ["base", "ended"]

    /// The types that the type of a step contains, besides those of choices. There, they would hide a step of the same
    /// name, to whose errors the type can refer.
    static let typesInSteps = ["ErrorKind", "Field"]

    /// The protocols of generated types. A flow with such a name would hide its protocol.
    static let flowProtocols = ["TypedFlow", "ExtendedFlow"]

    /// The other types that a generated type uses. A flow or a step with such a name would hide the type.
    static let usedTypes = """
        AnyFlowRunner Bool CaseIterable Clock ContinuousClock Duration FlowErrorKind FlowFailure FlowHandlerFailure
        FlowHandlerInputs FlowHandlerOutputs FlowHandlers FlowInputRule FlowInputs FlowNotification FlowPendingError
        FlowRefusal FlowRunner FlowSecret FlowService FlowTurn FlowValues Init Redacted Result Sendable StaticString
        String TableError TransitionTable TypedStep Void `Self`
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    /// The types that the types of outcomes use. An outcome with such a name would hide the type.
    static let typesInOutcomes = [
        "Bool", "Duration", "FlowErrorKind", "FlowFailure", "FlowRefusal", "FlowTurn", "Init", "Outcome", "Redacted",
        "Sendable", "Step", "String",
    ]

    /// The types that `Ports` uses. A handler with such a name would hide the type.
    static let typesInPorts = """
        Bool Dictionary Duration Error FlowHandlerFailure FlowHandlerInputs FlowHandlerOutputs FlowHandlers FlowSecret
        FlowValues Int64 Never Redacted Sendable String
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    /// The names that no property or case can have, since they have another meaning after a dot.
    static let members = ["`init`", "`self`"]

    /// The names that no property can have. The last two would replace the descriptions of `Redacted`.
    static let properties = members + ["description", "debugDescription"]

    /// Creates a scope of names. Their Swift names, which `swiftName` returns, must differ from each other and from the
    /// reserved ones.
    init(_ kind: String, _ names: [String], _ swiftName: (String) -> String, reserved: [String] = []) {
        self.init(kind, names.map { ($0, [swiftName($0)]) }, reserved)
    }

    /// Finds the first name of which a Swift name is reserved or taken by an earlier name.
    private init(_ kind: String, _ names: [(name: String, swiftNames: [String])], _ reserved: [String]) {
        var known: [String: String] = [:]
        for (name, swiftNames) in names {
            if let taken = swiftNames.first(where: { known[$0] != nil || reserved.contains($0) }) {
                clash = NameClash(kind: kind, name: name, earlier: known[taken], swiftName: taken)
                return
            }
            for swiftName in swiftNames { known[swiftName] = name }
        }
        clash = nil
    }

    /// Creates a scope of parts whose Swift names must differ from each other and from the reserved ones.
    init<Part: SwiftNamed>(
        _ kind: String, parts: [Part], _ swiftNames: KeyPath<Part, String>..., reserved: [String] = []
    ) {
        self.init(kind, parts.map { part in (part.name, swiftNames.map { part[keyPath: $0] }) }, reserved)
    }

    /// Returns the scopes of inputs and of the words that each accepts.
    static func scopes(of inputs: [HostInterface.Input], kind: String, reserved: [String]) -> [NameScope] {
        [NameScope(kind, parts: inputs, \.memberName, \.choiceOrMember, reserved: reserved)]
            + inputs.map { NameScope("word", $0.rule.words, SwiftName.member).within("the \(kind) '\($0.name)'") }
    }

    /// Returns the scope with a further, outer owner, which the message of a clash names.
    func within(_ owner: String) -> NameScope {
        var result = self
        result.clash?.owners.append(owner)
        return result
    }
}

extension HostInterface {
    /// Returns the findings about Swift names.
    ///
    /// Names that become the same Swift name are reported at the flow's root element. A part with two Swift names is
    /// reported at the second name.
    ///
    /// `base` is the base flow for whose hosts the code also converts the steps.
    package func nameClashes(in compilation: Compilation, base: BaseFlow? = nil) -> [Diagnostic] {
        guard let tree = compilation.graph.root?.tree else { return [] }
        return DeclarationReader(compilation).names.conflicts
            + NameClash.all(in: self, base).map { clash in
                Diagnostic(
                    .swiftNameClash, at: tree.nameRange(of: tree.root), clash.message, help: [clash.help])
            }
    }
}

extension HostInterface.ErrorTypes {
    /// The case of each type in ``named``. The case `other` stands for all other types.
    var cases: [(type: String, name: String)] { SwiftName.errorCases(named, reserved: ["other"]) }
}
