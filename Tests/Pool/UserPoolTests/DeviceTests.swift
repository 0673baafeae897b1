import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// Devices: confirmed, remembered, proved in place of a second factor, and forgotten.
struct DeviceTests {
    /// A device that was confirmed.
    struct Known {
        let key: String
        let group: String
        let secret: String
        let tokens: PoolBench.Tokens
        let isNecessary: Bool

        var identity: SRPIdentity { SRPIdentity(realm: group, user: key) }
    }

    private static let optional = PoolConfiguration.with { $0.devices = .optional }
    private static let users = [PoolBench.ana, PoolBench.bob]

    private static func body(_ tokens: PoolBench.Tokens, _ key: String, _ verifier: String, _ salt: String) -> JSONValue
    {
        [
            "AccessToken": .string(tokens.access), "DeviceKey": .string(key),
            "DeviceSecretVerifierConfig": ["PasswordVerifier": .string(verifier), "Salt": .string(salt)],
        ]
    }

    static func confirmed(_ bench: PoolBench) async throws -> Known {
        let tokens = try await bench.tokens()
        let (key, group) = (try #require(tokens.device), try #require(tokens.deviceGroup))
        let identity = SRPIdentity(realm: group, user: key)
        let verifier = SRPVerifier(of: identity, password: "device secret", salt: [1, 2, 3])
        let reply = await bench.call("ConfirmDevice", body(tokens, key, verifier.passwordVerifier, verifier.saltText))
        try #require(reply.errorType == nil, "\(reply)")
        return Known(
            key: key, group: group, secret: "device secret", tokens: tokens,
            isNecessary: reply.body["UserConfirmationNecessary"] == true)
    }

    static func signIn(_ bench: PoolBench, _ key: String) async -> PoolReply {
        await bench.begin(
            "USER_PASSWORD_AUTH", ["USERNAME": "ana", "PASSWORD": PoolBench.password, "DEVICE_KEY": key])
    }

    /// DEVICE_PASSWORD_VERIFIER of a device.
    private static func begun(_ bench: PoolBench, _ device: Known, _ prover: Prover) async -> PoolReply {
        let asked = await signIn(bench, device.key)
        let responses = ["DEVICE_KEY": device.key, "SRP_A": prover.client.publicValue]
        return await bench.answer("DEVICE_SRP_AUTH", asked.session, responses)
    }

    @Test(arguments: [
        ("", "AQID"), ("AQID", ""), ("%%%", "AQID"), ("AQID", "%%%"), ("AA==", "AQID"), ("gA==", "AQID"),
        ("AQID", "gA=="), ("AAAA", "AQID"), (String(repeating: "AQID", count: 4000), "AQID"),
    ])
    func badVerifierConfirmsNothing(_ verifier: String, _ salt: String) async throws {
        let bench = try await PoolBench()
        let tokens = try await bench.tokens()
        let key = try #require(tokens.device)
        let reply = await bench.call("ConfirmDevice", Self.body(tokens, key, verifier, salt))
        #expect(reply.errorType == "InvalidParameterException")
        let list = await bench.call("ListDevices", texts: ["AccessToken": tokens.access])
        #expect(list.body["Devices"] == [])
        #expect(await Self.signIn(bench, key).isSignedIn, "nothing is asked of a device that was not confirmed")
    }

    @Test(arguments: [(0, false), (1, true), (1024, true), (1025, false)])
    func nameOfADeviceIsBounded(_ length: Int, _ isGood: Bool) async throws {
        let bench = try await PoolBench()
        let tokens = try await bench.tokens()
        let identity = SRPIdentity(realm: try #require(tokens.deviceGroup), user: try #require(tokens.device))
        let verifier = SRPVerifier(of: identity, password: "device secret", salt: [1, 2, 3])
        let body = Self.body(tokens, identity.user, verifier.passwordVerifier, verifier.saltText)
        let name = JSONMember("DeviceName", .string(String(repeating: "x", count: length)))
        let reply = await bench.call("ConfirmDevice", .object((body.members ?? []) + [name]))
        #expect(reply.errorType == (isGood ? nil : "InvalidParameterException"))
    }

    @Test(
        arguments: [
            (["Limit": "60"], "SerializationException"), (["Limit": true], "SerializationException"),
            (["Limit": []], "SerializationException"), (["PaginationToken": true], "SerializationException"),
            (["Limit": .number("61")], "InvalidParameterException"),
            (["Limit": .number("-1")], "InvalidParameterException"),
            (["Limit": .number("1.5")], "InvalidParameterException"),
            (["Limit": .number("1e999")], "InvalidParameterException"),
            (["PaginationToken": ""], "InvalidParameterException"),
        ] as [(JSONValue, String)])
    func oddPagesAreRefused(_ odd: JSONValue, _ error: String) async throws {
        let bench = try await PoolBench()
        let token = JSONMember("AccessToken", .string(try await bench.tokens().access))
        let reply = await bench.call("ListDevices", .object([token] + (odd.members ?? [])))
        #expect(reply.errorType == error)
    }

    @Test func longListComesInPages() async throws {
        let bench = try await PoolBench()
        var keys: Set<String> = []
        for _ in 0..<3 { keys.insert(try await Self.confirmed(bench).key) }
        try #require(keys.count == 3)
        let token = JSONMember("AccessToken", .string(try await bench.tokens().access))
        func page(_ members: [JSONMember]) async -> (keys: [String], next: String?) {
            let body = await bench.call("ListDevices", .object([token] + members)).body
            guard case .array(let devices)? = body["Devices"] else { return ([], nil) }
            return (devices.compactMap { $0["DeviceKey"]?.string }, body["PaginationToken"]?.string)
        }
        for whole in [[], [JSONMember("Limit", .number("0"))], [JSONMember("Limit", .number("3"))]] {
            let all = await page(whole)
            #expect(all.keys == keys.sorted() && all.next == nil)
        }
        let first = await page([JSONMember("Limit", .number("2"))])
        #expect(first.keys == Array(keys.sorted().prefix(2)))
        let next = try #require(first.next)
        let last = await page([JSONMember("Limit", .number("2")), JSONMember("PaginationToken", .string(next))])
        #expect(last.keys == Array(keys.sorted().suffix(1)) && last.next == nil)
    }

    @Test func deviceIsConfirmedOnceByItsOwner() async throws {
        let bench = try await PoolBench(users: Self.users)
        let known = try await Self.confirmed(bench)
        #expect(!known.isNecessary)
        let again = await bench.call("ConfirmDevice", Self.body(known.tokens, known.key, "AQID", "AQID"))
        #expect(again.errorType == "DeviceKeyExistsException")
        let bob = try await bench.tokens(of: "bob", password: "B0b-Passw0rd")
        for operation in ["ConfirmDevice", "GetDevice", "ForgetDevice"] {
            let reply = await bench.call(operation, Self.body(bob, known.key, "AQID", "AQID"))
            #expect(reply.errorType == "ResourceNotFoundException", "\(operation)")
        }
        let status = ["AccessToken": bob.access, "DeviceKey": known.key, "DeviceRememberedStatus": "not_remembered"]
        #expect(await bench.call("UpdateDeviceStatus", texts: status).errorType == "ResourceNotFoundException")
        #expect(await Self.signIn(bench, known.key).challenge == "DEVICE_SRP_AUTH")
    }

    @Test func rightProofStandsInForTheSecondFactor() async throws {
        let bench = try await PoolBench(users: [PoolBench.ana])
        let known = try await Self.confirmed(bench)
        let on: JSONValue = ["AccessToken": .string(known.tokens.access), "SMSMfaSettings": ["Enabled": true]]
        #expect(await bench.call("SetUserMFAPreference", on).errorType == nil)
        #expect(await Self.signIn(bench, "us-east-1_unknown").challenge == "SMS_MFA")
        let prover = try Prover(bench)
        let begun = await Self.begun(bench, known, prover)
        var proof = try prover.proof(begun, of: known.identity, password: known.secret)
        proof["DEVICE_KEY"] = known.key
        let done = await bench.answer("DEVICE_PASSWORD_VERIFIER", begun.session, proof)
        #expect(done.isSignedIn, "\(done)")
        #expect(try bench.tokens(in: done).device == nil, "it is known already")
        let twice = await bench.answer("DEVICE_PASSWORD_VERIFIER", begun.session, proof)
        #expect(twice.errorType == "NotAuthorizedException")
    }

    @Test func wrongProofOfADeviceIsNone() async throws {
        let bench = try await PoolBench()
        let known = try await Self.confirmed(bench)
        let prover = try Prover(bench)
        for value in ProofTests.badValues {
            let asked = await Self.signIn(bench, known.key)
            let bad = ["DEVICE_KEY": known.key, "SRP_A": value]
            let reply = await bench.answer("DEVICE_SRP_AUTH", asked.session, bad)
            #expect(reply.errorType == "InvalidParameterException", "\(value.prefix(20))")
        }
        let begun = await Self.begun(bench, known, prover)
        var proof = try prover.proof(begun, of: known.identity, password: "another secret")
        proof["DEVICE_KEY"] = known.key
        let wrong = await bench.answer("DEVICE_PASSWORD_VERIFIER", begun.session, proof)
        #expect(wrong.errorType == "NotAuthorizedException")
        let late = await Self.begun(bench, known, prover)
        var right = try prover.proof(late, of: known.identity, password: known.secret)
        right["DEVICE_KEY"] = known.key
        bench.desk.wait(60)
        let over = await bench.answer("DEVICE_PASSWORD_VERIFIER", late.session, right)
        #expect(over.errorType == "NotAuthorizedException")
    }

    @Test func forgottenDeviceProvesNothingAndTheSignInGoesOnWithoutIt() async throws {
        let bench = try await PoolBench()
        let known = try await Self.confirmed(bench)
        let prover = try Prover(bench)
        let begun = await Self.begun(bench, known, prover)
        let texts = ["AccessToken": known.tokens.access, "DeviceKey": known.key]
        #expect(await bench.call("ForgetDevice", texts: texts).errorType == nil)
        #expect(await bench.call("ForgetDevice", texts: texts).errorType == "ResourceNotFoundException")
        var proof = try prover.proof(begun, of: known.identity, password: known.secret)
        proof["DEVICE_KEY"] = known.key
        let old = await bench.answer("DEVICE_PASSWORD_VERIFIER", begun.session, proof)
        #expect(old.message == "Device does not exist.")
        let fresh = try bench.tokens(in: await Self.signIn(bench, known.key))
        #expect(fresh.device != nil && fresh.device != known.key)
    }

    /// The tokens of a device are refreshed for it alone, and no longer once it is forgotten.
    @Test(arguments: ["InitiateAuth", "GetTokensFromRefreshToken"])
    func refreshTokenBelongsToItsDevice(_ operation: String) async throws {
        let bench = try await PoolBench()
        func refresh(_ tokens: PoolBench.Tokens, _ device: String?) async -> PoolReply {
            guard operation == "InitiateAuth" else {
                let texts = ["RefreshToken": tokens.refresh, "ClientId": "app-client", "DeviceKey": device]
                return await bench.call(operation, texts: texts)
            }
            var parameters = ["REFRESH_TOKEN": tokens.refresh]
            parameters["DEVICE_KEY"] = device
            return await bench.begin("REFRESH_TOKEN_AUTH", parameters)
        }
        let known = try await Self.confirmed(bench)
        let other = try await Self.confirmed(bench)
        for device in [nil, other.key, "us-east-1_unknown"] {
            let reply = await refresh(known.tokens, device)
            #expect(reply.errorType == "NotAuthorizedException" && reply.message == "Invalid Refresh Token")
        }
        #expect(await refresh(known.tokens, known.key).isSignedIn)
        let texts = ["AccessToken": other.tokens.access, "DeviceKey": known.key]
        #expect(await bench.call("ForgetDevice", texts: texts).errorType == nil)
        #expect(await refresh(known.tokens, known.key).errorType == "NotAuthorizedException")
        #expect(await refresh(other.tokens, other.key).isSignedIn)
        #expect(await bench.call("GetUser", texts: ["AccessToken": known.tokens.access]).errorType == nil)
    }

    /// Forgetting a device keeps nobody from ending its access tokens.
    @Test(arguments: ["RevokeToken", "GlobalSignOut", "AdminUserGlobalSignOut", "AdminDisableUser"])
    func accessTokensOfAForgottenDeviceCanBeRevoked(_ operation: String) async throws {
        let bench = try await PoolBench()
        let known = try await Self.confirmed(bench)
        let own = ["AccessToken": known.tokens.access]
        #expect(await bench.call("ForgetDevice", texts: own.merging(["DeviceKey": known.key]) { $1 }).errorType == nil)
        #expect(await bench.call("GetUser", texts: own).errorType == nil)
        let request: [String: String]
        switch operation {
        case "RevokeToken": request = ["Token": known.tokens.refresh, "ClientId": "app-client"]
        case "GlobalSignOut": request = own
        default: request = ["UserPoolId": bench.pool.configuration.poolID, "Username": "ana"]
        }
        #expect(await bench.call(operation, texts: request).errorType == nil)
        _ = await bench.admin("AdminEnableUser", ["Username": "ana"])
        #expect(await bench.call("GetUser", texts: own).message == "Access Token has been revoked")
    }

    /// Some flows store the device under the alias, and others under the account's own name.
    @Test(arguments: ["amplify", "mobile-client", "legacy-sdk"])
    func deviceOfAnAliasIsProvedNextTime(_ flow: String) async throws {
        let bench = try await PoolBench()
        let inputs: JSONValue = ["username": "ana@example.com", "password": .string(PoolBench.password)]
        for _ in 0..<2 {
            let step = try await bench.runner(flow).start(inputs)
            #expect(step.outcome?.name == "signedIn", "\(step)")
        }
        #expect(bench.desk.calls.contains("RespondToAuthChallenge DEVICE_SRP_AUTH"))
    }

    @Test func optionalDeviceIsRememberedWhenTheUserSaysSo() async throws {
        let bench = try await PoolBench(Self.optional)
        let known = try await Self.confirmed(bench)
        #expect(known.isNecessary)
        #expect(await Self.signIn(bench, known.key).isSignedIn)
        for (status, challenge) in [("remembered", "DEVICE_SRP_AUTH"), ("not_remembered", nil)] {
            let texts = [
                "AccessToken": known.tokens.access, "DeviceKey": known.key, "DeviceRememberedStatus": status,
            ]
            #expect(await bench.call("UpdateDeviceStatus", texts: texts).errorType == nil)
            #expect(await Self.signIn(bench, known.key).challenge == challenge)
        }
        let odd = ["AccessToken": known.tokens.access, "DeviceKey": known.key, "DeviceRememberedStatus": "maybe"]
        #expect(await bench.call("UpdateDeviceStatus", texts: odd).errorType == "InvalidParameterException")
    }

    @Test func withoutTrackingThereAreNoDevices() async throws {
        let bench = try await PoolBench(.with { $0.devices = .off })
        #expect(try await bench.tokens().device == nil)
    }

    @Test func announcedDevicesDoNotGather() async throws {
        let bench = try await PoolBench()
        let first = try await bench.tokens()
        bench.desk.wait(3600)
        let second = try await bench.tokens()
        let texts = ["AccessToken": second.access, "DeviceKey": first.device]
        #expect(await bench.call("GetDevice", texts: texts).errorType == "ResourceNotFoundException")
        let own = ["AccessToken": second.access, "DeviceKey": second.device]
        #expect(await bench.call("GetDevice", texts: own).errorType == nil)
    }
}

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
