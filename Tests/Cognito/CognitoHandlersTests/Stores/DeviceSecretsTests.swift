import CognitoHandlers
import Testing

/// The name under which a device is stored, found by the key that tokens contain.
struct DeviceSecretsTests {
    private static func device(_ key: String) -> CognitoDevice {
        CognitoDevice(key: key, groupKey: "g", secret: "s")
    }

    @Test func nameIsKnownAsLongAsTheDeviceIsStored() async throws {
        let devices = DeviceSecrets(MemorySecretStore(), poolID: "eu-west-1_AbC")
        #expect(try await devices.username(ofDevice: "r_1") == nil)
        try await devices.store(Self.device("r_1"), of: "ana@example.com")
        #expect(try await devices.username(ofDevice: "r_1") == "ana@example.com")
        try await devices.store(Self.device("r_2"), of: "ana@example.com")
        #expect(try await devices.username(ofDevice: "r_1") == nil, "another device has replaced it")
        try await devices.removeDevice(of: "ana@example.com", ifKey: "r_1")
        #expect(try await devices.username(ofDevice: "r_2") == "ana@example.com")
        try await devices.removeDevice(of: "ana@example.com")
        #expect(try await devices.username(ofDevice: "r_2") == nil)
    }

    @Test(arguments: [["", "g", "s"], ["k", "", "s"], ["k", "g", ""]])
    func deviceWithAnEmptyPartIsNone(parts: [String]) async throws {
        let devices = DeviceSecrets(MemorySecretStore(), poolID: "eu-west-1_AbC")
        try await devices.store(CognitoDevice(key: parts[0], groupKey: parts[1], secret: parts[2]), of: "ana")
        #expect(try await devices.device(of: "ana") == nil)
        try await devices.store(Self.device("r_1"), of: "ana")
        #expect(try await devices.device(of: "ana")?.key == "r_1")
    }

    @Test func usersHaveDevicesOfTheirOwn() async throws {
        let devices = DeviceSecrets(MemorySecretStore(), poolID: "eu-west-1_AbC")
        try await devices.store(Self.device("r_1"), of: "\u{E9}va")
        try await devices.store(Self.device("r_2"), of: "e\u{301}va")
        let names = [
            try await devices.username(ofDevice: "r_1"), try await devices.username(ofDevice: "r_2"),
        ]
        #expect(names.map { $0.map { Array($0.utf8) } } == [Array("\u{E9}va".utf8), Array("e\u{301}va".utf8)])
    }

    @Test func enteredNameLeadsToTheDevice() async throws {
        let devices = DeviceSecrets(MemorySecretStore(), poolID: "eu-west-1_AbC")
        try await devices.store(Self.device("r_1"), of: "ana", enteredAs: "ana@example.com")
        #expect(try await devices.device(of: "ana@example.com")?.key == "r_1")
        #expect(try await devices.username(ofDevice: "r_1") == "ana")
        try await devices.store(Self.device("r_2"), of: "ana", enteredAs: "ana")
        #expect(try await devices.device(of: "ana@example.com")?.key == "r_2")
        try await devices.store(Self.device("r_3"), of: "bob", enteredAs: "ana@example.com")
        #expect(try await devices.device(of: "ana@example.com")?.key == "r_3", "the alias has another owner now")
        try await devices.removeDevice(of: "bob")
        #expect(try await devices.device(of: "ana@example.com") == nil)
    }

    @Test func deviceIsRemovedUnderTheEnteredName() async throws {
        let devices = DeviceSecrets(MemorySecretStore(), poolID: "eu-west-1_AbC")
        let alias = "ana@example.com"
        try await devices.store(Self.device("r_1"), of: "ana", enteredAs: alias)
        try await devices.removeDevice(of: alias, ifKey: "r_2")
        #expect(try await devices.device(of: "ana")?.key == "r_1", "another device remains")
        try await devices.removeDevice(of: alias, ifKey: "r_1")
        #expect(try await devices.device(of: alias) == nil)
        #expect(try await devices.device(of: "ana") == nil)
        #expect(try await devices.username(ofDevice: "r_1") == nil)
        try await devices.store(Self.device("r_2"), of: "ana")
        #expect(try await devices.device(of: alias) == nil, "the alias was forgotten with the device")
        try await devices.store(Self.device("r_3"), of: "ana", enteredAs: alias)
        try await devices.store(Self.device("r_4"), of: alias)
        try await devices.removeDevice(of: alias)
        #expect(try await devices.device(of: alias)?.key == "r_3", "the alias had a device of its own")
        try await devices.removeDevice(of: "bob")
        #expect(try await devices.username(ofDevice: "r_3") == "ana")
    }
}
