import Foundation
import LegacyUserPoolStyle
import TestSupport
import Testing
import UserPool

/// Tasks and their sources; calls that come twice, delegates that never answer, tasks that are cancelled: nothing hangs.
struct TaskTests {
    private static let own = NSError(domain: "app", code: 7)

    @Test func `What comes after the first end is ignored`() async throws {
        let source = AWSTaskCompletionSource<String>()
        #expect(!source.task.isCompleted && source.task.result == nil && source.task.error == nil)
        source.set(result: "first")
        source.set(result: "second")
        source.set(error: Self.own)
        source.cancel()
        #expect(!source.trySet(result: "third") && !source.trySet(error: Self.own) && !source.trySetCancelled())
        #expect(try await source.task.value == "first")
        #expect(source.task.isCompleted && !source.task.isFaulted && !source.task.isCancelled)
    }

    @Test func `An error and a cancellation are told as such`() async throws {
        let failed = AWSTask<String>(error: Self.own)
        #expect(failed.isFaulted && failed.isCompleted && !failed.isCancelled)
        let error = await #expect(throws: NSError.self) { try await failed.value }
        #expect(error === Self.own)
        let cancelled = AWSTask<String>.cancelled()
        #expect(cancelled.isCancelled && cancelled.isCompleted && !cancelled.isFaulted)
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let empty = await #expect(throws: NSError.self) { try await AWSTask<String>(result: nil).value }
        #expect(empty?.userInfo["__type"] as? String == "no-result")
    }

    @Test func `A block runs after any end, or only after a result, and its task is waited for`() async {
        let source = AWSTaskCompletionSource<String>()
        let inner = AWSTaskCompletionSource<String>()
        let next = source.task.continueWith { task in inner.task }.continueOnSuccessWith { task in task.result }
        let skipped = source.task.continueOnSuccessWith { _ in "never" }
        source.set(error: Self.own)
        #expect(skipped.isFaulted && (skipped.error as NSError?) === Self.own && !next.isCompleted)
        inner.set(result: "inner")
        #expect(await next.outcome() == "inner")
        let mark = DispatchSpecificKey<String>()
        DispatchQueue.main.setSpecific(key: mark, value: "main")
        let onMain = AWSTask<String>(result: "a").continueWith(executor: .mainThread()) { _ in
            DispatchQueue.getSpecific(key: mark)
        }
        #expect(await onMain.outcome() == "main")
    }

    @Test func `A source that is let go without an answer cancels its task`() async {
        let task = { AWSTaskCompletionSource<String>().task }()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `Waiting blocks until the end, which another thread brings`() async throws {
        let source = AWSTaskCompletionSource<String>()
        let waited = AWSTaskCompletionSource<String>()
        let thread = Thread {
            source.task.waitUntilFinished()
            waited.set(result: source.task.result)
        }
        thread.start()
        source.set(result: "done")
        #expect(try await waited.task.value == "done")
    }

    @Test func `Two calls at once share one sign-in`() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        let pool = try bench.pool(host)
        let user = pool.getUser("ana")
        let first = user.getSession()
        let second = user.getDetails()
        let other = pool.getUser("ana").getSession()
        try await until { host.password.answers.waiting == 1 }
        for source in host.password.answers.take() {
            source.set(
                result: AWSCognitoIdentityPasswordAuthenticationDetails(username: "ana", password: Bench.password))
        }
        _ = try await (first.value, second.value, other.value)
        #expect(bench.journal.all.filter { $0 == "getPasswordAuthenticationDetails" }.count == 1)
    }

    @Test func `An answer that comes twice counts once`() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        host.password.answers.then { source in
            for password in [Bench.password, "another"] {
                source.set(result: AWSCognitoIdentityPasswordAuthenticationDetails(username: "ana", password: password))
            }
        }
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(bench.journal.all.filter { $0 == "InitiateAuth" }.count == 1)
    }

    @Test func `A delegate that drops its question cancels the sign-in, and the next one begins anew`() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        let user = try bench.pool(host).getUser()
        let session = user.getSession()
        let details = user.getDetails()
        try await until { host.password.answers.waiting == 1 }
        host.password.answers.take()
        await #expect(throws: CancellationError.self) { try await session.value }
        await #expect(throws: CancellationError.self) { try await details.value }
        #expect(session.isCancelled && details.isCancelled)
        host.typePassword()
        _ = try await user.getSession().value
    }

    @Test func `Who waits for a delegate that never answers can be cancelled; the sign-in goes on`() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        let user = try bench.pool(host).getUser()
        let session = user.getSession()
        let waiting = Task { try await session.value }
        try await until { host.password.answers.waiting == 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(!session.isCompleted)
        for source in host.password.answers.take() {
            source.set(
                result: AWSCognitoIdentityPasswordAuthenticationDetails(username: "ana", password: Bench.password))
        }
        _ = try await session.value
    }

    @Test func `An explicit sign-in goes through while a delegate keeps the user waiting`() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        let user = try bench.pool(host).getUser("ana")
        let pending = user.getSession()
        try await until { host.password.answers.waiting == 1 }
        _ = try await user.getSession("ana", password: Bench.password, validationData: nil).value
        #expect(user.isSignedIn && !pending.isCompleted)
        for source in host.password.answers.take() { source.cancel() }
        await #expect(throws: CancellationError.self) { try await pending.value }
        #expect(user.isSignedIn)
    }

    @Test func `A callback that asks for the account waits for the sign-in that it belongs to`() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        let user = try bench.pool(host).getUser("ana")
        let box = AWSTaskCompletionSource<String>()
        host.password.answers.then { source in
            user.getDetails().continueWith { task in
                box.set(result: task.result?.username)
                return nil
            }
            source.set(
                result: AWSCognitoIdentityPasswordAuthenticationDetails(username: "ana", password: Bench.password))
        }
        _ = try await user.getSession().value
        #expect(try await box.task.value == "ana")
    }
}
