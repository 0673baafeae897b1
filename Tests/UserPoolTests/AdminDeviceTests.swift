import FlowCore
import FlowRuntime
import Testing
import UserPool

/// Devices of users in the hands of an administrator.
struct AdminDeviceTests {
    @Test func deviceIsListedChangedAndForgotten() async throws {
        let bench = try await PoolBench(users: [PoolBench.ana, PoolBench.bob])
        let keys = [try await DeviceTests.confirmed(bench).key, try await DeviceTests.confirmed(bench).key]
        let pages = await bench.pages(
            "AdminListDevices", "Devices", token: "PaginationToken", limit: 1, ["Username": "ana"])
        #expect(pages.map { $0.compactMap { $0["DeviceKey"]?.string } } == keys.sorted().map { [$0] })
        #expect(await bench.admin("AdminListDevices", ["Username": "bob"]).body["Devices"] == [])
        let key = JSONValue.string(keys[0])
        let told = await bench.admin("AdminGetDevice", ["Username": "ana", "DeviceKey": key])
        #expect(told.body.at(["Device", "DeviceKey"]) == key)
        let change: JSONValue = ["Username": "ana", "DeviceKey": key, "DeviceRememberedStatus": "not_remembered"]
        #expect(await bench.admin("AdminUpdateDeviceStatus", change).errorType == nil)
        let changed = await bench.admin("AdminGetDevice", ["Username": "ana", "DeviceKey": key])
        #expect(changed.body.jsonText.contains("not_remembered"))
        #expect(await DeviceTests.signIn(bench, keys[0]).isSignedIn, "it is not asked for any more")
        let forget: JSONValue = ["Username": "ana", "DeviceKey": key]
        #expect(await bench.admin("AdminForgetDevice", forget).errorType == nil)
        for operation in ["AdminForgetDevice", "AdminGetDevice"] {
            #expect(await bench.admin(operation, forget).errorType == "ResourceNotFoundException", "\(operation)")
        }
    }

    @Test func deviceOfSomebodyElseOrOfNobody() async throws {
        let bench = try await PoolBench(users: [PoolBench.ana, PoolBench.bob])
        let key = JSONValue.string(try await DeviceTests.confirmed(bench).key)
        for operation in ["AdminGetDevice", "AdminForgetDevice", "AdminUpdateDeviceStatus"] {
            let body: JSONValue = ["Username": "bob", "DeviceKey": key, "DeviceRememberedStatus": "remembered"]
            #expect(await bench.admin(operation, body).errorType == "ResourceNotFoundException", "\(operation)")
        }
        // Two of them have no UserNotFoundException in the API.
        for (operation, error) in [
            ("AdminListDevices", "ResourceNotFoundException"), ("AdminGetDevice", "ResourceNotFoundException"),
            ("AdminForgetDevice", "UserNotFoundException"), ("AdminUpdateDeviceStatus", "UserNotFoundException"),
        ] {
            let body: JSONValue = ["Username": "nobody", "DeviceKey": key, "DeviceRememberedStatus": "remembered"]
            #expect(await bench.admin(operation, body).errorType == error, "\(operation)")
        }
    }
}
