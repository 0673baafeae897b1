/// The code of all blocks in order of first use, without duplicates.
struct CodePool {
    private var numbers: [[UInt8]: Int] = [:]
    /// Where each block starts.
    private(set) var offsets: [Int] = []
    /// The code of all blocks, concatenated.
    private(set) var bytes: [UInt8] = []

    /// The number of the block with this code.
    mutating func number(_ code: [UInt8]) -> Int {
        if let known = numbers[code] { return known }
        let number = offsets.count
        numbers[code] = number
        offsets.append(bytes.count)
        bytes.append(contentsOf: code)
        return number
    }
}
