import CognitoClient
import Foundation

/// Numbers the exchanges of a transport and writes down how each ended.
final class WatchedTransport: HTTPTransport, @unchecked Sendable {
    private let transport: any HTTPTransport
    private let lock = NSLock()
    private var begun = 0
    private var failures: [Int: HTTPFailure] = [:]
    private var foreign: [Int] = []

    init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    /// How many exchanges there were.
    var count: Int { lock.withLock { begun } }
    /// The exchanges that were given up or failed.
    var givenUp: Set<Int> { lock.withLock { Set(failures.keys) } }
    /// The exchanges that got the answer to another one.
    var crossed: [Int] { lock.withLock { foreign } }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let number = lock.withLock {
            begun += 1
            return begun
        }
        var request = request
        request.fields.append(HTTPField(NamedService.number, String(number)))
        do throws(HTTPFailure) {
            let response = try await transport.send(request)
            if response[NamedService.number] != String(number) { lock.withLock { foreign = foreign + [number] } }
            return response
        } catch {
            lock.withLock { failures[number] = error }
            throw error
        }
    }
}

extension TestServer {
    /// The exchanges that came on a connection behind one that was given up there.
    func exchanges(behind givenUp: Set<Int>) -> [Int] {
        Dictionary(grouping: requests, by: \.connection).values.flatMap { requests in
            let numbers = requests.compactMap { NamedService.number(of: $0) }
            let first = numbers.firstIndex { givenUp.contains($0) } ?? numbers.count
            return numbers.dropFirst(first + 1)
        }
    }
}
