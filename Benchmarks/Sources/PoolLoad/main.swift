// Signs many users in at the same time over loopback, by SRP and with the shipped Amplify flow, and looks whether each one got
// their own tokens.
//
//     PoolLoad FLOWC-RUN FLOW COUNT
//
// FLOWC-RUN is started as `flowc-run pool`; FLOW is a flow or its table. Ends with 1 if a sign-in failed or got another's tokens.
import CognitoClient
import CognitoHandlers
import FlowCompiler
import FlowRuntime
import Foundation

let arguments = CommandLine.arguments
guard arguments.count == 4, let count = Int(arguments[3]), count > 0 else {
    FileHandle.standardError.write(Data("usage: PoolLoad FLOWC-RUN FLOW COUNT\n".utf8))
    exit(64)
}
do {
    let table = try LoadRun.table(arguments[2])
    let server = try PoolProcess(program: arguments[1], users: LoadUser.all(count))
    defer { server.stop() }
    let run = LoadRun(table: table, endpoint: server.endpoint)
    let started = ContinuousClock.now
    let results = await run.signIn(LoadUser.all(count))
    let seconds = (ContinuousClock.now - started) / .seconds(1)
    let failures = results.filter { $0 != nil }.compactMap(\.self)
    let perSecond = String(format: "%.0f", Double(count) / seconds)
    print("\(count) sign-ins at once, \(count - failures.count) right, \(perSecond) a second")
    for failure in failures.prefix(10) { print("  " + failure) }
    server.stop()
    exit(failures.isEmpty ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("PoolLoad: \(error)\n".utf8))
    exit(2)
}
