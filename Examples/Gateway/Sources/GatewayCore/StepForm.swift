import FlowRuntime

/// The form of a step, which a browser submits without a script.
///
/// The name of a field consists of `answer`, the type and the name of the ask, and for an entry of a map the entry's
/// key: `answer.map.userAttributes.email`. ``FormAnswers`` reads them again.
struct StepForm {
    let view: StepView
    let texts: PageTexts
    /// The ask at fault, with the sentence about it.
    let refusal: (ask: String, sentence: String)?
    /// What the user typed before, by field. It has no secrets.
    let typed: [String: String]

    /// Whether the form has a field for the ask at fault, which shows the sentence.
    var showsRefusal: Bool {
        view.asks.contains { $0.name == refusal?.ask && !field($0).text.isEmpty }
    }

    /// The fields, then the buttons. The first button is the one that the key Enter presses.
    ///
    /// A step that asks for nothing may still wait for the user to continue, or for a time that passes. The next event
    /// applies the time limit.
    var content: HTML {
        """
        \(view.asks.map(field))
        <p class="buttons">
        \("<button>\(texts.page("Continue"))</button>", if: !view.asksForPasskey)
        \(view.commands.map(button))
        </p>
        """
    }

    private func button(_ command: String) -> HTML {
        "<button class=\"other\" name=\"command\" value=\"\(command)\" formnovalidate>\(texts.command(command))</button>"
    }

    // MARK: Fields

    private func field(_ ask: StepView.Ask) -> HTML {
        if ask.name == Passkey.ask, view.parameters[Passkey.options] != nil { return "" }
        switch ask.type {
        case "choice" where !ask.words.isEmpty: return choice(ask)
        case "flag": return flag(ask)
        case "map": return map(ask)
        case "list":
            return labeled(ask, "<textarea name=\"\(ask.field)\" \(attributes(ask))></textarea>")
        default: return labeled(ask, input(ask))
        }
    }

    private func input(_ ask: StepView.Ask) -> HTML {
        let name = ask.field
        let isSecret = ask.type == "secret" || ask.type == "session"
        let value: HTML = isSecret ? "" : typed[name].map { " value=\"\($0)\"" } ?? ""
        let length: HTML = ask.length.map { "minlength=\"\($0)\" maxlength=\"\($0)\"" } ?? ""
        let digits: HTML = ask.type == "digits" ? "inputmode=\"numeric\" pattern=\"[0-9]*\"" : ""
        return """
            <input type="\(isSecret ? "password" : "text")" name="\(name)"\(value) \
            autocomplete="\(Autocomplete.value(ask))" \(attributes(ask)) \(length) \(digits)>
            """
    }

    private func choice(_ ask: StepView.Ask) -> HTML {
        let options = ask.words.map { word -> HTML in
            let isChecked = typed[ask.field] == word || ask.words.count == 1
            let input: HTML = """
                <input type="radio" name="\(ask.field)" value="\(word)"\(" required", if: ask.isRequired)\
                \(" checked", if: isChecked)>
                """
            return "<label>\(input) \(texts.word(word))</label>"
        }
        return "<fieldset\(described(ask))><legend>\(texts.label(ask.name))</legend>\(options)\(notes(ask))</fieldset>"
    }

    /// Returns a checkbox. A browser sends no checkbox that is not checked, so a required flag also has a hidden field.
    private func flag(_ ask: StepView.Ask) -> HTML {
        """
        <p class="field">\
        \("<input type=\"hidden\" name=\"answer.box.\(ask.name)\" value=\"false\">", if: ask.isRequired)\
        <label><input type="checkbox" name="\(ask.field)" value="true"\(described(ask))> \
        \(texts.label(ask.name))</label>\(notes(ask))</p>
        """
    }

    /// Returns a field for each key that the step shows, such as the attributes that a user lacks.
    private func map(_ ask: StepView.Ask) -> HTML {
        let keys = view.parameters.members?.compactMap(\.value.items).first ?? []
        if keys.isEmpty { return "" }
        let fields = keys.map { key -> HTML in
            let field = "\(ask.field).\(key)"
            let value: HTML = typed[field].map { " value=\"\($0)\"" } ?? ""
            return """
                <p class="field"><label for="\(field)">\(texts.label(key))</label>
                <input type="text" id="\(field)" name="\(field)"\(value)\(described(ask)) \
                autocomplete="\(Autocomplete.value(key))" required></p>
                """
        }
        return "\(fields)\(notes(ask))"
    }

    // MARK: Labels

    private func labeled(_ ask: StepView.Ask, _ field: HTML) -> HTML {
        "<p class=\"field\"><label for=\"\(ask.name)\">\(texts.label(ask.name))</label>\n\(field)\(notes(ask))</p>"
    }

    /// Returns the attributes that connect a field with its label, hint and error.
    private func attributes(_ ask: StepView.Ask) -> HTML {
        """
        id="\(ask.name)"\(described(ask))\(" required", if: ask.isRequired)\
        \(" aria-invalid=\"true\" autofocus", if: refusal?.ask == ask.name)
        """
    }

    /// Returns the attribute that connects a field with its hint and error; no markup if it has neither.
    private func described(_ ask: StepView.Ask) -> HTML {
        let hint = texts.hint(ask.name) == nil ? [] : ["\(ask.name)-hint"]
        let ids = hint + (refusal?.ask == ask.name ? ["\(ask.name)-error"] : [])
        return ids.isEmpty ? "" : " aria-describedby=\"\(ids.joined(separator: " "))\""
    }

    private func notes(_ ask: StepView.Ask) -> HTML {
        let hint: HTML = texts.hint(ask.name).map { "<span class=\"hint\" id=\"\(ask.name)-hint\">\($0)</span>" } ?? ""
        guard let refusal, refusal.ask == ask.name else { return hint }
        return "\(hint)<span class=\"error\" id=\"\(ask.name)-error\">\(refusal.sentence)</span>"
    }
}

/// The values of the attribute `autocomplete`, by which password managers and phones fill in a form.
enum Autocomplete {
    static func value(_ ask: StepView.Ask) -> String {
        switch ask.type {
        case "secret": ask.name.lowercased().contains("new") ? "new-password" : "current-password"
        case "digits": "one-time-code"
        default: value(ask.name)
        }
    }

    static func value(_ name: String) -> String {
        switch name.lowercased() {
        case "username", "user", "login": "username"
        case "email": "email"
        case "phone", "phone_number": "tel"
        case "name": "name"
        case "given_name": "given-name"
        case "family_name": "family-name"
        case let name where name.hasSuffix("code"): "one-time-code"
        default: "off"
        }
    }
}

extension StepView.Ask {
    /// The name of the ask's field.
    fileprivate var field: String { "answer.\(type).\(name)" }
}

extension JSONValue {
    /// The texts of an array; nil if this is not an array.
    var items: [String]? {
        if case .array(let items) = self { items.compactMap(\.string) } else { nil }
    }

    /// The whole number; nil if this is not one.
    var integer: Int? {
        if case .number(let digits) = self { Int(digits) } else { nil }
    }
}
