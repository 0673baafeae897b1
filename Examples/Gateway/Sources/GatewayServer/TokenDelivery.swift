import FlowHost
import FlowRuntime
import GatewayCore
import HTTPTypes
import Hummingbird

/// Hands the tokens of an outcome to the host's own back end, or puts each into a cookie that no script can read.
///
/// What a flow shows at a sign-in counts as a token unless the configuration lists it in `shows`. At any other end,
/// such values go nowhere.
struct TokenDelivery: Sendable {
    /// The host's own back end; nil if tokens become cookies.
    let backEnd: BackEnd?

    /// Delivers the tokens of an outcome.
    /// - Parameters:
    ///   - outcome: the outcome.
    ///   - id: the id of the end.
    ///   - flow: the flow that has ended.
    /// - Returns: what a client receives of the outcome.
    /// - Throws: a problem if the back end did not accept the tokens, or a token does not fit into a cookie.
    func deliver(_ outcome: FlowOutcome, id: String, of flow: OfferedFlow) async throws(Problem) -> DeliveredOutcome {
        let members = outcome.parameters.members ?? []
        let shown = members.filter { flow.shows.contains($0.name) }
        let tokens = members.filter { !flow.shows.contains($0.name) }
        guard flow.signsIn.contains(outcome.name), !tokens.isEmpty else {
            return DeliveredOutcome(outcome: outcome, shown: shown, cookies: [], hasTokens: false)
        }
        guard let backEnd else {
            let seconds = outcome.parameters["expiresIn"]?.string.flatMap { Int($0) }
            var cookies: [String] = []
            for token in tokens {
                // Unless it is empty, a list or a map has characters that no cookie may contain.
                let text = token.value.string ?? token.value.jsonText
                cookies.append(try cookie(token.name, text, maxAge: token.name == "refreshToken" ? nil : seconds))
            }
            return DeliveredOutcome(outcome: outcome, shown: shown, cookies: cookies, hasTokens: true)
        }
        let cookies = try await backEnd.deliver(outcome, id: id, of: flow.name)
        return DeliveredOutcome(outcome: outcome, shown: shown, cookies: cookies, hasTokens: true)
    }

    private func cookie(_ name: String, _ value: String, maxAge: Int?) throws(Problem) -> String {
        // Browsers ignore a cookie whose name and value are longer.
        guard Cookie.prefix.utf8.count + name.utf8.count + value.utf8.count <= 4096 else { throw .undelivered }
        do { return try Cookie.validated(own: name, value, maxAge: maxAge).description } catch { throw .undelivered }
    }
}

/// An outcome whose tokens were delivered.
struct DeliveredOutcome {
    let outcome: FlowOutcome
    /// What the client may see.
    let shown: [JSONMember]
    /// The values of the header fields `Set-Cookie`.
    let cookies: [String]
    /// Whether tokens were delivered, so that the user is signed in.
    let hasTokens: Bool

    /// Returns the end as a client receives it, without tokens.
    func json(of step: HostedStep) -> JSONValue {
        .object(
            (step.json.members ?? []).map { member in
                guard member.name == "end" else { return member }
                let members = (member.value.members ?? []).map { inner in
                    inner.name == "parameters" ? JSONMember("parameters", .object(shown)) : inner
                }
                return JSONMember("end", .object(members))
            })
    }

    func addCookies(to response: inout Response) {
        for cookie in cookies { response.headers.append(HTTPField(name: .setCookie, value: cookie)) }
    }
}

extension Cookie {
    /// The beginning of the names of our cookies, with which browsers enforce the attributes.
    fileprivate static let prefix = "__Host-"

    /// Returns a cookie that only this host receives, only over TLS, and that no script can read. Browsers count
    /// `localhost` as secure.
    static func own(_ name: String, _ value: String, maxAge: Int? = nil) -> Cookie {
        Cookie(
            name: prefix + name, value: value, maxAge: maxAge, path: "/", secure: true, httpOnly: true,
            sameSite: .lax)
    }

    /// Returns the same cookie, or throws if the name or the value has a character that no cookie may contain.
    fileprivate static func validated(own name: String, _ value: String, maxAge: Int?) throws -> Cookie {
        try validated(
            name: prefix + name, value: value, maxAge: maxAge, path: "/", secure: true, httpOnly: true,
            sameSite: .lax)
    }
}
