/// Whether a pool remembers devices.
public enum DeviceTracking: String, Sendable, CaseIterable {
    /// The pool does not remember devices.
    case off
    /// The pool remembers a device after the user has agreed (`UpdateDeviceStatus`).
    case optional
    /// The pool remembers every confirmed device.
    case always
}
