import CognitoHandlers
import Foundation
import Security
import Testing

/// The store over a key chain: what a caller is promised, and what the key chain is asked.
struct KeychainSecretStoreTests {
    private let chain = FakeKeychain()
    private let store = KeychainSecretStore(service: "app")
    private let scope = SecretScope(kind: "tokens", poolID: "pool", clientID: "client")
    private var key: SecretKey { SecretKey(scope, "name") }

    private func run(_ body: () throws -> Void) rethrows { try FakeKeychain.$current.withValue(chain, operation: body) }

    @Test func whatIsStoredIsRead() throws {
        try run {
            #expect(try store.entry(key) == nil)
            let version = try store.store([1, 2], under: key, replacing: .absent)
            #expect(try store.entry(key) == SecretEntry(content: [1, 2], version: version))
        }
    }

    @Test func itemsAreAsDocumented() throws {
        try run {
            let version = try store.store([7], under: SecretKey(scope, "Né"), replacing: .any)
            let item = try #require(chain.items.first)
            #expect(chain.items.count == 1)
            #expect(item[kSecClass] as? String == kSecClassGenericPassword)
            #expect(item[kSecAttrService] as? String == "app.tokens/pool/client")
            #expect(item[kSecAttrAccount] as? String == "4ec3a9")
            #expect(item[kSecAttrGeneric] as? Data == Data(version.bytes))
            #expect(item[kSecValueData] as? Data == Data([7]))
            #expect(item[kSecAttrAccessible] as? String == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly)
            #expect(item[kSecAttrAccessGroup] as? String == FakeKeychain.ownGroup)
        }
    }

    @Test func absentWritesOnlyWhereNothingIs() throws {
        try run {
            let version = try store.store([1], under: key, replacing: .absent)
            #expect(throws: SecretStoreFailure.changed) { try store.store([2], under: key, replacing: .absent) }
            #expect(try store.entry(key) == SecretEntry(content: [1], version: version))
        }
    }

    @Test func aVersionIsReplacedOnce() throws {
        try run {
            let first = try store.store([1], under: key, replacing: .any)
            let second = try store.store([2], under: key, replacing: .version(first))
            #expect(first != second)
            #expect(throws: SecretStoreFailure.changed) { try store.store([3], under: key, replacing: .version(first)) }
            #expect(try store.entry(key) == SecretEntry(content: [2], version: second))
        }
    }

    @Test func whatIsOverOrDamagedIsRemoved() throws {
        try run {
            for number in 0..<4 as Range<UInt8> {
                try store.store([number], under: SecretKey(scope, "\(number)"), replacing: .any)
            }
            let other = SecretKey(SecretScope(kind: "tokens", poolID: "pool2"), "name")
            try store.store([0], under: other, replacing: .any)
            chain.change { item in
                guard item[kSecValueData] as? Data == Data([3]) else { return item }
                return item.filter { $0.key != kSecAttrGeneric }
            }
            #expect(try store.removeAll(in: scope) { $0.content[0] < 2 } == 3)
            #expect(try store.removeAll(in: scope) { _ in false } == 0)
            #expect(try store.entry(SecretKey(scope, "2"))?.content == [2])
            #expect(try store.entry(other)?.content == [0])
            #expect(chain.items.count == 2)
        }
    }

