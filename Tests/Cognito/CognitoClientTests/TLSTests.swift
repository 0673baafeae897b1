import CognitoClient
import FlowCore
import FlowRuntime
import TestSupport
import Testing

/// Who may answer over `https`.
@Suite(.enabled(if: TLSServer.isPossible, "openssl and python3 make the server")) struct TLSTests {
    private static func send(_ server: TLSServer, by transport: any HTTPTransport) async throws -> FlowReply {
        try await CognitoClient(server.url, transport: transport)
            .call("RespondToAuthChallenge", Sample.answer)
    }

    /// Nobody vouches for it: not a byte of the request is sent.
    @Test func unknownCertificateIsRefused() async throws {
        try await TLSServer.running { server in
            let reply = try await Self.send(server, by: SystemTransport())
            #expect(reply.error?.message.contains("TLS") == true, "\(reply)")
            try await until { !server.events.isEmpty }
            #expect(server.events == ["end"])
        }
    }

    #if canImport(CCurl)
        @Test func certificateThatIsVouchedForIsTaken() async throws {
            try await TLSServer.running { server in
                let transport = CurlTransport(authorities: server.certificate)
                for _ in 0..<2 {
                    let reply = try await Self.send(server, by: transport)
                    #expect(reply.text == "{}", "\(reply)")
                }
                #expect(server.events == ["request", "request"])
            }
        }

        /// Vouched for, and still of no use here.
        @Test(arguments: ["DNS:elsewhere.example", "IP:127.0.0.2"]) func certificateForAnotherIsRefused(name: String)
            async throws
        {
            try await TLSServer.running(name) { server in
                let reply = try await Self.send(server, by: CurlTransport(authorities: server.certificate))
                #expect(reply.error?.message.contains("TLS") == true, "\(reply)")
                try await until { !server.events.isEmpty }
                #expect(server.events == ["end"])
            }
        }

        @Test(arguments: ["/no/such/file.pem", "/dev/null", "/etc/hostname"])
        func authoritiesThatAreNoneAreRefused(path: String) async throws {
            try await TLSServer.running { server in
                let reply = try await Self.send(server, by: CurlTransport(authorities: path))
                #expect(reply.error?.message.contains("TLS") == true, "\(reply)")
                #expect(!server.events.contains("request"))
            }
        }
    #endif
}
