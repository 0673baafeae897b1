#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension PrivateFile {
    /// Removes drafts that a killed process left.
    ///
    /// Call it only while no other process writes the file. Otherwise it may remove a draft that is in use.
    ///
    /// A draft is a regular file that only this user can read. Its name is the name of the file, a dot, 16 hexadecimal
    /// digits and `.new`. Other files remain, including symbolic links.
    package func removeDrafts() {
        let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let folderPath = nameStart == path.startIndex ? "." : String(path[..<nameStart])
        let folder = open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        // The stream owns the descriptor from here on.
        guard let stream = fdopendir(folder) else {
            close(folder)
            return
        }
        defer { closedir(stream) }
        let prefix = String(path[nameStart...]) + "."
        while let entry = readdir(stream) {
            // In Swift, `d_name` is a tuple of characters.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                String(cString: UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self))
            }
            if Self.isDraft(name, prefix: prefix), Self.isPrivate(name, in: folder) { unlinkat(folder, name, 0) }
        }
    }

    /// Returns whether a file name is that of a draft. Such a name consists of the prefix, random hexadecimal digits, and
    /// the suffix of drafts.
    private static func isDraft(_ name: String, prefix: String) -> Bool {
        // The names are compared as bytes, because Swift's `==` treats é and e´ as equal.
        guard name.utf8.starts(with: prefix.utf8), name.hasSuffix(draftEnd) else { return false }
        let middle = name.utf8.dropFirst(prefix.utf8.count).dropLast(draftEnd.utf8.count)
        return middle.count == 2 * draftByteCount && middle.allSatisfy("0123456789abcdef".utf8.contains)
    }

    /// Returns whether a name in a folder is that of a regular file without further links, which only this user can
    /// read.
    /// - Parameters:
    ///   - name: the name of the file.
    ///   - folder: the file descriptor of the folder.
    /// - Returns: false also if there is no such file.
    private static func isPrivate(_ name: String, in folder: Int32) -> Bool {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
        let isPlain = status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
        // The mode is 0600 or stricter.
        let isOwnersOnly = status.st_uid == geteuid() && status.st_mode & 0o177 == 0
        return isPlain && isOwnersOnly
    }
}
