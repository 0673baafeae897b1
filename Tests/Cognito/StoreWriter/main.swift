import CognitoHandlers
import Foundation

// Signs users in and out over a store in files until it is killed. Each line says what has happened: the test that kills it compares.
// With a file alone, it holds the lock of that file until it is killed.
if CommandLine.arguments.count == 2 {
    let lock = try FileLock(CommandLine.arguments[1])
    print("locked")
    fflush(nil)
    withExtendedLifetime(lock) { while true { sleep(60) } }
}
let cache = TokenCache(FileSecretStore(path: CommandLine.arguments[1]), poolID: "eu-west-1_AbC", clientID: "client")
var round = Int(CommandLine.arguments[2]) ?? 0
while true {
    round += 1
    let name = round % 2 == 0 ? "ana" : "bob"
    let token = "\(name) \(round) " + String(repeating: "x", count: 3_000)
    print("begin \(round)")
    fflush(nil)
    let tokens = CognitoTokens(accessToken: token, refreshToken: token)
    guard cache.perform({ .signIn(tokens, of: name, isAlone: $0, since: nil) }) == .done else { exit(1) }
    print("in \(round)")
    fflush(nil)
    if round % 3 == 0 {
        print("end \(round)")
        fflush(nil)
        guard cache.perform({ .signOut(nil, isAlone: $0) }) == .done else { exit(1) }
        print("out \(round)")
        fflush(nil)
    }
}
