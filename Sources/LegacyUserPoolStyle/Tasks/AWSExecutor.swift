import Foundation

/// Where a block runs.
public struct AWSExecutor: Sendable {
    let execute: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// On the thread on which the task ends.
    public static func immediate() -> AWSExecutor { AWSExecutor { $0() } }

    /// On the thread on which the task ends.
    public static func `default`() -> AWSExecutor { immediate() }

    /// On the main thread.
    public static func mainThread() -> AWSExecutor { AWSExecutor { work in DispatchQueue.main.async(execute: work) } }
}
