/// A guard as it was written, with the place of every word as UTF-8 offsets of the attribute's value.
indirect enum GuardExpression {
    case not(GuardExpression)
    case and(GuardExpression, GuardExpression)
    case or(GuardExpression, GuardExpression)
    case atom(GuardAtom)
}
