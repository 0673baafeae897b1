import FlowRuntime

/// The part of a page that asks for a passkey, which is the only part that needs a script.
enum Passkey {
    /// The value that a step shows: WebAuthn's request options, as JSON.
    static let options = "passkeyOptions"
    /// The answer that the step asks for: the credential's assertion, as JSON.
    static let ask = "credential"

    /// Returns the button for a step that asks for a passkey; nil for other steps.
    static func content(_ view: StepView, _ texts: PageTexts) -> HTML? {
        guard let options = view.parameters[options]?.string, view.asks.contains(where: { $0.name == ask }) else {
            return nil
        }
        return """
            <input type="hidden" id="credential" name="answer.text.credential" data-options="\(options)">
            <p><button type="button" id="passkey" hidden \
            data-unsupported="\(texts.page("This browser cannot use a passkey here."))">\
            \(texts.page("Use a passkey"))</button></p>
            <noscript><p class="note">\(texts.page("A passkey needs JavaScript."))</p></noscript>
            <script src="/assets/passkey.js" defer></script>
            """
    }

    /// The script, which the policy of the page allows only by its address.
    static let script = """
        const field = document.getElementById("credential"), button = document.getElementById("passkey");
        if (window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
            button.hidden = false;
            button.addEventListener("click", async () => {
                try {
                    const options = JSON.parse(field.dataset.options);
                    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey ?? options);
                    const credential = await navigator.credentials.get({ publicKey });
                    field.value = JSON.stringify(credential.toJSON());
                    field.form.submit();
                } catch (error) {
                    button.insertAdjacentText("afterend", " " + error.message);
                }
            });
        } else {
            button.insertAdjacentText("afterend", button.dataset.unsupported);
        }
        """
}
