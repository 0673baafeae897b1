"""boto3 as a client of our pool: which operations need a signature, and what becomes of a wrong one."""

import botocore.session

import wire
from boto3_world import GROUP, PEER
from cells import equal
from wire import REGION, refused


def cell(checked):
    return GROUP.cell("signatures", PEER, checked)


def unsigned(operation):
    """Whether the service's model lets an operation come without a signature."""
    return operation.auth_type == "none" or "smithy.api#noAuth" in (getattr(operation, "auth", None) or [])


@cell("each operation that needs a signature according to the model is refused without it, and no other is")
def _(world, log):
    pool = world["main"]
    model = botocore.session.get_session().get_service_model("cognito-idp", api_version="2016-04-18")
    unknown = "UnknownOperationException"
    for name in model.operation_names:
        error = wire.bare_error(pool.endpoint, name)
        pool.others += 1
        log(f"{name}: {error}")
        if error != unknown:
            missing = error == "MissingAuthenticationTokenException"
            equal(missing, not unsigned(model.operation_model(name)), f"whether {name} needs a signature")


@cell("refused: another secret, an unknown key, another region")
def _(world, log):
    pool = world["main"]
    user = {"UserPoolId": pool.id, "Username": "ana"}
    for keys, region, error in [
        (("anything", "else"), REGION, "InvalidSignatureException"),
        (("nobody", "anything"), REGION, "UnrecognizedClientException"),
        (("anything", "anything"), "eu-west-1", "InvalidSignatureException"),
    ]:
        # These errors are of all operations, which the model leaves out.
        client = wire.client(pool.endpoint, log, keys=keys, region=region)
        pool.others += 1
        refused(client.admin_get_user, error, **user)
    equal(pool.client(log, keys="anything").admin_get_user(**user)["Username"], "ana", "the user")
