#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif
import Foundation

/// The limit of the process's file descriptors.
package enum Descriptors {
    /// The number of descriptors that are not used for connections.
    private static let reservedCount = 32
    /// The limit to assume if the system does not report one.
    private static let assumedLimit: rlim_t = 256
    /// The highest limit to set, which is `OPEN_MAX` of Darwin.
    private static let highestLimit: rlim_t = 10_240

    /// The number of connections that the process can open, at least one.
    static var availableCount: Int {
        let openCount = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 0
        return max(1, Int(clamping: limits?.rlim_cur ?? assumedLimit) - openCount - reservedCount)
    }

    /// Raises the current limit to the maximum of the process, or to ``highestLimit`` if that is lower.
    ///
    /// If the system rejects the new limit, the current one remains.
    package static func raiseLimit() {
        guard var limits else { return }
        // Darwin rejects higher limits.
        let maximum = min(limits.rlim_max, highestLimit)
        guard maximum > limits.rlim_cur else { return }
        limits.rlim_cur = maximum
        _ = setrlimit(resource, &limits)
    }

    /// The current and the maximum limit, or nil if the system does not report them.
    private static var limits: rlimit? {
        var limits = rlimit()
        return getrlimit(resource, &limits) == 0 ? limits : nil
    }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #else
        private static let resource = RLIMIT_NOFILE
    #endif
}
