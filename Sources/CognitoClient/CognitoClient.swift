import CognitoWire
public import FlowCore
public import FlowRuntime

/// Talks to Amazon Cognito's user pools API (version 2016-04-18, AWS JSON 1.1), or to what speaks it in its place.
///
/// ```
/// let client = try CognitoClient(region: "eu-west-1")
/// let runner = FlowRunner(table, handlers: .cognito(settings), service: client, clock: ContinuousClock())
/// ```
///
/// One client keeps its connection for all requests of a sign-in; several runners may share it. An error of the service reaches
/// the flow under its own name and with its own text (see ``CognitoFailureReason``); what goes wrong on the way is the error
/// `network`, and what the client lacks is `configuration`: then nothing was sent.
public struct CognitoClient: FlowService {
    private let endpoint: CognitoEndpoint
    private let settings: CognitoClientSettings
    private let transport: any HTTPTransport
    private let time = ServiceTime()

    /// A client of the service in a region of AWS.
    /// - Parameters:
    ///   - region: the region, such as `eu-west-1`.
    ///   - settings: how it goes about its requests.
    ///   - transport: what sends them.
    /// - Throws: ``CognitoEndpointFailure/malformedRegion``.
    public init(
        region: String, settings: CognitoClientSettings = CognitoClientSettings(),
        transport: any HTTPTransport = SystemTransport()
    ) throws(CognitoEndpointFailure) {
        endpoint = try CognitoEndpoint(region: region)
        self.settings = settings
        self.transport = transport
    }

    /// A client of another address: a proxy, a private endpoint, an emulator.
    /// - Parameters:
    ///   - endpoint: the address, such as `https://auth.example.com`; `http` on this device alone, unless
    ///     `allowsPlainHTTP`.
    ///   - region: the region that signatures are for. Without it that of an address of AWS, or else requests that must be
    ///     signed are errors.
    ///   - allowsPlainHTTP: whether passwords may go to other devices without encryption: for tests in a closed network.
    ///   - settings: how it goes about its requests.
    ///   - transport: what sends them.
    /// - Throws: what is wrong with the address or the region.
    public init(
        endpoint: String, region: String? = nil, allowsPlainHTTP: Bool = false,
        settings: CognitoClientSettings = CognitoClientSettings(), transport: any HTTPTransport = SystemTransport()
    ) throws(CognitoEndpointFailure) {
        self.endpoint = try CognitoEndpoint(endpoint, region: region, allowsPlainHTTP: allowsPlainHTTP)
        self.settings = settings
        self.transport = transport
    }

    /// Sends a flow's request, again where that is safe (see ``CognitoRetries``). Ends at once when its task is cancelled.
    /// - Returns: the body of the answer, or the error of the service or of the way to it.
    public func call(_ request: FlowRequest) async -> FlowReply { await call(request.operation, request.body) }

    /// Sends a flow's request, and overwrites the memory of its body afterwards: with libcurl no copy of a secret stays.
    /// - Returns: the body of the answer, or the error of the service or of the way to it.
    public func call(_ request: FlowRequest, secrets: FlowSecrets) async -> FlowReply {
        let content = secrets.revealed(json: WireForm.request(request.body))
        return await call(
            request.operation, content, isIdempotent: Idempotency.isIdempotent(request.operation, request.body))
    }

    /// Sends a request that no flow makes, such as `GetUser` after the sign-in, in the same way.
    /// - Parameters:
    ///   - operation: the operation's name.
    ///   - body: its input.
    /// - Returns: the body of the answer, or the error of the service or of the way to it.
    public func call(_ operation: String, _ body: JSONValue) async -> FlowReply {
        await call(
            operation, FlowSecret(WireForm.request(body)), isIdempotent: Idempotency.isIdempotent(operation, body))
    }

    private func call(_ operation: String, _ content: FlowSecret, isIdempotent: Bool) async -> FlowReply {
        guard !operation.isEmpty, operation.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            return .error(
                type: ClientErrorName.configuration, message: "an operation's name has letters and digits only")
        }
        let unsigned = request(operation, content)
        let signer = RequestSigner(operation: operation, endpoint: endpoint, settings: settings)
        var attempt = 1
        var isCorrected = false
        while true {
            let (outcome, date): (CallOutcome, String?)
            do throws(RequestSigner.Failure) {
                (outcome, date) = await send(try await signer.signed(unsigned, offset: await time.offset))
            } catch {
                return .error(type: ClientErrorName.configuration, message: error.message)
            }
            let wasWrong = await time.learn(from: date, now: settings.now)
            // Refused for the time of its signature: nothing was done, and once more is enough.
            if signer.isNeeded, wasWrong, !isCorrected, outcome.isRefusedForItsTime {
                isCorrected = true
                continue
            }
            guard attempt < settings.retries.attempts, CognitoRetries.allow(outcome, isIdempotent: isIdempotent),
                await pause(after: attempt)
            else { return outcome.reply }
            attempt += 1
        }
    }

    /// Revokes the tokens of a reply that was given up (RevokeToken), with the usual retries, and reports no failure. A client with a
    /// secret needs that secret to revoke: `CognitoApp` has it, this client does not.
    public func discard(_ reply: FlowReply, to request: FlowRequest) async {
        guard let input = LateTokens.revocation(of: reply, to: request) else { return }
        _ = await call(LateTokens.operation, input)
    }

    /// The request without a signature.
    private func request(_ operation: String, _ content: FlowSecret) -> HTTPRequest {
        HTTPRequest(
            url: endpoint.url,
            fields: [
                HTTPField("Content-Type", "application/x-amz-json-1.1"),
                HTTPField("X-Amz-Target", "AWSCognitoIdentityProviderService.\(operation)"),
            ],
            content: content, longestAnswer: settings.longestAnswer)
    }

    /// Sends once, within the limit of an attempt.
    /// - Returns: what came, and the time of the answer as it says.
    private func send(_ request: HTTPRequest) async -> (CallOutcome, date: String?) {
        let result = await settings.clock.limiting(settings.attemptLimit) { [transport] in
            do throws(HTTPFailure) { return .success(try await transport.send(request)) } catch {
                return .failure(error)
            }
        }
        return (CallOutcome(result), (try? result.get())?["Date"])
    }

    /// - Returns: whether the pause was waited for to its end.
    private func pause(after attempt: Int) async -> Bool {
        let delay = settings.retries.delay(after: attempt, part: settings.random())
        return (try? await settings.clock.sleep(for: delay)) != nil
    }
}
