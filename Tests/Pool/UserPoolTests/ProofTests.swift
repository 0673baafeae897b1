import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// Passwords proved by SRP: what is replayed, tampered with or made up proves nothing.
struct ProofTests {
    private static let prime: String = {
        let lines: [String] = [
            "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD",
            "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED",
            "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F",
            "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B",
            "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510",
            "15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7",
            "ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C",
            "BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF",
        ]
        return lines.joined()
    }()

    /// 2N, digit by digit from behind.
    private static var twice: String {
        var carry = 0
        var digits: [String] = []
        for digit in prime.reversed() {
            let sum = 2 * (digit.hexDigitValue ?? 0) + carry
            digits.append(String(sum % 16, radix: 16))
            carry = sum / 16
        }
        return (digits + [String(carry)]).reversed().joined()
    }

    /// Public values with which anybody knows the key, and texts that are no number.
    static let badValues: [String] = [
        "0", "00", prime, prime.lowercased(), "0" + prime, twice, "xyz", "-1", "0x12", " 12", "12 ", "ü", "",
        String(repeating: "A", count: 2000), String(repeating: "0", count: 100_000),
    ]

    @Test(arguments: badValues) func badPublicValueIsRefused(_ value: String) async throws {
        let bench = try await PoolBench()
        let plain = await bench.begin("USER_SRP_AUTH", ["USERNAME": "ana", "SRP_A": value])
        #expect(plain.errorType == "InvalidParameterException")
        let preferred = ["USERNAME": "ana", "PREFERRED_CHALLENGE": "PASSWORD_SRP", "SRP_A": value]
        #expect(await bench.begin("USER_AUTH", preferred).errorType == "InvalidParameterException")
        let choice = await bench.begin("USER_AUTH", ["USERNAME": "ana", "PREFERRED_CHALLENGE": "PASSWORD_SRP"])
        #expect(choice.challenge == "PASSWORD_SRP")
        let answered = await bench.answer("PASSWORD_SRP", choice.session, ["SRP_A": value])
        #expect(answered.errorType == "InvalidParameterException")
        let right = await bench.answer("PASSWORD_SRP", choice.session, ["SRP_A": "ABC"])
        #expect(right.challenge == "PASSWORD_VERIFIER", "the session was kept: \(right)")
    }

    /// With A = N the shared secret is zero: a proof made from that must not pass, whatever happened before.
    @Test func proofOfTheZeroSecretIsNone() async throws {
        let bench = try await PoolBench()
        let reply = await bench.begin("USER_SRP_AUTH", ["USERNAME": "ana", "SRP_A": Self.prime])
        #expect(reply.challenge == nil && reply.session == nil)
    }

    @Test func proofCountsOnce() async throws {
        let bench = try await PoolBench()
        let prover = try Prover(bench)
        let proof = try prover.proof(await prover.begin())
        #expect(await bench.answer("PASSWORD_VERIFIER", nil, proof).isSignedIn)
        #expect(await bench.answer("PASSWORD_VERIFIER", nil, proof).errorType == "NotAuthorizedException")
    }

    @Test func proofOfAnotherExchangeIsNone() async throws {
        let bench = try await PoolBench()
        let prover = try Prover(bench)
        let (first, second) = (await prover.begin(), await prover.begin())
        var proof = try prover.proof(first)
        proof["PASSWORD_CLAIM_SECRET_BLOCK"] = second.parameter("SECRET_BLOCK")
        let mixed = await bench.answer("PASSWORD_VERIFIER", nil, proof)
        #expect(mixed.message == "Incorrect username or password.")
        let over = await bench.answer("PASSWORD_VERIFIER", nil, try prover.proof(second))
        #expect(over.errorType == "NotAuthorizedException", "a wrong proof ends its exchange")
        #expect(await bench.answer("PASSWORD_VERIFIER", nil, try prover.proof(first)).isSignedIn)
    }

