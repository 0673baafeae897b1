import Foundation

/// Runs blocks immediately or on the main thread.
public struct AWSExecutor: Sendable {
    /// Runs a block, now or later.
    let execute: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Returns an executor that runs blocks on the thread that ends the task.
    public static func immediate() -> AWSExecutor { AWSExecutor { $0() } }

    /// Returns the same as ``immediate()``.
    public static func `default`() -> AWSExecutor { immediate() }

    /// Returns an executor that runs blocks on the main thread.
    public static func mainThread() -> AWSExecutor { AWSExecutor { work in DispatchQueue.main.async(execute: work) } }
}
