#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif
import Foundation

/// The process's file descriptors.
package enum Descriptors {
    /// Descriptors reserved for the pool's file and other uses.
    private static let reserve = 32

    /// The number of further connections the process can open; at least one.
    static var room: Int {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 0
        return max(1, Int(clamping: limits?.rlim_cur ?? 256) - open - reserve)
    }

    /// Raises the descriptor limit as far as the process may.
    package static func raiseLimit() {
        guard var limits else { return }
        // Darwin rejects numbers above OPEN_MAX.
        let largest = min(limits.rlim_max, 10_240)
        guard largest > limits.rlim_cur else { return }
        limits.rlim_cur = largest
        _ = setrlimit(resource, &limits)
    }

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