    @Test func aVersionOfARemovedEntryIsChanged() throws {
        try run {
            let version = try store.store([1], under: key, replacing: .any)
            try store.remove(key)
            #expect(throws: SecretStoreFailure.changed) {
                try store.store([2], under: key, replacing: .version(version))
            }
            #expect(chain.items.isEmpty)
        }
    }

    @Test func anyReplacesWhateverIsThere() throws {
        try run {
            let first = try store.store([1], under: key, replacing: .any)
            let second = try store.store([2], under: key, replacing: .any)
            #expect(first != second)
            #expect(try store.entry(key) == SecretEntry(content: [2], version: second))
            #expect(chain.items.count == 1)
        }
    }

    @Test func anyIsWrittenAlsoIfAnotherProcessAddsFirst() throws {
        try run {
            chain.beforeNextAdd { other([9]) }
            let version = try store.store([1], under: key, replacing: .any)
            #expect(try store.entry(key) == SecretEntry(content: [1], version: version))
            #expect(chain.items.count == 1)
        }
    }

    @Test func anyGivesUpWhereAnotherProcessNeverStops() {
        run {
            // Each time no update finds the item, and it is there before the addition.
            chain.put(item)
            #expect(throws: SecretStoreFailure.unavailable("the Keychain returned the status -25299")) {
                try store.store([1], under: key, replacing: .any)
            }
            #expect(chain.calls.count == 8)
        }
    }

    @Test func absentIsChangedIfAnotherProcessAddsFirst() throws {
        try run {
            chain.beforeNextAdd { other([9]) }
            #expect(throws: SecretStoreFailure.changed) { try store.store([1], under: key, replacing: .absent) }
            let entry = try store.entry(key)
            #expect(entry?.content == [9])
        }
    }

    @Test func nothingWorksWhileTheKeyChainIsLocked() throws {
        try run {
            let version = try store.store([1], under: key, replacing: .any)
            chain.isLocked = true
            let locked = SecretStoreFailure.unavailable("the Keychain returned the status -25308")
            #expect(throws: locked) { try store.entry(key) }
            for former in [SecretPrecondition.any, .absent, .version(version)] {
                #expect(throws: locked) { try store.store([2], under: key, replacing: former) }
            }
            #expect(throws: locked) { try store.remove(key) }
            #expect(throws: locked) { try store.removeAll(in: scope) }
            chain.isLocked = false
            #expect(try store.entry(key) == SecretEntry(content: [1], version: version))
        }
    }

    @Test(arguments: [nil, [], [UInt8](repeating: 1, count: 15), [UInt8](repeating: 1, count: 17)])
    func anEntryWithoutAVersionIsBrokenAndCanBeReplaced(generic: [UInt8]?) throws {
        try run {
            try store.store([1], under: key, replacing: .any)
            chain.change { item in
                var item = item
                item[kSecAttrGeneric] = generic.map { Data($0) }
                return item
            }
            #expect(throws: SecretStoreFailure.broken("an entry in the Keychain has no version")) {
                try store.entry(key)
            }
            try store.store([2], under: key, replacing: .any)
            #expect(try store.entry(key)?.content == [2])
        }
    }

    @Test func anEntryWithoutDataIsBrokenAndCanBeRemoved() throws {
        try run {
            try store.store([1], under: key, replacing: .any)
            chain.change { $0.filter { $0.key != kSecValueData } }
            #expect(throws: SecretStoreFailure.broken("an entry in the Keychain has no data")) { try store.entry(key) }
            try store.remove(key)
            #expect(try store.entry(key) == nil)
        }
    }

    @Test func removingWhatIsNotThereIsNoError() throws {
        try run {
            try store.remove(key)
            try store.removeAll(in: scope)
            #expect(chain.calls.count == 2)
        }
    }

    @Test func removeAllLeavesOtherScopesAndServices() throws {
        try run {
            let others = [
                SecretScope(kind: "devices", poolID: "pool", clientID: "client"),
                SecretScope(kind: "tokens", poolID: "pool", clientID: "client2"),
                SecretScope(kind: "tokens", poolID: "pool"),
            ]
            for scope in others + [scope] { try store.store([1], under: SecretKey(scope, "a"), replacing: .any) }
            try store.store([1], under: SecretKey(scope, "b"), replacing: .any)
            try KeychainSecretStore(service: "app2").store([1], under: key, replacing: .any)
            try store.removeAll(in: scope)
            #expect(chain.items.count == 4)
            for other in others { #expect(try store.entry(SecretKey(other, "a")) != nil) }
            #expect(try store.entry(SecretKey(scope, "a")) == nil)
        }
    }

    @Test func namesOfOneLookAreTwo() throws {
        try run {
            try store.store([1], under: SecretKey(scope, "\u{e9}"), replacing: .absent)
            try store.store([2], under: SecretKey(scope, "e\u{301}"), replacing: .absent)
            try store.remove(SecretKey(scope, "e\u{301}"))
            #expect(try store.entry(SecretKey(scope, "\u{e9}"))?.content == [1])
            #expect(try store.entry(SecretKey(scope, "e\u{301}")) == nil)
        }
    }

    @Test(arguments: [nil, "group"])
    func allCallsHaveTheGroupAndTheDataProtectionKeyChain(group: String?) throws {
        try run {
            let store = KeychainSecretStore(service: "app", accessGroup: group)
            let version = try store.store([1], under: key, replacing: .any)
            try store.store([2], under: key, replacing: .version(version))
            #expect(throws: SecretStoreFailure.changed) { try store.store([3], under: key, replacing: .absent) }
            #expect(try store.entry(key)?.content == [2])
            try store.remove(key)
            try store.removeAll(in: scope)
            #expect(chain.calls.count == 7)
            for call in chain.calls {
                #expect(call[kSecUseDataProtectionKeychain] as? Bool == true)
                #expect(call[kSecAttrAccessGroup] as? String == group)
            }
        }
    }

    @Test func entriesOfTwoGroupsNeverMeet() throws {
        try run {
            let other = KeychainSecretStore(service: "app", accessGroup: "other")
            try KeychainSecretStore(service: "app", accessGroup: "group").store([1], under: key, replacing: .absent)
            #expect(try other.entry(key) == nil)
            try other.store([2], under: key, replacing: .absent)
            #expect(chain.items.count == 2)
        }
    }

    /// The entry's place; no query of the data protection key chain finds it.
    private var item: [String: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: "app.tokens/pool/client", kSecAttrAccount: "6e616d65"]
    }

    /// Adds the entry as another process does.
    private func other(_ content: [UInt8]) {
        let entry: [String: Any] = [
            kSecAttrGeneric: Data(SecretVersion().bytes), kSecValueData: Data(content),
            kSecUseDataProtectionKeychain: true,
        ]
        chain.put(item.merging(entry) { $1 })
    }
}
