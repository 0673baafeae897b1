import CertificateChecker

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// `flow-certify TABLE CERTIFICATE`: whether a certificate proves a compiled flow.
@main
enum Certify {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let first = arguments.first, let last = arguments.last,
            let table = read(first), let certificate = read(last)
        else {
            print("usage: flow-certify TABLE CERTIFICATE; both must be readable")
            exit(2)
        }
        do throws(Refusal) {
            let figures = try Certificate.verify(certificate, of: table)
            print(
                "accepted: \(figures.states) states, \(figures.invariants) invariants, \(figures.cubes) cubes, "
                    + "\(figures.ways) ways, \(figures.obligations) obligations")
            for line in figures.trusted { print("trusted: \(line)") }
        } catch {
            print("refused: \(error.code.rawValue): \(error.place): \(error.reason)")
            exit(error.isUnreadable ? 2 : 1)
        }
    }

    private static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&part, 1, part.count, file)
            if count == 0 { return ferror(file) == 0 ? bytes : nil }
            bytes += part[..<count]
        }
    }
}
