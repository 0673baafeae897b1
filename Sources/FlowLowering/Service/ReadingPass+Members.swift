import FlowModel
import FlowSyntax

/// The members of requests and replies in a service description.
extension ReadingPass {
    /// A key of requests.
    func input(_ element: ElementReader) -> ServiceDescription.Input {
        let name = element.name(.name)?.symbol ?? symbols.intern("")
        let text = symbols[name]
        var path = element.path(.at)
        if path.isEmpty { path = [text] }
        var isSpread = false
        if text.hasSuffix("*"), let last = path.popLast() {
            path.append(last.hasSuffix("*") ? String(last.dropLast()) : last)
            isSpread = true
        }
        let type = element.word(.type)
        let form = KeyForm(
            words: element.names(.of).map(\.symbol), pattern: element.embedded(.pattern),
            length: element.number(.length)?.value)
        return ServiceDescription.Input(
            name: name, path: path, isVariant: element.flag(.variant) ?? false, isSpread: isSpread,
            isRequired: element.flag(.required) ?? false, type: type.flatMap { ValueType(rawValue: $0) } ?? .text,
            spelling: Self.spelling(type, element.word(.encoding)), prefix: element.text(.prefix)?.text ?? "",
            form: form, begins: element.names(.begins).map(\.symbol))
    }

    /// A value of replies.
    func output(_ element: ElementReader) -> ServiceDescription.Output {
        let name = element.name(.name)
        let symbol = name?.symbol ?? symbols.intern("")
        let path = element.path(.at)
        let type = element.type()?.type ?? .text
        return ServiceDescription.Output(
            name: symbol, path: path.isEmpty ? [symbols[symbol]] : path, type: type,
            encoding: Self.encoding(element.word(.encoding), of: type), prefix: element.text(.prefix)?.text ?? "",
            isGrant: element.word(.grants) != nil, words: element.names(.of).map(\.symbol),
            sorts: element.word(.with).map(Self.sorts), range: name?.range ?? element.range)
    }

    private static func spelling(_ type: String?, _ encoding: String?) -> Request.Input.Spelling {
        switch type {
        case "number": .number
        case "flag": .flag
        case "list": encoding == "json" ? .listInText : encoding == "csv" ? .commaList : .list
        case "map": encoding == "json" ? .mapInText : .map
        default: .text
        }
    }

    private static func encoding(_ word: String?, of type: ValueType) -> ReplyForm.Output.Encoding {
        switch type {
        case .list: word == "json" ? .listInText : word == "csv" ? .commaList : .list
        case .map: word == "json" ? .mapInText : .map
        default: .text
        }
    }

    private static func sorts(_ words: String) -> ServiceDescription.Sorts {
        words.split(whereSeparator: \.isWhitespace).reduce(into: []) { sorts, word in
            if word == "success" { sorts.insert(.success) }
            if word == "challenge" { sorts.insert(.challenge) }
        }
    }
}
