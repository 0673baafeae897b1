"""The operators: each finds its places in a file and says how the mutated code is chosen there.

All forms are of one line and keep the lines of a file, so that what the compiler says of a line is about the mutants there. The
choice is `mutant(17)`, true in a run of mutant 17.
"""
import expression_sites
import statement_sites


def sites(source):
    """All sites of a file, in its order."""
    found = [site for operator in expression_sites.OPERATORS + statement_sites.OPERATORS for site in operator(source)]
    return sorted(found, key=lambda site: (site.start, site.end, site.operator, site.mutated))
