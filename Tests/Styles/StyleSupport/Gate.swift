/// Holds something up until it opens.
package actor Gate {
    private var isOpen = false
    private var isReached = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: [CheckedContinuation<Void, Never>] = []

    /// A closed gate.
    package init() {}

    /// Waits until it opens.
    package func pass() async {
        isReached = true
        for watcher in watching { watcher.resume() }
        watching = []
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Waits until somebody is held up.
    package func reached() async {
        guard !isReached else { return }
        await withCheckedContinuation { watching.append($0) }
    }

    /// Opens it.
    package func open() {
        isOpen = true
        for one in waiting { one.resume() }
        waiting = []
    }
}
