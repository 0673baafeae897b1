import CognitoWire
public import FlowCore
public import FlowRuntime

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A client of the Amazon Cognito user pools API.
///
/// The client uses version 2016-04-18 of the API, in AWS JSON 1.1, with Cognito or a compatible service.
///
/// ```
/// let client = try CognitoClient(region: "eu-west-1")
/// let runner = FlowRunner(table, handlers: .cognito(settings), service: client, clock: ContinuousClock())
/// ```
///
/// A client reuses its connections, and several runners can share a client. The flow receives an error of the service
/// with the service's own name and text (see ``CognitoFailureReason``). If the transport fails, or an intermediary such
/// as a proxy responds in place of the service, the error is `network`, or `TooManyRequestsException` for the status
/// 429. A response of an intermediary with a success status reaches the flow, which reports an HTML page as
/// `malformed-reply`. If an operation's name is malformed, or a request cannot be signed, the client does not send the
/// request and returns the error `configuration`.
public struct CognitoClient: FlowService, Redacted {
    private let endpoint: CognitoEndpoint
    private let settings: CognitoClientSettings
    private let transport: any HTTPTransport
    private let time = ServiceTime()

    /// Creates a client for a region of AWS.
    /// - Parameters:
    ///   - region: the region, such as `eu-west-1`.
    ///   - settings: time limits, retries and credentials.
    ///   - transport: sends the requests.
    /// - Throws: ``CognitoEndpointFailure/malformedRegion``.
    public init(
        region: String, settings: CognitoClientSettings = CognitoClientSettings(),
        transport: any HTTPTransport = SystemTransport()
    ) throws(CognitoEndpointFailure) {
        endpoint = try CognitoEndpoint(region: region)
        self.settings = settings
        self.transport = transport
    }

    /// Creates a client for an address other than a region's, such as a proxy, a private endpoint or an emulator.
    /// - Parameters:
    ///   - endpoint: the address, such as `https://auth.example.com`. `http` is allowed only for this device, unless
    ///     `allowsPlainHTTP` is true.
    ///   - region: the region for signatures. If it is nil, the client takes the region from an AWS address. For any
    ///     other address, requests that need a signature then fail.
    ///   - allowsPlainHTTP: whether to send passwords to other devices without encryption. Use it only for tests in a
    ///     closed network.
    ///   - settings: time limits, retries and credentials.
    ///   - transport: sends the requests.
    /// - Throws: ``CognitoEndpointFailure``.
    public init(
        endpoint: String, region: String? = nil, allowsPlainHTTP: Bool = false,
        settings: CognitoClientSettings = CognitoClientSettings(), transport: any HTTPTransport = SystemTransport()
    ) throws(CognitoEndpointFailure) {
        self.endpoint = try CognitoEndpoint(endpoint, region: region, allowsPlainHTTP: allowsPlainHTTP)
        self.settings = settings
        self.transport = transport
    }

    /// Sends a flow's request, and retries if that is safe (see ``CognitoRetries``). Returns soon after its task is
    /// canceled.
    /// - Returns: the body of the response, or the error of the service or the transport.
    public func call(_ request: FlowRequest) async -> FlowReply { await call(request.operation, request.body) }

    /// Sends a flow's request, then zeroes the memory of its body. With libcurl, a copy of a secret remains only if the
    /// request is signed.
    /// - Returns: the body of the response, or the error of the service or the transport.
    public func call(_ request: FlowRequest, secrets: FlowSecrets) async -> FlowReply {
        let content = secrets.revealed(json: WireForm.encodedRequest(request.body))
        return await call(
            request.operation, content, isIdempotent: Idempotency.isIdempotent(request.operation, request.body))
    }

    /// Sends a request outside a flow, such as `GetUser` after the sign-in.
    /// - Parameters:
    ///   - operation: the operation's name, such as `GetUser`.
    ///   - body: the operation's input, as a JSON object.
    /// - Returns: the body of the response, or the error of the service or the transport.
    public func call(_ operation: String, _ body: JSONValue) async -> FlowReply {
        let content = FlowSecret(WireForm.encodedRequest(body))
        return await call(operation, content, isIdempotent: Idempotency.isIdempotent(operation, body))
    }

    /// Sends a request, and retries it as the settings allow.
    /// - Parameters:
    ///   - operation: the operation's name.
    ///   - content: the encoded input of the operation.
    ///   - isIdempotent: whether the request may be sent again although the service may have carried it out.
    /// - Returns: the reply of the last attempt; the error `configuration` for a malformed name or if signing fails.
    private func call(_ operation: String, _ content: FlowSecret, isIdempotent: Bool) async -> FlowReply {
        guard Self.isOperationName(operation) else {
            return .error(
                type: ClientErrorName.configuration,
                message: "the name of an operation must consist of letters and digits")
        }
        let unsigned = request(operation, content)
        let signer = RequestSigner(operation: operation, endpoint: endpoint, settings: settings)
        var attempt = 1
        var hasCorrectedTime = false
        while true {
            let (outcome, date): (CallOutcome, String?)
            let offset = await time.offset
            do throws(RequestSigner.Failure) {
                (outcome, date) = await send(try await signer.signed(unsigned, offset: offset))
            } catch {
                return .error(type: ClientErrorName.configuration, message: error.message)
            }
            let hasNewOffset = await time.updateOffset(from: date, since: offset, now: settings.now)
            // The service rejected the signature's time and did nothing else. One more attempt with the corrected time
            // is enough. It does not count against the limit of attempts.
            if signer.isNeeded, hasNewOffset, !hasCorrectedTime, outcome.isClockSkewError {
                hasCorrectedTime = true
                continue
            }
            guard attempt < settings.retries.attempts,
                CognitoRetries.shouldRetry(after: outcome, isIdempotent: isIdempotent), await pause(after: attempt)
            else { return outcome.reply }
            attempt += 1
        }
    }

