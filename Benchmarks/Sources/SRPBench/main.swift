// Processor time of the SRP arithmetic of one sign-in on the client: by our handlers, and by OpenSSL for the same three
// exponentiations (g^a, g^x, base^(a + ux)), in turn.
//
//     SRPBench RUNS      prints the medians: ours, OpenSSL's, in milliseconds
import COpenSSL
import CognitoHandlers
import FlowRuntime

let runs = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 15
let bench = try SRPBench()
var ours: [Double] = []
var openSSL: [Double] = []
for _ in 0..<runs {
    ours.append(try await bench.signIn())
    openSSL.append(bench.openSSL())
}
print("\(SRPBench.median(ours)) \(SRPBench.median(openSSL))")
