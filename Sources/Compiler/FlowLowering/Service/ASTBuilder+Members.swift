import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

/// Reads the inputs and outputs of a service description.
extension ASTBuilder {
    /// Reads an `input` or `response`: a key of requests. If it has no name, the name is empty.
    ///
    /// - Returns: the input, its name, and a finding if `encoding`, `prefix` or `at` does not fit its type or name
    func readInput(
        _ element: AttributeDecoder
    ) -> (input: ServiceDescription.Input, name: Name?, fault: Diagnostic?) {
        let name = element.name(.name)
        let symbol = name?.symbol ?? symbols.intern("")
        let text = symbols[symbol]
        // A name with `*` at its end describes a family of keys, whose names begin with the text before it.
        let isSpread = text.hasSuffix("*")
        let path = Self.keyPath(element, name: symbols.name(symbol), isFamily: isSpread)
        let type = element.word(.type)
        let form = KeyForm(
            words: element.names(.of).map(\.symbol), pattern: element.embedded(.pattern),
            length: element.number(.length)?.value)
        let (encoding, prefix) = (element.word(.encoding), element.text(.prefix)?.text ?? "")
        let fault =
            EncodingCheck.finding(
                text, type: type, encoding: encoding, prefix: prefix, isFamily: isSpread,
                at: name?.range ?? element.range) ?? Self.familyFault(element, text, isFamily: isSpread)
        let input = ServiceDescription.Input(
            name: symbol, path: path, isVariant: element.flag(.variant) ?? false, isSpread: isSpread,
            isRequired: element.flag(.required) ?? false, type: type.flatMap { SlotType(name: $0) } ?? .text,
            encoding: Self.inputEncoding(ofType: type, named: encoding), prefix: ByteString(prefix), form: form,
            begins: element.names(.begins).map(\.symbol))
        return (input, name, fault)
    }

    /// Returns a finding if the name of a key ends in `*` and the path in `at` does not, or the other way round.
    private static func familyFault(_ element: AttributeDecoder, _ name: String, isFamily: Bool) -> Diagnostic? {
        guard let path = element.text(.at), path.text.hasSuffix("*") != isFamily else { return nil }
        return Diagnostic(
            .badValue, at: path.range,
            "the path of '\(name)' \(isFamily ? "does not end" : "ends") in '*', unlike the name", subjects: [name],
            help: ["end both the name and the path in '*' for a family of keys, or neither"])
    }

    /// Returns the path of a key in requests: the attribute `at`, or else the name of the key.
    ///
    /// For a family of keys, a `*` at the end of the last component is left out.
    private static func keyPath(_ element: AttributeDecoder, name: ByteString, isFamily: Bool) -> [ByteString] {
        var path = element.path(.at)
        if path.isEmpty { path = [name] }
        if isFamily, let last = path.last, last.utf8.last == UInt8(ascii: "*") {
            path[path.count - 1] = ByteString(utf8: last.utf8.dropLast())
        }
        return path
    }

    /// Reads an `output` or `parameter`: a value in replies. If it has no name, the name is empty.
    ///
    /// - Returns: the output, and a finding if its `encoding` or `prefix` does not fit its type
    func readOutput(_ element: AttributeDecoder) -> (output: ServiceDescription.Output, fault: Diagnostic?) {
        let name = element.name(.name)
        let symbol = name?.symbol ?? symbols.intern("")
        let path = element.path(.at)
        let type = element.type()?.type ?? .text
        let (encoding, prefix) = (element.word(.encoding), element.text(.prefix)?.text ?? "")
        let fault = EncodingCheck.finding(
            symbols[symbol], type: type.name, encoding: encoding, prefix: prefix,
            at: name?.range ?? element.range)
        let output = ServiceDescription.Output(
            name: symbol, path: path.isEmpty ? [symbols.name(symbol)] : path, type: type,
            encoding: Self.outputEncoding(ofType: type, named: encoding), prefix: ByteString(prefix),
            grant: element.word(.grants), words: element.names(.of).map(\.symbol),
            sorts: element.word(.with).map(Self.replySorts), range: name?.range ?? element.range)
        return (output, fault)
    }

    /// Returns how a request encodes a value, given the words in the attributes `type` and `encoding`.
    ///
    /// Only lists and maps have several encodings.
    private static func inputEncoding(ofType type: String?, named word: String?) -> InputEncoding {
        switch (type, word) {
        case ("number", _): .number
        case ("flag", _): .flag
        case ("list", "json"): .jsonListString
        case ("list", "csv"): .csv
        case ("list", _): .list
        case ("map", "json"): .jsonMapString
        case ("map", _): .map
        default: .text
        }
    }

    /// Returns how a reply encodes a value of a type, given the word in the attribute `encoding`.
    ///
    /// Only lists and maps have several encodings.
    private static func outputEncoding(ofType type: SlotType, named word: String?) -> OutputEncoding {
        switch (type, word) {
        case (.list, "json"): .jsonListString
        case (.list, "csv"): .csv
        case (.list, _): .list
        case (.map, "json"): .jsonMapString
        case (.map, _): .map
        default: .text
        }
    }

    /// Returns the sorts of replies that the words of the attribute `with` name.
    private static func replySorts(_ words: String) -> ServiceDescription.Sorts {
        words.split(whereSeparator: \.isWhitespace).reduce(into: []) { sorts, word in
            if word == "success" { sorts.insert(.success) }
            if word == "challenge" { sorts.insert(.challenge) }
        }
    }
}

/// Checks that `encoding` and `prefix` fit the type of an input or output of a service description.
enum EncodingCheck {
    /// Checks the attributes of one input or output.
    ///
    /// - Parameters:
    ///   - name: the name of the input or output
    ///   - type: the type as it is written; nil stands for `text`
    ///   - encoding: the value of `encoding`; nil if the attribute is absent
    ///   - prefix: the value of `prefix`; empty if the attribute is absent
    ///   - isFamily: whether an input describes a family of keys, each with an entry of a map
    ///   - range: the place of the finding
    /// - Returns: the finding about the first attribute that does not fit, or nil if both fit
    static func finding(
        _ name: String, type: String?, encoding: String?, prefix: String, isFamily: Bool = false,
        at range: SourceRange
    ) -> Diagnostic? {
        let typeName = type ?? "text"
        let isCollection = typeName == "list" || typeName == "map"
        if isFamily, encoding != nil || !prefix.isEmpty {
            let attribute = encoding != nil ? "encoding" : "prefix"
            return Diagnostic(
                .conflictingAttributes, at: range,
                "'\(attribute)' has no effect on '\(name)', because each key of the family is sent as a text",
                subjects: [name], help: ["remove '\(attribute)'"])
        }
        if encoding != nil, !isCollection {
            return typeConflict("encoding", needs: "list or map", name, typeName, range)
        }
        if encoding == "csv", typeName == "map" {
            return typeConflict("encoding=\"csv\"", needs: "list", name, typeName, range)
        }
        if !prefix.isEmpty, !isCollection {
            return typeConflict("prefix", needs: "list or map", name, typeName, range)
        }
        return nil
    }

    /// Returns the finding about an attribute that needs another type.
    private static func typeConflict(
        _ attribute: String, needs wanted: String, _ name: String, _ type: String, _ range: SourceRange
    ) -> Diagnostic {
        Diagnostic(
            .conflictingAttributes, at: range,
            "'\(attribute)' needs type \(wanted), but '\(name)' is of type \(type)", subjects: [type],
            help: ["remove '\(attribute)', or declare '\(name)' with another type"])
    }
}