    /// Returns whether a text is one or more ASCII letters and digits, and so can be part of a header field.
    private static func isOperationName(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// Revokes the tokens of a discarded reply to a sign-in (RevokeToken), with the usual retries. Ignores failures.
    ///
    /// If the app client has a secret, the service requires it for the revocation. A `CognitoClient` does not have the
    /// secret, so it then revokes nothing. A `CognitoApp` has the secret and revokes the tokens.
    public func discard(_ reply: FlowReply, to request: FlowRequest) async {
        guard let input = LateTokens.revocation(of: reply, to: request) else { return }
        _ = await call(LateTokens.operation, input)
    }

    /// Returns the unsigned HTTP request for an operation with the encoded input `content`.
    private func request(_ operation: String, _ content: FlowSecret) -> HTTPRequest {
        HTTPRequest(
            url: endpoint.url,
            fields: [
                HTTPField("Content-Type", "application/x-amz-json-1.1"),
                HTTPField("X-Amz-Target", "AWSCognitoIdentityProviderService.\(operation)"),
            ],
            content: content, maxResponseSize: settings.maxResponseSize)
    }

    /// Sends a request once, within the time limit of an attempt.
    /// - Returns: the outcome, and the response's `Date` header, which is nil if there is none.
    private func send(_ request: HTTPRequest) async -> (CallOutcome, date: String?) {
        let result = await settings.clock.withTimeout(settings.attemptLimit) { [transport] in
            do throws(HTTPFailure) {
                return .success(try await transport.send(request))
            } catch {
                return .failure(error)
            }
        }
        return (CallOutcome(result), (try? result.get())?["Date"])
    }

    /// Waits before the next attempt, for a random part of the policy's delay.
    /// - Returns: false if the wait was canceled.
    private func pause(after attempt: Int) async -> Bool {
        let delay = settings.retries.delay(after: attempt, fraction: settings.random())
        return (try? await settings.clock.sleep(for: delay)) != nil
    }
}

/// Time limits, retries and credentials of a client.
public struct CognitoClientSettings: Sendable, Redacted {
    /// The time limit of one attempt, at most one day. All attempts together should take less than the runner's limit
    /// for a request, 60 seconds by default.
    public var attemptLimit: Duration
    /// How often, and after which delays, to retry.
    public var retries: CognitoRetries
    /// The maximum size of a response, in bytes.
    public var maxResponseSize: Int
    /// The host's AWS credentials, for operations whose name begins with `Admin`. Never ship these credentials in an
    /// app, because they allow anyone to administer the pool. If they are nil, such requests fail with the error
    /// `configuration`.
    public var credentials: (any AWSCredentialsProvider)?
    /// The clock for time limits and delays.
    public var clock: any Clock<Duration>
    /// The source of random numbers from 0 to 1, for delays.
    public var random: @Sendable () -> Double
    /// The source of the time for signatures, in seconds since 1970 (UTC). The service rejects a time that is wrong by
    /// minutes.
    public var now: @Sendable () -> Int64

    /// Creates settings. Every parameter has a default that suits an app.
    /// - Parameters:
    ///   - attemptLimit: the time limit of one attempt.
    ///   - retries: how often, and after which delays, to retry.
    ///   - maxResponseSize: the maximum size of a response, in bytes.
    ///   - credentials: signs requests of operations whose name begins with `Admin`.
    ///   - clock: the clock for time limits and delays.
    ///   - random: returns a random number from 0 to 1.
    ///   - now: returns the time in seconds since 1970 (UTC).
    public init(
        attemptLimit: Duration = .seconds(15), retries: CognitoRetries = CognitoRetries(),
        maxResponseSize: Int = 1 << 20, credentials: (any AWSCredentialsProvider)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
        now: @escaping @Sendable () -> Int64 = CognitoClientSettings.systemTime
    ) {
        self.attemptLimit = attemptLimit
        self.retries = retries
        self.maxResponseSize = maxResponseSize
        self.credentials = credentials
        self.clock = clock
        self.random = random
        self.now = now
    }

    /// Returns the system's time, in seconds since 1970 (UTC).
    @Sendable public static func systemTime() -> Int64 { Int64(Date().timeIntervalSince1970) }
}
