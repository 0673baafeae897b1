"""Docs/Evidence/Peers.md: what was checked with whom. It holds no times and nothing by chance, so that it can be compared."""

import importlib.metadata
import os
import sys

PEERS = {
    "ministack": "server: proofs, codes, secrets and triggers of custom sign-in are checked for real",
    "moto": "server: wire shape alone, as it takes any password by SRP",
    "boto3": "client: every operation and challenge by hand, each answer judged by botocore's model",
    "pycognito": "client: SRP and device SRP of its own, tokens verified by the key set",
    "aws": "client: the AWS command line",
    "soft-webauthn": "authenticator before our pool",
    "py_webauthn": "relying party before our software authenticator",
    "pyotp": "authenticator app",
    "oathtool": "authenticator app",
}
PACKAGES = {"aws": "awscli", "py_webauthn": "webauthn"}

# What peers do that the real service does not, or that is unusual, with the outcome here. The cells above try each.
DEVIATIONS = [
    ("ministack", "gives no `Session` with PASSWORD_VERIFIER", "the answer is sent without one"),
    (
        "ministack",
        "wants a hash in SECRET_HASH of a refresh, where the iOS SDK sends the secret itself",
        "the refresh is refused, and the legacy flow asks for the password as after any refusal",
    ),
    ("ministack", "takes an authenticator's code twice", "nothing comes of it; our pool does not"),
    ("moto", "SECRET_BLOCK is a UUID", "it is read as base64 of the alphabet for URLs, and sent back as it came"),
    ("moto", "SALT and SRP_B are random numbers of 128 bits", "the proof is made all the same"),
    (
        "moto",
        "USER_ID_FOR_SRP is the `sub`, which it does not take as USERNAME",
        "USERNAME of the challenge is sent back",
    ),
    (
        "moto",
        "MFAS_CAN_SETUP is the text `['SOFTWARE_TOKEN_MFA']`: the list as Python writes it, and no JSON (seen in 5.2.5; "
        "5.2.1 has the list itself)",
        "a failure that names the parameter; a list itself is taken, and so is the same as JSON",
    ),
    (
        "moto",
        "no ChallengeParameters with tokens; no CODE_DELIVERY_* with SMS_MFA; no userAttributes with a new password",
        "none of them is needed",
    ),
    ("moto", "answers CUSTOM_AUTH by `{}`", "a failure that says so"),
    ("moto", "answers RevokeToken by HTTP 500 and a page of HTML", "signed out, as the host asked for"),
    ("moto", "its errors come as `application/json`", "the content type is not looked at"),
    (
        "pycognito",
        "sends no `Session` with PASSWORD_VERIFIER and with both device challenges",
        "the pool finds the exchange by SECRET_BLOCK and DEVICE_KEY",
    ),
    ("pycognito", "sends the old proof along with NEW_PASSWORD_REQUIRED", "the pool does not look at it"),
    (
        "soft-webauthn",
        "never verifies the user, and writes blanks into clientDataJSON",
        "taken where the pool does not want users verified; refused where it does",
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
        "Programs that others wrote, held against this one in every test run. Each ✓ is a check that can fail, with a real",
        "conversation over HTTP on this computer; a ○ is one that is made where its option is given, else skipped. Made by",
        "`.ci/check-peers FLOWC`; the checks are in `Tests/Peers`.",
        "",
        f"{len(cells)} checks, {failing or 'none'} of them {'fail' if failing != 1 else 'fails'}.",
        "",
        "| peer | version | as |",
        "| --- | --- | --- |",
    ]
    lines += [f"| {peer} | {version(peer, requirements)} | {role} |" for peer, role in PEERS.items()]
    lines += ["", "## Our client and the shipped flows, before others' servers", ""]
    lines += matrix(ours, ["ministack", "moto"]) + [""] + details(ours)
    lines += ["", "## Others' clients, before our pool", ""] + matrix(theirs, peers) + [""] + details(theirs)
    lines += [
        "",
        "## Operations of our pool, each accepted and refused",
        "",
        "Every answer is judged by botocore's model: no member that it does not know, each of its type and within its",
        "limits, none missing that it requires, words of its lists alone, no error that it does not name for the "
        "operation.",
        "",
    ]
    lines += details(operations)
    lines += [
        "",
        "## What peers do otherwise, and what comes of it",
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
