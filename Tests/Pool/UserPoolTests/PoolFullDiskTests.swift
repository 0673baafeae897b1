#if os(Linux)
    import FlowCore
    import FlowRuntime
    import Glibc
    import TestSupport
    import Testing
    import UserPool

    /// A disk that is really full.
    struct PoolFullDiskTests {
        /// A small file system in memory, mounted in a folder.
        private final class Disk: Sendable {
            let folder: PoolFolder

            /// - Returns: nothing if this process may not mount one.
            init?() {
                guard let folder = try? PoolFolder(),
                    mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0
                else { return nil }
                self.folder = folder
            }

            deinit { umount2(folder.path, Int32(MNT_DETACH)) }

            static var isPossible: Bool { Disk() != nil }
        }

        private static func user(_ index: Int) -> PoolUserSeed {
            let name = String(repeating: "n", count: 900)
            return PoolUserSeed(username: "user\(index)", password: "Passw0rd!", attributes: ["name": name])
        }

        @Test(.enabled("needs the right to mount a file system") { Disk.isPossible })
        func whatWasAcknowledgedIsThereAndReadsGoOn() async throws {
            let disk = try #require(Disk())
            let desk = PoolBench.Desk()
            let count = try await PoolBench.with(disk.folder, desk: desk, users: [PoolBench.ana]) { bench in
                let tokens = try await bench.tokens()
                var count = 0
                while count < 1000, (try? await bench.pool.add(Self.user(count))) != nil { count += 1 }
                #expect(1..<100 ~= count)
                let filler = disk.folder.path + "/filler"
                #expect(throws: PackageFiles.Failure.self) {
                    try PackageFiles.write(String(repeating: "x", count: 100_000), to: filler)
                }
                for _ in 0..<3 {
                    let change = ["ClientId": "app-client", "Username": "ana"]
                    #expect(await bench.call("ForgotPassword", texts: change).status == 500)
                    #expect(await bench.call("GetUser", texts: ["AccessToken": tokens.access]).status == 200)
                }
                #expect(desk.messages.isEmpty)
                #expect(disk.folder.names == ["filler", "pool.json", "pool.json.lock"], "no drafts fill the disk")
                return count
            }
            try await PoolBench.with(disk.folder, desk: desk) { bench in
                for index in 0...count {
                    let body: JSONValue = ["UserPoolId": "us-east-1_Embedded1", "Username": .string("user\(index)")]
                    let isThere = await bench.call("AdminGetUser", body).errorType == nil
                    #expect(isThere == (index < count), "user\(index)")
                }
            }
        }
    }
#endif
