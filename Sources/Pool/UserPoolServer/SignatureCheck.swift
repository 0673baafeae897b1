import CognitoClient
import CognitoHandlers
import Foundation
import NIOHTTP1
import UserPool

/// Checks the signatures of administrators' operations, as the service does.
///
/// See "AWS Signature Version 4 for API requests" in AWS Identity and Access Management's user guide.
struct SignatureCheck: Sendable {
    /// The permitted clock skew in seconds, as in AWS.
    private static let tolerance: Double = 300

    /// The length of `YYYYMMDDTHHMMSSZ`, the form of dates.
    private static let dateLength = 16
    /// The places of the year, month, day, hour, minute and second among the digits of a date.
    private static let dateFields = [0..<4, 4..<6, 6..<8, 8..<10, 10..<12, 12..<14]

    private let secrets: [String: String]
    private let region: String

    /// Creates a check for a region.
    /// - Parameters:
    ///   - keys: the keys that may sign; of two with the same id, the first.
    ///   - region: the region that signatures must be for.
    init(_ keys: [PoolAccessKey], region: String) {
        secrets = Dictionary(keys.map { ($0.id, $0.secret) }) { first, _ in first }
        self.region = region
    }

    /// Returns the error response to a request that needs a signature but has no valid one.
    /// - Returns: nil if the signature is valid or the operation needs none.
    func rejection(of operation: String, _ request: PoolRequest) -> PoolReply? {
        guard CognitoUserPool.administratorOperationNames.contains(operation) else { return nil }
        do throws(SignatureRejection) {
            try checkSignature(of: request)
            return nil
        } catch {
            return PoolReply(error: error.type, error.message)
        }
    }

    /// Checks that a request is signed with a known key, for this region and the current time.
    private func checkSignature(of request: PoolRequest) throws(SignatureRejection) {
        let headers = request.head.headers["authorization"]
        guard !headers.isEmpty else { throw .missing }
        guard headers.count == 1, let authorization = Authorization(headers[0]) else { throw .malformed }
        guard let secret = secrets[authorization.keyID] else { throw .unknownKey }
        let dates = request.head.headers["x-amz-date"]
        guard dates.count == 1, let signed = Self.parseDate(dates[0]) else { throw .malformed }
        let signature = SignatureV4(
            credentials: AWSCredentials(accessKeyID: authorization.keyID, secretAccessKey: secret), region: region,
            service: "cognito-idp", time: signed.time)
        guard authorization.scope == signature.scope else { throw .otherScope }
        guard abs(signed.date.timeIntervalSinceNow) <= Self.tolerance else { throw .otherTime }
        // An attacker could change header fields that are not signed.
        let names = authorization.fieldNames
        guard ["host", "x-amz-date", "x-amz-target"].allSatisfy(names.contains) else { throw .malformed }
        let fields = request.head.headers.filter { names.contains($0.name.lowercased()) }
        let isValid = signature.isValid(
            authorization.signature, method: request.head.method.rawValue, path: request.path, query: request.query,
            fields: fields.map { HTTPField($0.name, $0.value) }, body: request.body)
        guard isValid else { throw .wrong }
    }

    /// Parses the header `X-Amz-Date`, which is ISO 8601 without separators.
    /// - Returns: the date in two forms, or nil if it is malformed.
    private static func parseDate(_ text: String) -> (date: Date, time: UTCTime)? {
        let zero = UInt8(ascii: "0")
        let nine = UInt8(ascii: "9")
        let digits = text.utf8.filter { (zero...nine).contains($0) }
        guard text.utf8.count == dateLength, digits.count == dateFields.last?.upperBound else { return nil }
        let numbers: [Int] = dateFields.map { field in digits[field].reduce(0) { $0 * 10 + Int($1 - zero) } }
        let parts = DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: numbers[0], month: numbers[1],
            day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
        guard let date = parts.date else { return nil }
        let time = UTCTime(seconds: Int64(date.timeIntervalSince1970))
        // The calendar also accepts a thirteenth month, which the comparison rejects.
        return time.compact == text ? (date, time) : nil
    }
}

/// The reason why a signature is rejected, with AWS's error type.
private enum SignatureRejection: Error {
    case missing, malformed, unknownKey, otherScope, otherTime, wrong

    /// AWS's error type.
    var type: String {
        switch self {
        case .missing: "MissingAuthenticationTokenException"
        case .malformed: "IncompleteSignatureException"
        case .unknownKey: "UnrecognizedClientException"
        case .otherScope, .otherTime, .wrong: "InvalidSignatureException"
        }
    }

    /// The reason in one sentence.
    var message: String {
        switch self {
        case .missing:
            "This operation must be signed with a key in the seed's 'accessKeys'; "
                + "to accept it without a signature, use 'flowc pool --unsigned-admin'"
        case .malformed:
            "The signature or its date is incomplete or malformed; "
                + "it must cover the headers Host, X-Amz-Date and X-Amz-Target"
        case .unknownKey: "The signing key is not in the seed's 'accessKeys'"
        case .otherScope: "The signature is for another day, region or service"
        case .otherTime: "The date of the signature is more than 5 minutes from the server's time"
        case .wrong: "The signature does not match the request and the key"
        }
    }
}

/// The parsed `Authorization` header of a signed request.
struct Authorization: Sendable {
    /// The number of hexadecimal digits of a signature, which is an HMAC-SHA256.
    private static let signatureDigitCount = 64

    let keyID: String
    /// The credential scope: day, region and service.
    let scope: String
    /// The names of the signed header fields, in lower case.
    let fieldNames: [String]
    /// The signature's bytes.
    let signature: [UInt8]

    /// Parses the header's value.
    /// - Returns: nil if the value is not a complete signature of version 4.
    init?(_ header: String) {
        let prefix = "AWS4-HMAC-SHA256 "
        guard header.hasPrefix(prefix) else { return nil }
        var parts: [Substring: Substring] = [:]
        for part in header.dropFirst(prefix.count).split(separator: ",") {
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, parts.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
        }
        let credential = (parts["Credential"] ?? "").split(separator: "/", maxSplits: 1)
        guard credential.count == 2, let names = parts["SignedHeaders"], let digits = parts["Signature"],
            digits.utf8.count == Self.signatureDigitCount, let signature = Hex.bytes(String(digits))
        else { return nil }
        keyID = String(credential[0])
        scope = String(credential[1])
        fieldNames = names.split(separator: ";").map { $0.lowercased() }
        self.signature = signature
    }
}
