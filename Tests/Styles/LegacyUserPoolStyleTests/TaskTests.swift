import Foundation
import LegacyUserPoolStyle
import TestSupport
import Testing
import UserPool

/// Tasks and their sources; calls that come twice, delegates that never answer, tasks that are cancelled: nothing
/// hangs.
struct TaskTests {
    private static let own = NSError(domain: "app", code: 7)

    @Test func onlyTheFirstEndCounts() async throws {
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

    @Test func errorAndCancellation() async throws {
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

    @Test func blocksAndTheirTasks() async {
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

    @Test func droppedSourceCancels() async {
        let task = { AWSTaskCompletionSource<String>().task }()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func waitUntilFinished() async throws {
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

    @Test func twoCallsShareOneSignIn() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        let pool = try bench.pool(host)
        let user = pool.getUser("ana")
        let first = user.getSession()
        let second = user.getDetails()
        let other = pool.getUser("ana").getSession()
        let nameless = [pool.getUser(), pool.getUser()]
        let others = nameless.map { $0.getSession() }
        try await until { host.password.answers.waiting == 2 }
        for source in host.password.answers.take() {
            source.set(
                result: AWSCognitoIdentityPasswordAuthenticationDetails(username: "ana", password: Bench.password))
        }
        _ = try await (first.value, second.value, other.value, others[0].value, others[1].value)
        #expect(bench.journal.all.filter { $0 == "getPasswordAuthenticationDetails" }.count == 2)
        #expect(nameless.allSatisfy { $0.username == "ana" && $0.isSignedIn })
    }

    @Test func answerThatComesTwice() async throws {
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

    @Test func delegateThatDropsItsQuestion() async throws {
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

    @Test func cancelledWaitForADelegate() async throws {
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

    @Test func explicitSignInWhileOneIsPending() async throws {
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

    @Test func callInsideACallback() async throws {
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
