import CognitoHandlers

/// A world of two processes over one store, in which the operations of the token cache are carried out call by call.
///
/// Tokens say whose they are and of which sign-in: `ana 3.1` is the first refresh of what the third operation brought. So each
/// state shows tokens that are under another's name, and those of a sign-in that has been signed out.
struct TokenModel: Hashable {
    enum Operation: Hashable, CaseIterable { case signInAna, signInBob, signOut, refresh }

    /// What a process is about.
    struct Active: Hashable {
        let kind: Kind
        let origin: Int
        /// What the store answered so far: with the kind it says where the operation stands.
        var answers: [TokenStoreAnswer] = []
        var hadFailure = false
        /// The state when it began, from which it is carried out again to where it stands.
        let began: TokenCacheState
        let states: [TokenCacheState]

        enum Kind: Hashable {
            case signIn(String, since: Int)
            case signOut
            case begin(String)
            case end(Call, TokenRefresh)
        }
    }

    /// A request to the service that was not answered yet.
    struct Call: Hashable {
        let id: String
        let name: String
        let tokens: CognitoTokens
    }

    struct Process: Hashable {
        var state = TokenCacheState()
        var active: Active?
        var calls: [Call] = []
    }

    struct Entry: Hashable {
        let answer: TokenStoreAnswer
        let version: Int
    }

    var processes = [Process(), Process()]
    var store: [TokenSlot: Entry] = [:]
    var versions = 0
    var operations = 0
    var failures = 0
    var kills = 0
    /// The sign-ins whose tokens a sign-out has removed.
    var dead: Set<Int> = []
    /// The latest refresh of each sign-in: the tokens before it are used up.
    var rotated: [Int: Int] = [:]
    let isAlone: Bool

    init(isAlone: Bool) { self.isAlone = isAlone }

    static func tokens(_ name: String, _ origin: Int, _ round: Int) -> CognitoTokens {
        CognitoTokens(accessToken: "\(name) \(origin).\(round)", refreshToken: "\(name) \(origin).\(round)")
    }

    /// Name, sign-in and round of tokens.
    static func parts(_ tokens: CognitoTokens) -> (name: String, origin: Int, round: Int) {
        let words = (tokens.refreshToken ?? "").split { $0 == " " || $0 == "." }
        return (String(words[0]), Int(words[1]) ?? -1, Int(words[2]) ?? -1)
    }

    static func version(_ number: Int) -> SecretVersion {
        SecretVersion([UInt8](repeating: 0, count: 14) + [UInt8(number >> 8), UInt8(number & 255)]) ?? SecretVersion()
    }

    /// Carries a call of the store out.
    mutating func carry(_ call: TokenStoreCall) -> TokenStoreAnswer {
        switch call {
        case .read(let slot): return store[slot]?.answer ?? .done
        case .storeLastUser(let name):
            versions += 1
            store[.lastUser] = Entry(answer: .lastUser(name), version: versions)
        case .store(let record, let name, let former):
            let slot = TokenSlot.tokens(of: name)
            guard former.allows(store[slot].map { Self.version($0.version) }) else { return .failed(.changed) }
            versions += 1
            store[slot] = Entry(answer: .tokens(record, Self.version(versions)), version: versions)
        case .remove(let slot): store[slot] = nil
        case .removeAll: store = [:]
        }
        return .done
    }

    /// The tokens that are stored.
    var stored: [(name: String, tokens: CognitoTokens)] {
        store.compactMap { slot, entry in
            guard case .tokens(let name) = slot, case .tokens(let record, _) = entry.answer else { return nil }
            return (name, record.tokens)
        }
    }
}
