import FlowHost
import FlowRuntime
import GatewayCore
import HTTPTypes
import Hummingbird

/// The pages: an HTML form for each step. Only a passkey step needs JavaScript.
///
/// After a form leads to a step, the server redirects to the page (Post/Redirect/Get), so that the user can reload it.
/// The state is in a cookie that no script can read, and belongs to the cookie that identifies the browser.
struct PageRoutes: Sendable {
    let signIns: SignIns
    let answers: PageAnswers
    let reader: BodyReader
    let proxies: Int

    /// Adds the routes of pages and their files.
    func add(to router: Router<GatewayContext>) {
        router.get("\(PageAnswers.prefix):flow") { request, context in try await show(request, context) }
        router.post("\(PageAnswers.prefix):flow") { request, context in try await submit(request, context) }
        router.get("/assets/style.css") { _, _ in Response(text: PageAssets.style, type: "text/css; charset=utf-8") }
        router.get("/assets/passkey.js") { _, _ in
            Response(text: PageAssets.passkey, type: "text/javascript; charset=utf-8")
        }
    }

    // MARK: GET

    /// Shows the step of the sign-in that the browser's cookie names, or the form that starts one.
    private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let flow = try signIns.flow(context)
        try signIns.limits.countRequest(from: context.address(request, proxies: proxies))
        let browser = Browser(request)
        guard let state = browser.state(of: flow) else { return answers.start(flow, browser, request) }
        let reply = await signIns.patiently {
            await signIns.host.current(of: flow.name, state: state, user: browser.bytes)
        }
        switch reply {
        case .step(let step): return answers.step(step, flow, browser, request)
        case .refused(let refusal):
            // The browser never saw the reply with the newer state.
            if let current = refusal.current, let state = current.state {
                var response = answers.step(current, flow, browser, request)
                response.setCookie(.own(Browser.stateName(flow), state))
                return response
            }
            switch refusal.kind {
            case .busy, .unavailable: throw refusal.problem
            case .answer, .superseded, .gone, .forbidden, .malformed:
                var response = answers.start(flow, browser, request)
                response.setCookie(.own(Browser.stateName(flow), "", maxAge: 0))
                return response
            }
        }
    }

    // MARK: POST

    private func submit(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let flow = try signIns.flow(context)
        try signIns.limits.countRequest(from: context.address(request, proxies: proxies))
        let form = FormAnswers(try fields(try await reader.body(request)))
        let browser = Browser(request)
        guard browser.isKnown, answers.tokens.isValid(form.token, of: browser), mayBeSameOrigin(request) else {
            throw Problem.forged
        }
        if form.isStart {
            let inputs = try flow.inputs(form.json)
            return try await play(.start(inputs), form, nil, flow, browser, request)
        }
        guard let state = browser.state(of: flow) else { return answers.redirect(flow) }
        let event = form.command.map { StepEvent.command($0) } ?? .submit(form.json)
        return try await play(event, form, state, flow, browser, request)
    }

    private func play(
        _ event: StepEvent, _ form: FormAnswers, _ state: String?, _ flow: OfferedFlow, _ browser: Browser,
        _ request: Request
    ) async throws -> Response {
        switch try await signIns.play(event, flow, state: state, turn: form.turn, browser: browser.bytes) {
        case .step(let step):
            var response = answers.redirect(flow)
            response.setCookie(.own(Browser.stateName(flow), step.state ?? ""))
            return response
        case .end(let step, let delivered):
            var response = answers.end(step, delivered, flow, browser, request)
            response.setCookie(.own(Browser.stateName(flow), "", maxAge: 0))
            delivered.addCookies(to: &response)
            return response
        case .refused(let refusal): return try await refused(refusal, form, state, flow, browser, request)
        }
    }

    /// Returns the same form with the error, or a redirect to the current step; otherwise throws the refusal.
    private func refused(
        _ refusal: StepRefusal, _ form: FormAnswers, _ state: String?, _ flow: OfferedFlow, _ browser: Browser,
        _ request: Request
    ) async throws -> Response {
        switch refusal.kind {
        case .answer:
            guard let state else { return answers.start(flow, browser, request, refusal.problem, form.typed) }
            if case .step(let step) = await signIns.host.current(of: flow.name, state: state, user: browser.bytes) {
                return answers.step(step, flow, browser, request, refusal.problem, form.typed)
            }
            throw refusal.problem
        case .superseded:
            var response = answers.redirect(flow)
            if let state = refusal.current?.state { response.setCookie(.own(Browser.stateName(flow), state)) }
            return response
        case .gone, .forbidden, .malformed, .busy, .unavailable: throw refusal.problem
        }
    }

    /// Returns whether `Sec-Fetch-Site` permits the form. A request without this header passes.
    private func mayBeSameOrigin(_ request: Request) -> Bool {
        guard let name = HTTPField.Name("Sec-Fetch-Site"), let site = request.headers[name] else { return true }
        return site == "same-origin" || site == "none"
    }

    private func fields(_ body: [UInt8]) throws(Problem) -> [String: String] {
        do {
            return try URLEncodedFormDecoder().decode(
                [String: String].self, from: String(decoding: body, as: UTF8.self))
        } catch { throw .badRequest }
    }
}
