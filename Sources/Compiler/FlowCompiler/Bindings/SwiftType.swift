import FlowIR
import FlowTable

extension SlotType {
    /// The Swift type of a value that the host gives.
    fileprivate var givenType: String {
        switch self {
        case .secret, .session: "FlowSecret"
        case .list: "[String]"
        case .map: "[String: String]"
        case .flag: "Bool"
        case .seconds: "Duration"
        case .text, .digits, .choice, .bytes, .instant: "String"
        }
    }

    /// The Swift type of a value that the host gets. A secret that the flow discloses is a text.
    fileprivate var shownType: String { isSecret ? "String" : givenType }

    /// The name of the accessor for a value that the host gets.
    fileprivate var accessor: String {
        switch self {
        case .list: "list"
        case .map: "map"
        case .flag: "flag"
        case .seconds: "seconds"
        case .text, .secret, .digits, .choice, .bytes, .session, .instant: "text"
        }
    }

    /// Whether an absent value means the same as an empty one.
    var isCollection: Bool { self == .list || self == .map }
}

extension HostInterface.Input {
    /// Whether the value is one of a set of words.
    var isChoice: Bool { type == .choice && !rule.words.isEmpty }

    /// The name of the enumeration of the words of a choice. It is no reserved word, even if the name of the input is.
    var choiceType: String { typeName.replacing("`", with: "") + "Choice" }

    /// The name of the enumeration that a choice declares beside its property or parameter, or else the member's name.
    var choiceOrMember: String { isChoice ? choiceType : memberName }

    /// The Swift type without optionality.
    private var plainType: String { isChoice ? choiceType : type.givenType }

    var swiftType: String { isRequired ? plainType : plainType + "?" }

    /// The input as a parameter. One that is not required is nil by default.
    var parameter: String { memberName + ": " + (isRequired ? plainType : plainType + "? = nil") }

    /// Returns the statement that adds the input to a variable of the type `FlowValues`.
    func assignment(to values: String) -> String {
        var value = memberName
        if isChoice { value += isRequired ? ".rawValue" : "?.rawValue" }
        return "\(values).set(\(SwiftLiteral.string(name)), \(value))"
    }

    /// Returns a sentence about the value. `role` says what it is, such as `input`.
    func summary(as role: String) -> String {
        var text = "The \(role) `\(name)`"
        if let fallback {
            text += "; by default `\(fallback)`"
        } else if !isRequired {
            text += ", or nil if it is absent"
        }
        return text + "."
    }

    /// The expression of the rule for the answer's characters; nil if they are not restricted.
    var ruleExpression: String? {
        guard rule.length != nil || rule.pattern != nil || rule.type == .digits else { return nil }
        var arguments = ["type: \(SwiftLiteral.string(rule.type.name))"]
        if let length = rule.length { arguments.append("length: \(length)") }
        if let pattern = rule.pattern { arguments.append("pattern: \(SwiftLiteral.string(pattern))") }
        return "FlowInputRule(\(arguments.joined(separator: ", ")))"
    }
}

extension [HostInterface.Input] {
    var parameters: [String] { requiredFirst.map(\.parameter) }

    /// The answers as parameters, required ones first. If the only required answer is a choice, it has no label.
    var answerParameters: [String] {
        let isChosen = filter(\.isRequired).count == 1 && requiredFirst[0].isChoice
        return parameters.enumerated().map { $0 == 0 && isChosen ? "_ " + $1 : $1 }
    }

    /// The inputs in their order, but all required ones before the others.
    private var requiredFirst: [HostInterface.Input] { filter(\.isRequired) + filter { !$0.isRequired } }
}

extension HostInterface.Value {
    /// Whether the property is optional. An absent list or map is an empty one.
    var isOptionalProperty: Bool { isOptional && !type.isCollection }

    var shownType: String { isOptionalProperty ? type.shownType + "?" : type.shownType }

    /// The Swift type of a value that a handler gets.
    var neededType: String { isOptionalProperty ? type.givenType + "?" : type.givenType }

    /// Returns the expression that reads the value from a turn or a notification.
    ///
    /// If the value is absent, the expression is nil or, for a list or map, empty.
    func expression(from source: String) -> String {
        let call = "\(source).\(type.accessor)(\(SwiftLiteral.string(name)))"
        return switch type {
        case .list: call + " ?? []"
        case .map: call + " ?? [:]"
        default: call
        }
    }

    /// Returns the statements of an initializer that read the value into its property.
    ///
    /// If a value that was proven to be present is absent, the initializer fails.
    func reading(from source: String) -> [String] {
        let member = memberName
        let value = expression(from: source)
        if isOptional || type.isCollection { return ["\(member) = \(value)"] }
        return [
            "guard let \(member) = \(value) else { return nil }", "self.\(plainMemberName) = \(member)",
        ]
    }

    /// The expression that reads the value from the inputs of a handler.
    var handlerReading: String {
        let port = SwiftLiteral.string(name)
        switch type {
        case .list: return "inputs.list(\(port)) ?? []"
        case .map:
            // If two entries have the same key, the later one counts.
            return "Dictionary((inputs.map(\(port)) ?? []).map { ($0.key, $0.value) }) { $1 }"
        case .secret, .session:
            return isOptional ? "inputs.optionalSecret(\(port))" : "try inputs.secret(\(port))"
        case .flag:
            return isOptional ? "inputs[\(port)].map { $0 == \"true\" }" : "try inputs.text(\(port)) == \"true\""
        case .seconds:
            // A value of this type is always a number, so the 0 is never used.
            let read = "flatMap { Int64($0) }.map { Duration.seconds($0) }"
            return isOptional ? "inputs[\(port)].\(read)" : ".seconds(Int64(try inputs.text(\(port))) ?? 0)"
        case .text, .digits, .choice, .bytes, .instant:
            return isOptional ? "inputs[\(port)]" : "try inputs.text(\(port))"
        }
    }
}