    /// What is changed in a right proof, and what comes of it.
    private static let forgeries: [(String, String, String)] = [
        ("PASSWORD_CLAIM_SIGNATURE", Base64.text([UInt8](repeating: 0, count: 32)), "NotAuthorizedException"),
        ("PASSWORD_CLAIM_SIGNATURE", "AA==", "NotAuthorizedException"),
        ("PASSWORD_CLAIM_SIGNATURE", "%%%", "InvalidParameterException"),
        ("PASSWORD_CLAIM_SIGNATURE", "", "InvalidParameterException"),
        ("PASSWORD_CLAIM_SECRET_BLOCK", "AAAA", "NotAuthorizedException"),
        ("PASSWORD_CLAIM_SECRET_BLOCK", "%%%", "NotAuthorizedException"),
        ("TIMESTAMP", "Sun Jan 2 00:00:00 UTC 2022", "NotAuthorizedException"),
        ("TIMESTAMP", "Sat Jan 01 00:00:00 UTC 2022", "InvalidParameterException"),
        ("TIMESTAMP", "Sa. Jan. 1 00:00:00 UTC 2022", "InvalidParameterException"),
        ("TIMESTAMP", "2022-01-01T00:00:00Z", "InvalidParameterException"),
        ("TIMESTAMP", "", "InvalidParameterException"),
        ("USERNAME", "bob", "NotAuthorizedException"),
    ]

    @Test(arguments: forgeries) func tamperedProofIsNone(_ name: String, _ value: String, _ error: String) async throws
    {
        let bench = try await PoolBench(users: [PoolBench.ana, PoolBench.bob])
        let prover = try Prover(bench)
        let right = try prover.proof(await prover.begin())
        let reply = await bench.answer("PASSWORD_VERIFIER", nil, right.merging([name: value]) { $1 })
        #expect(reply.errorType == error)
        for secret in right.values where secret.count > 20 { #expect(!reply.message.contains(secret)) }
        if error == "InvalidParameterException" {
            let again = await bench.answer("PASSWORD_VERIFIER", nil, right)
            #expect(again.isSignedIn, "what is only malformed can be put right: \(again)")
        }
    }

    @Test func lateProofIsNone() async throws {
        let bench = try await PoolBench(.with { $0.proofSeconds = 10 })
        let prover = try Prover(bench)
        let (first, second) = (await prover.begin(), await prover.begin())
        bench.desk.wait(9)
        #expect(await bench.answer("PASSWORD_VERIFIER", nil, try prover.proof(first)).isSignedIn)
        bench.desk.wait(1)
        let late = await bench.answer("PASSWORD_VERIFIER", nil, try prover.proof(second))
        #expect(late.errorType == "NotAuthorizedException")
    }

    @Test func proofOfAPasswordThatWasReplacedIsNone() async throws {
        let bench = try await PoolBench()
        let prover = try Prover(bench)
        let begun = await prover.begin()
        let set = await bench.call(
            "AdminSetUserPassword",
            [
                "UserPoolId": .string(bench.pool.configuration.poolID), "Username": "ana",
                "Password": .string(Conversation.newPassword), "Permanent": true,
            ])
        #expect(set.errorType == nil, "\(set)")
        let old = await bench.answer("PASSWORD_VERIFIER", nil, try prover.proof(begun))
        #expect(old.message == "Incorrect username or password.")
        let fresh = try prover.proof(await prover.begin(), password: Conversation.newPassword)
        #expect(await bench.answer("PASSWORD_VERIFIER", nil, fresh).isSignedIn)
    }

    @Test func aliasAndSubCanStandForTheName() async throws {
        let bench = try await PoolBench()
        let prover = try Prover(bench)
        for name in ["ana@example.com", "+12065550100"] {
            let begun = await prover.begin(name)
            #expect(begun.parameter("USERNAME") == "ana")
            let proof = try prover.proof(begun).merging(["USERNAME": name]) { $1 }
            #expect(await bench.answer("PASSWORD_VERIFIER", nil, proof).isSignedIn)
        }
    }
}
