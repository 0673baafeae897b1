import FlowDiagnostics
import FlowModel

/// The suspicions that every look with merged situations has found.
struct Doubts {
    /// Something in doubt.
    struct Doubt {
        /// The suspicion.
        var suspicion: Suspicion
        /// The distinction by which more can be known of it.
        var distinction: MergedExploration.Distinction
        /// The product of the look that knows most of it.
        var product: Product
    }

    /// The doubts, in the order in which they were found first.
    private(set) var doubts: [Doubt]
    /// The states that can be entered as far as is known.
    private(set) var entered: Set<StateID>

    private struct Key: Hashable {
        let code: DiagnosticCode
        let range: SourceRange
        let refused: EventID?
        let lacking: UInt64

        init(_ suspicion: Suspicion, refused: EventID?) {
            code = suspicion.code
            range = suspicion.range
            lacking = suspicion.lacking
            self.refused = refused
        }

        init(_ suspicion: Suspicion) { self.init(suspicion, refused: suspicion.refused) }
    }

    /// The doubts of a first look, which told nothing apart.
    init(_ suspicions: [Suspicion], _ product: Product, _ nothing: MergedExploration.Distinction) {
        doubts = suspicions.map { suspicion in
            var distinction = nothing
            suspicion.facts.forEach { distinction.facts.insert($0) }
            distinction.passed = suspicion.lacking
            return Doubt(suspicion: suspicion, distinction: distinction, product: product)
        }
        entered = product.entered
    }

    /// Another look has found only this.
    mutating func narrow(to found: [Suspicion], _ product: Product, _ distinction: MergedExploration.Distinction) {
        entered.formIntersection(product.entered)
        // A check may tell the first fault of several at one place only, and that may be another one now.
        let exactly = Dictionary(found.map { (Key($0), $0) }) { first, _ in first }
        let nearly = Dictionary(found.map { (Key($0, refused: nil), $0) }) { first, _ in first }
        doubts = doubts.compactMap { doubt in
            guard let again = exactly[Key(doubt.suspicion)] ?? nearly[Key(doubt.suspicion, refused: nil)] else {
                return nil
            }
            if doubt.distinction != distinction { return doubt }
            return Doubt(suspicion: again, distinction: distinction, product: product)
        }
    }

    /// More is told apart from now on. Returns whether that is so for something.
    mutating func grow(by add: (inout LiveSet) -> Void) -> Bool {
        let before = distinctions
        for index in doubts.indices { add(&doubts[index].distinction.facts) }
        return distinctions != before
    }

    /// What must have been passed and may not have been, one by one.
    var lacking: [UInt64] { Set(doubts.map(\.suspicion.lacking)).subtracting([0]).sorted() }

    /// Whether all that is in doubt was found.
    func areAll(in found: [Suspicion]) -> Bool {
        Set(found.map(Key.init)).isSuperset(of: doubts.lazy.map { Key($0.suspicion) })
    }

    /// The distinctions by which more can be known, each for some of the doubts.
    var distinctions: [MergedExploration.Distinction] {
        var result: [MergedExploration.Distinction] = []
        for doubt in doubts where !result.contains(doubt.distinction) { result.append(doubt.distinction) }
        return result
    }
}
