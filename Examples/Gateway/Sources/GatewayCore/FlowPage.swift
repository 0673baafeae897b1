import FlowRuntime

/// The HTML pages of a flow. Only a passkey step needs JavaScript.
package struct FlowPage: Sendable {
    /// The texts in the user's language.
    let texts: PageTexts
    /// The name that an authenticator app shows beside its codes.
    let issuer: String
    /// The address to which forms are sent; empty if there is no flow.
    let action: String
    /// The CSRF token that a form must send back.
    let token: String

    /// Creates the pages of a flow.
    package init(texts: PageTexts, issuer: String, action: String, token: String) {
        self.texts = texts
        self.issuer = issuer
        self.action = action
        self.token = token
    }

    /// Returns the page of a step or an outcome, with the refusal of the last answers and what the user typed then, by
    /// field and without secrets.
    package func page(_ view: StepView, refusal: Problem? = nil, typed: [String: String] = [:]) -> HTML {
        view.isEnd ? end(view) : step(view, refusal, typed)
    }

    /// Returns the page that says why a request was refused, with a way to start again if its address names a flow.
    package func page(_ problem: Problem) -> HTML {
        layout(
            texts.page("That did not work"),
            """
            <p class="error" role="alert">\(texts.refusal(problem))</p>
            \(again, if: !action.isEmpty)
            <p class="hint">\(texts.page("Request")) \(problem.request)</p>
            """)
    }

    // MARK: Steps

    private func step(_ view: StepView, _ refusal: Problem?, _ typed: [String: String]) -> HTML {
        let sentence = refusal.map { texts.refusal($0) }
        let fault = refusal?.parameter.flatMap { name in sentence.map { (name, $0) } }
        let form = StepForm(view: view, texts: texts, refusal: fault, typed: typed)
        let title = texts.step(view.name)
        return layout(
            title,
            """
            \(alert(view, form.showsRefusal ? nil : sentence))
            \(shown(view))
            <form method="post" action="\(action)">
            <input type="hidden" name="token" value="\(token)">
            \("<input type=\"hidden\" name=\"turn\" value=\"\(view.turn)\">", if: !view.isStart)\
            \("<input type=\"hidden\" name=\"start\" value=\"true\">", if: view.isStart)
            \(Passkey.content(view, texts) ?? "")
            \(form.content)
            </form>
            \(limit(view))
            """)
    }

    /// Returns the refusal that concerns no field, or else the error that led to the step.
    private func alert(_ view: StepView, _ refusal: String?) -> HTML {
        guard let sentence = refusal ?? view.error.map({ texts.error($0.type, $0.message) }) else { return "" }
        return "<p class=\"error\" role=\"alert\">\(sentence)</p>"
    }

    /// Returns the values that the flow shows, or only the picture of an authenticator app's key if there is one.
    private func shown(_ view: StepView) -> HTML {
        let members = view.parameters.members ?? []
        if let secret = view.parameters["sharedSecret"]?.string {
            let account = view.parameters["username"]?.string ?? ""
            return AuthenticatorPicture(secret: secret, issuer: issuer, account: account).content(texts)
        }
        let hasMap = view.asks.contains { $0.type == "map" }
        let rows = members.compactMap { member -> HTML? in
            guard member.name != Passkey.options, let text = text(member.value, isKeys: hasMap) else { return nil }
            return "<dt>\(texts.label(member.name))</dt><dd>\(text)</dd>"
        }
        return rows.isEmpty ? "" : "<dl>\(rows)</dl>"
    }

    /// Returns a shown value as text; nil for an empty text, null, a flag, a number, or a list that the form uses.
    private func text(_ value: JSONValue, isKeys: Bool) -> String? {
        switch value {
        case .string(let text): text.isEmpty ? nil : texts.value(text)
        case .array: isKeys ? nil : value.items?.map(texts.value).joined(separator: ", ")
        case .object(let members):
            members.compactMap { member in member.value.string.map { "\(texts.label(member.name)): \($0)" } }
                .joined(separator: "; ")
        case .null, .bool, .number: nil
        }
    }

    private func limit(_ view: StepView) -> HTML {
        guard let seconds = view.secondsLeft else { return "" }
        let minutes = (max(0, seconds) + 59) / 60
        return "<p class=\"hint\">\(texts.page("Minutes left:")) \(minutes)</p>"
    }

    // MARK: Ends

    private func end(_ view: StepView) -> HTML {
        layout(texts.outcome(view.name), "\(alert(view, nil))\(again)")
    }

    private var again: HTML { "<p><a href=\"\(action)\">\(texts.page("Start again"))</a></p>" }

    private func layout(_ title: String, _ content: HTML) -> HTML {
        """
        <!DOCTYPE html>
        <html lang="\(texts.language)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title)</title>
        <link rel="stylesheet" href="/assets/style.css">
        </head>
        <body><main>
        <h1>\(title)</h1>
        \(content)
        </main></body>
        </html>

        """
    }
}
