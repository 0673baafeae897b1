import FlowDiagnostics
import FlowModel

/// What looks with merged situations have found, and none of them has not found.
struct Doubts {
    /// Something in doubt.
    struct Doubt {
        /// What is suspected.
        var suspicion: Suspicion
        /// What to tell apart to know more of it.
        var distinction: MergedExploration.Distinction
        /// What was found by the look that knows most of it.
        var product: Product
    }

    /// What is in doubt, in the order in which it was found first.
    private(set) var doubts: [Doubt]
    /// The states that can be entered as far as is known.
    private(set) var entered: Set<StateID>

    private struct Key: Hashable {
        let code: DiagnosticCode
        let range: SourceRange
        let refused: EventID?

        init(_ suspicion: Suspicion, refused: EventID?) {
            code = suspicion.code
            range = suspicion.range
            self.refused = refused
        }

        init(_ suspicion: Suspicion) { self.init(suspicion, refused: suspicion.refused) }
    }

    /// What a first look has found, which told nothing apart.
    init(_ suspicions: [Suspicion], _ product: Product, _ nothing: MergedExploration.Distinction) {
        doubts = suspicions.map { suspicion in
            var distinction = nothing
            suspicion.facts.forEach { distinction.facts.insert($0) }
            distinction.passed = suspicion.lacking != 0
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

    /// Whether all that is in doubt was found.
    func areAll(in found: [Suspicion]) -> Bool {
        Set(found.map(Key.init)).isSuperset(of: doubts.lazy.map { Key($0.suspicion) })
    }

    /// What to tell apart to know more, each for some of what is in doubt.
    var distinctions: [MergedExploration.Distinction] {
        var result: [MergedExploration.Distinction] = []
        for doubt in doubts where !result.contains(doubt.distinction) { result.append(doubt.distinction) }
        return result
    }
}
