/// The files that pages load.
package enum PageAssets {
    /// The style sheet, in light and dark colors.
    package static let style = """
        :root { color-scheme: light dark; --line: #767676; --accent: #0b57d0; --wrong: #b3261e; }
        @media (prefers-color-scheme: dark) { :root { --accent: #a8c7fa; --wrong: #f2b8b5; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif; }
        main { max-width: 26rem; margin: 4rem auto; padding: 0 1.5rem; }
        h1 { font-size: 1.5rem; font-weight: 600; line-height: 1.2; }
        .field { margin: 1.25rem 0; }
        .field > label, legend { display: block; font-weight: 500; }
        fieldset { border: 0; margin: 1.25rem 0; padding: 0; }
        fieldset label { display: block; padding: .5rem 0; }
        input:not([type=radio], [type=checkbox]), textarea {
            width: 100%; padding: .625rem .75rem; font: inherit; border: 1px solid var(--line); border-radius: .375rem; }
        input[aria-invalid] { border-color: var(--wrong); }
        .hint { display: block; font-size: .875rem; opacity: .8; }
        .error { display: block; color: var(--wrong); }
        .buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0; }
        button { padding: .625rem 1.25rem; font: inherit; font-weight: 500; border-radius: .375rem; cursor: pointer;
            border: 1px solid var(--accent); background: var(--accent); color: Canvas; }
        button.other { background: none; color: var(--accent); }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; }
        dt { opacity: .8; } dd { margin: 0; overflow-wrap: anywhere; }
        figure { margin: 1.25rem 0; } svg { width: 12rem; height: 12rem; display: block; margin-bottom: .75rem; }
        a { color: var(--accent); } code { overflow-wrap: anywhere; }

        """

    /// The script that asks for a passkey.
    package static var passkey: String { Passkey.script }

    /// Returns the header `Content-Security-Policy` of a page: own style sheets and forms, our script if the page asks
    /// for a passkey, and nothing else.
    ///
    /// Browsers also apply the policy of forms to the redirect to `next` that follows a form.
    package static func policy(hasPasskey: Bool, next: String?) -> String {
        let forms = next.flatMap(Self.origin).map { "'self' " + $0 } ?? "'self'"
        return "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action \(forms)"
            + (hasPasskey ? "; script-src 'self'" : "")
    }

    /// Returns the scheme, host and port of an address; nil if it is a path.
    private static func origin(_ address: String) -> String? {
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].hasSuffix(":"), parts[1].isEmpty else { return nil }
        return "\(parts[0])//\(parts[2].prefix { $0 != "?" && $0 != "#" })"
    }
}

extension StepView {
    /// Whether the page of the step asks for a passkey.
    package var asksForPasskey: Bool { Passkey.content(self, PageTexts(language: "en")) != nil }
}
