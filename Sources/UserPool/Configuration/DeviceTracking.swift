/// Whether a pool remembers devices.
public enum DeviceTracking: String, Sendable, CaseIterable {
    /// It does not.
    case off
    /// A device is remembered once the user agreed (UpdateDeviceStatus).
    case optional
    /// Every confirmed device is remembered.
    case always
}
