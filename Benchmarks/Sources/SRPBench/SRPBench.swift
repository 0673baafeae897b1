import COpenSSL
import CognitoHandlers
import FlowRuntime

/// Measures the handlers of a password proof against OpenSSL.
struct SRPBench {
    struct Failure: Error {}

    private let start: any FlowHandler
    private let verify: any FlowHandler

    init() throws {
        let handlers = FlowHandlers.cognito(try CognitoSettings(poolID: "us-east-1_Bench"))
        guard let start = handlers["srp.start"], let verify = handlers["srp.verify"] else { throw Failure() }
        self.start = start
        self.verify = verify
    }

    /// One sign-in: A, then the signature for a challenge.
    /// - Returns: milliseconds of processor time.
    func signIn() async throws -> Double {
        let before = process_cpu_ns()
        let begun = try await start.handle(FlowHandlerInputs([:])).json
        guard let state = begun["srpState"]?.string, let timestamp = begun["timestamp"]?.string else { throw Failure() }
        let signed = try await verify.handle(
            FlowHandlerInputs([
                "password": "Passw0rd!", "srpState": .string(state), "timestamp": .string(timestamp),
                "userIdForSRP": "ana", "SALT": "276b66fbe57758cbaa0c476d62281eef", "SRP_B": .string(Self.serverValue),
                "SECRET_BLOCK": "otrX7ik5IzhnsmF0cQx6xQ==",
            ])
        ).json
        guard signed["passwordSignature"] != nil else { throw Failure() }
        return Double(process_cpu_ns() - before) / 1e6
    }

    /// The same exponentiations by OpenSSL.
    func openSSL() -> Double {
        let exponent256 = random(32)
        let exponent512 = random(64)
        let times = [
            power([2], exponent256), power([2], random(32)), power(Self.bytes(Self.serverValue), exponent512),
        ]
        return times.reduce(0, +) / 1e6
    }

    private func power(_ base: [UInt8], _ exponent: [UInt8]) -> Double {
        Double(openssl_power_ns(base, base.count, exponent, exponent.count, Self.modulus, Self.modulus.count))
    }

    private func random(_ count: Int) -> [UInt8] {
        [0x80] + (1..<count).map { _ in UInt8.random(in: 0...255) }
    }

    /// A number as a service sends it: the hash of nothing in particular, as long as N.
    private static let serverValue = (0..<48).map { "9e3779b97f4a7c\(String(10 + $0 % 90))" }.joined()

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<$0 + 2]), radix: 16) }
    }

    /// N of RFC 3526 group 15.
    private static let modulus = bytes(
        """
        FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B\
        302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE6\
        49286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D\
        670C354E4ABC9804F1746C08CA18217C32905E462E36CE3BE39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF695581718\
        3995497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7D\
        B3970F85A6E1E4C7ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C\
        BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF
        """)

    /// The median of measured times, rounded.
    static func median(_ times: [Double]) -> Double {
        guard !times.isEmpty else { return 0 }
        return (times.sorted()[times.count / 2] * 100).rounded() / 100
    }
}
