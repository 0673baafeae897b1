/// A text of Core Foundation.
public typealias CFString = String
/// A dictionary of Core Foundation.
public typealias CFDictionary = [String: Any]
/// Any value of Core Foundation.
public typealias CFTypeRef = Any
/// A result of Keychain Services.
public typealias OSStatus = Int32

/// The call did what it was asked for.
public let errSecSuccess: OSStatus = 0
/// A parameter is refused.
public let errSecParam: OSStatus = -50
/// An item of this primary key is there.
public let errSecDuplicateItem: OSStatus = -25299
/// No item matches.
public let errSecItemNotFound: OSStatus = -25300
/// The key chain is locked.
public let errSecInteractionNotAllowed: OSStatus = -25308

/// The class of an item.
public let kSecClass: CFString = "class"
/// The class of generic passwords.
public let kSecClassGenericPassword: CFString = "genp"
/// The service: a part of the primary key.
public let kSecAttrService: CFString = "svce"
/// The account: a part of the primary key.
public let kSecAttrAccount: CFString = "acct"
/// The access group: a part of the primary key.
public let kSecAttrAccessGroup: CFString = "agrp"
/// Bytes of the app's own, which a query can ask for.
public let kSecAttrGeneric: CFString = "gena"
/// When an item is readable.
public let kSecAttrAccessible: CFString = "pdmn"
/// Readable once the device was unlocked after a start, and on this device only.
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
/// The secret.
public let kSecValueData: CFString = "v_Data"
/// Asks for the secret.
public let kSecReturnData: CFString = "r_Data"
/// Asks for the attributes.
public let kSecReturnAttributes: CFString = "r_Attributes"
/// How many items are asked for.
public let kSecMatchLimit: CFString = "m_Limit"
/// Asks for one item.
public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// Asks for all items.
public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// Asks for the data protection key chain, also on macOS.
public let kSecUseDataProtectionKeychain: CFString = "nleg"

/// Adds an item to the fake key chain of the task.
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    FakeKeychain.current.add(attributes)
}

/// Changes items of the fake key chain of the task.
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    FakeKeychain.current.update(query, attributesToUpdate)
}

/// Removes items of the fake key chain of the task.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { FakeKeychain.current.delete(query) }

/// Finds items of the fake key chain of the task.
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    let (status, found) = FakeKeychain.current.find(query)
    result?.pointee = found
    return status
}
