"""Docs/Evidence/Peers.md: what was checked with whom. It holds no times and nothing by chance, so that it can be compared."""

import importlib.metadata
import os
import sys

PEERS = {
    "ministack": "server: verifies proofs, codes, secrets and the triggers of custom sign-in",
    "moto": "server: tests only the wire format, because it accepts any password with SRP",
    "boto3": "client: every operation and challenge called directly; botocore's model validates each response",
    "pycognito": "client: its own SRP and device SRP; verifies tokens with the key set",
    "aws": "client: the AWS command line",
    "soft-webauthn": "authenticator for our pool",
    "py_webauthn": "relying party for our software authenticator",
    "pyotp": "authenticator app",
    "oathtool": "authenticator app",
}
PACKAGES = {"aws": "awscli", "py_webauthn": "webauthn"}

# What peers do that the real service does not, or that is unusual, with the outcome here. The cells above try each.
DEVIATIONS = [
    ("ministack", "sends no `Session` with PASSWORD_VERIFIER", "the answer is sent without one"),
    (
        "ministack",
        "requires a hash in SECRET_HASH of a refresh; the iOS SDK sends the secret itself",
        "the refresh is refused, and the legacy flow asks for the password, as after any refusal",
    ),
    ("ministack", "accepts an authenticator's code twice", "no effect on us; our pool does not"),
    ("moto", "SECRET_BLOCK is a UUID", "read as Base64url, and returned unchanged"),
    ("moto", "SALT and SRP_B are random 128-bit numbers", "the proof is computed as usual"),
    (
        "moto",
        "USER_ID_FOR_SRP is the `sub`, which it does not accept as USERNAME",
        "we return USERNAME from the challenge",
    ),
    (
        "moto",
        "MFAS_CAN_SETUP is the text `['SOFTWARE_TOKEN_MFA']`: the list as Python writes it, and no JSON (seen in 5.2.5; "
        "5.2.1 has the list itself)",
        "a failure that names the parameter; a real list, or a list as JSON text, is accepted",
    ),
    (
        "moto",
        "no ChallengeParameters with tokens; no CODE_DELIVERY_* with SMS_MFA; no userAttributes with a new password",
        "we need none of them",
    ),
    ("moto", "responds to CUSTOM_AUTH with `{}`", "an error that reports this"),
    ("moto", "responds to RevokeToken with HTTP 500 and an HTML page", "the user is signed out, as requested"),
    ("moto", "sends errors as `application/json`", "we ignore the content type"),
    (
        "pycognito",
        "sends no `Session` with PASSWORD_VERIFIER and with both device challenges",
        "the pool finds the exchange with SECRET_BLOCK and DEVICE_KEY",
    ),
    ("pycognito", "sends the old proof along with NEW_PASSWORD_REQUIRED", "the pool ignores it"),
    (
        "soft-webauthn",
        "never verifies the user, and writes spaces into clientDataJSON",
        "accepted if the pool does not require user verification; otherwise refused",
    ),
]


def version(peer, requirements):
    if peer == "oathtool":
        return "2.6 or newer"
    name = PACKAGES.get(peer, peer)
    if peer in ("ministack", "moto"):
        with open(os.path.join(requirements, name + ".txt")) as file:
            return next(line.split("==")[1].strip() for line in file if line.startswith(name + "=="))
    return importlib.metadata.version(name)


def matrix(cells, peers):
    """Rows by peers, with the number of checks; the sign of a row that fails is loud."""
    rows = list(dict.fromkeys(cell.row for cell in cells))
    flows = list(dict.fromkeys(row.split(" · ")[0] for row in rows))
    if len(flows) < len(rows):
        rows.sort(key=lambda row: flows.index(row.split(" · ")[0]))
    lines = ["| | " + " | ".join(peers) + " |", "| --- |" + " :---: |" * len(peers)]
    for row in rows:
        entries = []
        for peer in peers:
            found = [cell for cell in cells if cell.row == row and cell.peer == peer]
            failing = sum(cell.outcome == "fails" for cell in found)
            entries.append(
                f"**{failing} of {len(found)} fail**"
                if failing
                else "".join("○" if cell.needs else "✓" for cell in found)
            )
        lines.append(f"| {row} | " + " | ".join(entries) + " |")
    return lines


def details(cells):
    lines = ["| | peer | checked |", "| --- | --- | --- |"]
    for cell in cells:
        checked = ("**fails:** " if cell.outcome == "fails" else "") + cell.checked
        if cell.needs:
            checked += f"; where `{cell.needs}` is given"
        lines.append(f"| {cell.row} | {cell.peer} | {checked} |")
    return lines


def text(cells, requirements):
    ours = [cell for cell in cells if cell.peer in ("ministack", "moto")]
    theirs = [cell for cell in cells if cell not in ours and cell.section == "flows"]
    operations = [cell for cell in cells if cell.section == "operations"]
    peers = list(dict.fromkeys(cell.peer for cell in theirs))
    failing = sum(cell.outcome == "fails" for cell in cells)
    lines = [
        "# Peers",
        "",
        "`make test-deep` tests this project with third-party programs. Each ✓ is a check, most often with a real HTTP",
        "conversation on the local machine. Each ○ is a check that runs only with an option. The checks are in `Tests/Peers`, and",
        "`.ci/check-peers FLOWC` generates this page.",
        "",
        f"{failing} of {len(cells)} checks {'fail' if failing != 1 else 'fails'}." if failing else f"All {len(cells)} checks pass.",
        "",
        "| peer | version | as |",
        "| --- | --- | --- |",
    ]
    lines += [f"| {peer} | {version(peer, requirements)} | {role} |" for peer, role in PEERS.items()]
    lines += ["", "## Our client and the shipped flows against third-party servers", ""]
    lines += matrix(ours, ["ministack", "moto"]) + [""] + details(ours)
    lines += ["", "## Third-party clients against our pool", ""] + matrix(theirs, peers) + [""] + details(theirs)
    lines += [
        "",
        "## Operations of our pool, each with success and refusal",
        "",
        "The checks validate every response against botocore's model: its members, their types and limits, and the words of",
        "enumerations. Required members must be present, and the model must list each error for the operation.",
        "",
    ]
    lines += details(operations)
    lines += [
        "",
        "## Deviations of the peers, and their effect",
        "",
        "| peer | does | here |",
        "| --- | --- | --- |",
    ]
    lines += [f"| {peer} | {what} | {outcome} |" for peer, what, outcome in DEVIATIONS]
    return "\n".join(lines) + "\n"


def settle(path, cells, is_check):
    """Writes the page, or with `is_check` compares it; whether it is up to date."""
    made = text(cells, os.path.join(os.path.dirname(__file__), "requirements"))
    if not is_check:
        with open(path, "w") as file:
            file.write(made)
        return True
    try:
        with open(path) as file:
            kept = file.read()
    except OSError:
        kept = ""
    if kept != made:
        print("Docs/Evidence/Peers.md is not up to date: run .ci/check-peers FLOWC and commit", file=sys.stderr)
    return kept == made
