import FlowHost
import FlowRuntime
import Foundation
import GatewayCore
import HTTPTypes
import Hummingbird

/// The responses with pages.
struct PageAnswers: Sendable {
    let tokens: CSRFTokens
    let title: String
    /// The address after a sign-in; nil if the page of the outcome stays.
    let next: String?
    /// The labels of pages by flow.
    let texts: [String: JSONValue]

    /// Returns the form that starts a flow.
    func start(
        _ flow: OfferedFlow, _ browser: Browser, _ request: Request, _ refusal: Problem? = nil,
        _ typed: [String: String] = [:]
    ) -> Response {
        response(StepView(start: "START", inputs: flow.asks), flow, browser, request, refusal, typed)
    }

    /// Returns the page of a step, with the refusal of the last answers if there is one.
    func step(
        _ step: HostedStep, _ flow: OfferedFlow, _ browser: Browser, _ request: Request, _ refusal: Problem? = nil,
        _ typed: [String: String] = [:]
    ) -> Response {
        let lifetime = Int(clamping: step.expiry) - Int(Date().timeIntervalSince1970)
        guard let view = StepView(step.json, lifetime: lifetime) else { return response(to: .unexpected, request) }
        return response(view, flow, browser, request, refusal, typed)
    }

    /// Returns the page of an end, or sends a user who is signed in to the next address.
    func end(
        _ step: HostedStep, _ delivered: DeliveredOutcome, _ flow: OfferedFlow, _ browser: Browser, _ request: Request
    ) -> Response {
        if delivered.hasTokens, let next { return Response(status: .seeOther, headers: [.location: next]) }
        guard let view = StepView(delivered.json(of: step)) else { return response(to: .unexpected, request) }
        return response(view, flow, browser, request, nil, [:])
    }

    /// The beginning of the addresses of pages, which the name of a flow follows.
    static let prefix = "/sign-in/"

    /// Returns a redirect to the page of the flow.
    func redirect(_ flow: OfferedFlow) -> Response {
        Response(status: .seeOther, headers: [.location: Self.prefix + flow.name])
    }

    /// Returns the page of a problem.
    func response(to problem: Problem, _ request: Request) -> Response {
        let name = String(request.uri.path.dropFirst(Self.prefix.count))
        let page = page(
            texts[name] ?? .object([]), action: texts[name] == nil ? "" : Self.prefix + name, "", request)
        var response = Response(
            status: problem.status, page: page.page(problem), policy: PageAssets.policy(hasPasskey: false, next: nil))
        if let seconds = problem.retryAfter { response.headers[.retryAfter] = String(seconds) }
        return response
    }

    private func response(
        _ view: StepView, _ flow: OfferedFlow, _ browser: Browser, _ request: Request, _ refusal: Problem?,
        _ typed: [String: String]
    ) -> Response {
        let page = page(flow.texts, action: Self.prefix + flow.name, tokens.token(of: browser), request)
        var response = Response(
            status: refusal?.status ?? 200, page: page.page(view, refusal: refusal, typed: typed),
            policy: PageAssets.policy(hasPasskey: view.asksForPasskey, next: next))
        if !browser.isKnown { response.setCookie(browser.cookie) }
        return response
    }

    private func page(_ texts: JSONValue, action: String, _ token: String, _ request: Request) -> FlowPage {
        FlowPage(
            texts: .texts(in: texts, accepted: request.headers[.acceptLanguage] ?? ""), issuer: title, action: action,
            token: token)
    }
}

extension Response {
    /// Creates a response with a page, and the policy of what the page may load.
    fileprivate init(status: Int, page: HTML, policy: String) {
        self.init(status: .init(code: status), text: page.text, type: "text/html; charset=utf-8")
        headers[.contentSecurityPolicy] = policy
    }
}
