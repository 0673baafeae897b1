import FlowRuntime
import GatewayCore
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix

/// What a request carries through the gateway.
struct GatewayContext: RequestContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?
    /// Keeps the request on the thread of its connection; nil if no other thread has connections.
    let executor: LoopExecutor?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
        executor = LoopExecutor.all[ObjectIdentifier(source.channel.eventLoop)]
    }

    /// Returns the client's address. Each trusted proxy adds the address of its own client to `X-Forwarded-For`, so
    /// that a client can forge only the addresses before these.
    func address(_ request: Request, proxies: Int) -> String {
        if proxies > 0, let name = HTTPField.Name("X-Forwarded-For") {
            let hops = request.headers[values: name].joined(separator: ",").split(separator: ",")
            if hops.count >= proxies { return hops[hops.count - proxies].filter { $0 != " " } }
        }
        return remoteAddress?.ipAddress ?? "unknown"
    }
}

/// Runs tasks on the thread of an event loop. Otherwise, a task that another thread resumes would continue on any loop,
/// and change to that of its connection for the response.
final class LoopExecutor: TaskExecutor {
    /// The executors of all event loops; empty if there is only one.
    static let all: [ObjectIdentifier: LoopExecutor] = {
        let loops = Array(MultiThreadedEventLoopGroup.singleton.makeIterator())
        guard loops.count > 1 else { return [:] }
        return Dictionary(uniqueKeysWithValues: loops.map { (ObjectIdentifier($0), LoopExecutor($0)) })
    }()

    private let loop: any EventLoop

    private init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Reads bodies, within limits.
struct BodyReader: Sendable {
    let bytes: Int
    let seconds: Int

    /// Returns the whole body.
    ///
    /// The server closes an idle connection. This limit stops a client that sends its body very slowly.
    /// - Throws: a problem if the body is too large, arrives too slowly, or ends too early.
    func body(_ request: Request) async throws(Problem) -> [UInt8] {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var body: [UInt8] = []
        do {
            for try await part in request.body {
                guard body.count + part.readableBytes <= bytes else { throw Problem.tooLarge }
                guard ContinuousClock.now < deadline else { throw Problem.tooSlow }
                body += part.readableBytesView
            }
        } catch {
            // Any other error means that the client has disconnected, which is no failure of the gateway.
            throw error as? Problem ?? .badRequest
        }
        return body
    }
}

extension Response {
    /// Creates a response to a request with problem details.
    init(_ problem: Problem, to context: some RequestContext, _ current: [JSONMember] = []) {
        var problem = problem
        problem.request = context.id
        self.init(
            status: .init(code: problem.status), json: .object((problem.json.members ?? []) + current),
            type: "application/problem+json")
        if let seconds = problem.retryAfter { headers[.retryAfter] = String(seconds) }
    }

    /// Creates a response with JSON.
    init(status: HTTPResponse.Status = .ok, json: JSONValue, type: String = "application/json") {
        self.init(
            status: status, headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(string: json.jsonText)))
    }

    /// Creates a response with a text.
    init(status: HTTPResponse.Status = .ok, text: String, type: String) {
        self.init(
            status: status, headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
