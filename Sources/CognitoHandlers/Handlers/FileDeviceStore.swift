import FlowCore
public import FlowRuntime

/// Keeps devices in a JSON file that only its owner reads (mode 0600), for systems without a keychain.
///
/// A device is kept under the pool's id and the name that the flow passes (see ``CognitoDeviceStore``), so one file serves
/// several pools; the app client does not count, since the service knows a device by pool and user. The file is read for
/// every call and replaced as a whole. Let one store at a time write to a file: of two changes at once, one is lost.
public actor FileDeviceStore: CognitoDeviceStore {
    private struct Entry {
        let poolID: String
        let username: String
        let device: CognitoDevice

        var json: WireValue {
            .object([WireMember("pool", .string(poolID)), WireMember("username", .string(username))] + device.members)
        }
    }

    private let file: PrivateFile
    private let poolID: String

    /// A store in a file, which need not be there yet; its folder must.
    /// - Parameters:
    ///   - path: the file's path.
    ///   - poolID: the id of the user pool.
    public init(path: String, poolID: String) {
        file = PrivateFile(path: path)
        self.poolID = poolID
    }

    /// What is stored for a user.
    /// - Throws: the failure `device-store-unreadable` for a file that cannot be read, `device-store-broken` for one that
    ///   holds something else. Neither changes the file.
    public func device(of username: String) throws(FlowHandlerFailure) -> CognitoDevice? {
        try entries().first { isOf(username, $0) }?.device
    }

    /// Stores a user's device in place of one from before.
    /// - Throws: as ``device(of:)``, and `device-store-unwritable`; then the file is as before.
    public func store(_ device: CognitoDevice, of username: String) throws(FlowHandlerFailure) {
        let others = try entries().filter { !isOf(username, $0) }
        try write(others + [Entry(poolID: poolID, username: username, device: device)])
    }

    /// Forgets a user's device, if one is stored.
    /// - Throws: as ``store(_:of:)``.
    public func forget(_ username: String) throws(FlowHandlerFailure) {
        let entries = try entries()
        let others = entries.filter { !isOf(username, $0) }
        if others.count < entries.count { try write(others) }
    }

    /// Names are compared byte by byte, as the service does: Swift's `==` takes é and e´ for the same.
    private func isOf(_ username: String, _ entry: Entry) -> Bool {
        entry.poolID == poolID && entry.username.utf8.elementsEqual(username.utf8)
    }

    private func entries() throws(FlowHandlerFailure) -> [Entry] {
        let content: [UInt8]?
        do throws(PrivateFile.Failure) { content = try file.read() } catch {
            throw FlowHandlerFailure("device-store-unreadable", "\(file.path) cannot be read")
        }
        guard let content else { return [] }
        guard case .array(let items)? = WireValue(json: content)?["devices"] else { throw broken }
        var entries: [Entry] = []
        for item in items {
            guard let poolID = item["pool"]?.string, let username = item["username"]?.string,
                let device = CognitoDevice(json: item)
            else { throw broken }
            entries.append(Entry(poolID: poolID, username: username, device: device))
        }
        return entries
    }

    private var broken: FlowHandlerFailure {
        FlowHandlerFailure("device-store-broken", "\(file.path) is not a list of devices")
    }

    private func write(_ entries: [Entry]) throws(FlowHandlerFailure) {
        let json: WireValue = ["devices": .array(entries.map(\.json))]
        do throws(PrivateFile.Failure) { try file.replace(with: Array((json.jsonText + "\n").utf8)) } catch {
            throw FlowHandlerFailure("device-store-unwritable", "\(file.path) cannot be written")
        }
    }
}
