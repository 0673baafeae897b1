import Foundation

/// Decides where a block runs.
public struct AWSExecutor: Sendable {
    let execute: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Returns an executor that runs blocks on the thread that ends the task.
    public static func immediate() -> AWSExecutor { AWSExecutor { $0() } }

    /// Returns an executor that runs blocks on the thread that ends the task.
    public static func `default`() -> AWSExecutor { immediate() }

    /// Returns an executor that runs blocks on the main thread.
    public static func mainThread() -> AWSExecutor { AWSExecutor { work in DispatchQueue.main.async(execute: work) } }
}
