import Foundation

/// A key chain in memory, for one task.
public final class FakeKeychain: @unchecked Sendable {
    /// The key chain that the functions of Keychain Services use.
    @TaskLocal public static var current = FakeKeychain()
    /// The access group that an app's items have if they name none.
    public static let ownGroup = "own"

    private let lock = NSRecursiveLock()
    private var stored: [[String: Any]] = []
    private var seen: [[String: Any]] = []
    private var locked = false
    private var beforeAdd: [@Sendable () -> Void] = []
    private static let primaryKey = [kSecClass, kSecAttrService, kSecAttrAccount, kSecAttrAccessGroup]

    /// Without items.
    public init() {}

    /// The queries and items that were handed over, in their order.
    public var calls: [[String: Any]] { lock.withLock { seen } }
    /// The items.
    public var items: [[String: Any]] { lock.withLock { stored } }

    /// Whether the key chain is locked: all calls fail then.
    public var isLocked: Bool {
        get { lock.withLock { locked } }
        set { lock.withLock { locked = newValue } }
    }

    /// Does something right before one of the next additions; the first comes before the first addition.
    public func beforeNextAdd(_ hook: @escaping @Sendable () -> Void) { lock.withLock { beforeAdd.append(hook) } }

    /// Puts an item there as another process does.
    public func put(_ item: [String: Any]) {
        lock.withLock { stored.append([kSecAttrAccessGroup: Self.ownGroup].merging(item) { $1 }) }
    }

    /// Changes all items as another process does.
    public func change(_ change: ([String: Any]) -> [String: Any]?) {
        lock.withLock { stored = stored.compactMap(change) }
    }

    func add(_ item: [String: Any]) -> OSStatus {
        if let hook = lock.withLock({ beforeAdd.isEmpty ? nil : beforeAdd.removeFirst() }) { hook() }
        return call(item) {
            guard item[kSecClass] != nil, !has(item, [kSecMatchLimit, kSecReturnData, kSecReturnAttributes]) else {
                return errSecParam
            }
            let item = [kSecAttrAccessGroup: Self.ownGroup].merging(item) { $1 }
            let isDuplicate = stored.contains { one in Self.primaryKey.allSatisfy { Self.same(one[$0], item[$0]) } }
            if isDuplicate { return errSecDuplicateItem }
            stored.append(item)
            return errSecSuccess
        }
    }

    func update(_ query: [String: Any], _ attributes: [String: Any]) -> OSStatus {
        call(query) {
            let refused = [kSecMatchLimit, kSecReturnData, kSecReturnAttributes]
            guard query[kSecClass] != nil, !has(query, refused),
                !has(attributes, refused + [kSecClass, kSecUseDataProtectionKeychain])
            else { return errSecParam }
            let matches = stored.indices.filter { Self.matches(stored[$0], query) }
            for index in matches { stored[index].merge(attributes) { $1 } }
            return matches.isEmpty ? errSecItemNotFound : errSecSuccess
        }
    }

    func delete(_ query: [String: Any]) -> OSStatus {
        call(query) {
            guard query[kSecClass] != nil, !has(query, [kSecMatchLimit, kSecReturnData, kSecReturnAttributes]) else {
                return errSecParam
            }
            let count = stored.count
            stored.removeAll { Self.matches($0, query) }
            return stored.count == count ? errSecItemNotFound : errSecSuccess
        }
    }

    func find(_ query: [String: Any]) -> (OSStatus, Any?) {
        var found: Any?
        let status = call(query) {
            let isAll = Self.same(query[kSecMatchLimit], kSecMatchLimitAll)
            // On macOS data of several items cannot be asked for at once.
            guard query[kSecClass] != nil, !isAll || query[kSecReturnData] == nil else { return errSecParam }
            let matches = stored.filter { Self.matches($0, query) }.map { Self.answer($0, query) }
            found = isAll ? matches : matches.first ?? nil
            return matches.isEmpty ? errSecItemNotFound : errSecSuccess
        }
        return status == errSecSuccess ? (status, found) : (status, nil)
    }

    private func call(_ query: [String: Any], _ body: () -> OSStatus) -> OSStatus {
        lock.withLock {
            seen.append(query)
            return locked ? errSecInteractionNotAllowed : body()
        }
    }

    private func has(_ query: [String: Any], _ names: [String]) -> Bool { names.contains { query[$0] != nil } }

    private static func answer(_ item: [String: Any], _ query: [String: Any]) -> Any? {
        let wantsData = query[kSecReturnData] as? Bool == true
        guard query[kSecReturnAttributes] as? Bool == true else { return wantsData ? item[kSecValueData] : nil }
        return item.filter { wantsData || $0.key != kSecValueData }
    }

    /// Items of the data protection key chain are found by queries of it alone.
    private static func matches(_ item: [String: Any], _ query: [String: Any]) -> Bool {
        let ignored = [kSecMatchLimit, kSecReturnData, kSecReturnAttributes, kSecUseDataProtectionKeychain]
        let isProtected = { (one: [String: Any]) in one[kSecUseDataProtectionKeychain] as? Bool ?? false }
        return isProtected(item) == isProtected(query)
            && query.allSatisfy { ignored.contains($0.key) || same($0.value, item[$0.key]) }
    }

    /// Texts are the same if their bytes are.
    private static func same(_ left: Any?, _ right: Any?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let a as String, let b as String): a.utf8.elementsEqual(b.utf8)
        case (let a as Data, let b as Data): a == b
        default: false
        }
    }
}
