"""boto3 as a client of our pool: operations about devices and tokens, and the end of a user."""

from pycognito.aws_srp import generate_hash_device

from boto3_world import gives_tokens, initiate, operation
from cells import equal, must
from pools import PASSWORD
from wire import refused


def confirm(client, tokens, **more):
    """Confirms the device of new tokens with a verifier of pycognito's."""
    device = tokens["NewDeviceMetadata"]
    _, config = generate_hash_device(device["DeviceGroupKey"], device["DeviceKey"])
    form = {
        "AccessToken": tokens["AccessToken"],
        "DeviceKey": device["DeviceKey"],
        "DeviceSecretVerifierConfig": config,
        "DeviceName": "box",
    }
    return client.confirm_device(**(form | more))


@operation(
    "ConfirmDevice", "a device with pycognito's verifier; refused: again, another key, an invalid verifier"
)
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    tokens = pool.tokens(log, "device-a")
    refused(
        confirm,
        "InvalidParameterException",
        client=client,
        tokens=tokens,
        DeviceSecretVerifierConfig={"PasswordVerifier": "*", "Salt": "*"},
    )
    equal(confirm(client, tokens)["UserConfirmationNecessary"], False, "whether the user is asked")
    refused(confirm, "DeviceKeyExistsException", client=client, tokens=tokens)
    refused(confirm, "ResourceNotFoundException", client=client, tokens=tokens, DeviceKey="us-east-1_none")


@operation("ListDevices", "shows the confirmed one; refused: no token")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    tokens = pool.tokens(log, "device-b")
    confirm(client, tokens)
    keys = [device["DeviceKey"] for device in client.list_devices(AccessToken=tokens["AccessToken"])["Devices"]]
    equal(keys, [tokens["NewDeviceMetadata"]["DeviceKey"]], "the devices")
    page = client.list_devices(AccessToken=tokens["AccessToken"], Limit=1)
    equal([len(page["Devices"]), "PaginationToken" in page], [1, False], "a page with the only device")
    refused(client.list_devices, "NotAuthorizedException", AccessToken="a.b.c")


@operation("GetDevice", "shows its name; refused: another key")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    tokens = pool.tokens(log, "device-c")
    confirm(client, tokens)
    device = client.get_device(AccessToken=tokens["AccessToken"], DeviceKey=tokens["NewDeviceMetadata"]["DeviceKey"])
    must({"Name": "device_name", "Value": "box"} in device["Device"]["DeviceAttributes"], "the name is not shown")
    refused(
        client.get_device, "ResourceNotFoundException", AccessToken=tokens["AccessToken"], DeviceKey="us-east-1_none"
    )


@operation("UpdateDeviceStatus", "remembered and not; refused: an invalid status, another key")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "device-c")
    key = client.list_devices(AccessToken=token)["Devices"][0]["DeviceKey"]
    for status in ("not_remembered", "remembered"):
        client.update_device_status(AccessToken=token, DeviceKey=key, DeviceRememberedStatus=status)
    refused(
        client.update_device_status,
        "InvalidParameterException",
        AccessToken=token,
        DeviceKey=key,
        DeviceRememberedStatus="perhaps",
    )
    refused(
        client.update_device_status,
        "ResourceNotFoundException",
        AccessToken=token,
        DeviceKey="us-east-1_none",
        DeviceRememberedStatus="remembered",
    )


@operation("ForgetDevice", "it is gone; refused: another key")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "device-c")
    key = client.list_devices(AccessToken=token)["Devices"][0]["DeviceKey"]
    client.forget_device(AccessToken=token, DeviceKey=key)
    equal(client.list_devices(AccessToken=token)["Devices"], [], "the devices")
    refused(client.forget_device, "ResourceNotFoundException", AccessToken=token, DeviceKey=key)


@operation(
    "GetTokensFromRefreshToken",
    "new tokens; with rotation, an old refresh token is refused, and ends the sign-in",
)
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    plain = pool.tokens(log, "rotate")["RefreshToken"]
    reply = client.get_tokens_from_refresh_token(ClientId="app", RefreshToken=plain)
    must("RefreshToken" not in gives_tokens(client, reply, "rotate"), "a new refresh token without rotation")
    first = pool.tokens(log, "rotate", client_id="rotating")["RefreshToken"]
    second = gives_tokens(
        client, client.get_tokens_from_refresh_token(ClientId="rotating", RefreshToken=first), "rotate"
    )
    refused(
        client.get_tokens_from_refresh_token, "RefreshTokenReuseException", ClientId="rotating", RefreshToken=first
    )
    refused(
        client.get_tokens_from_refresh_token,
        "NotAuthorizedException",
        ClientId="rotating",
        RefreshToken=second["RefreshToken"],
    )


@operation("RevokeToken", "its tokens are refused from then on; refused: an access token")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    tokens = pool.tokens(log, "revoke")
    refused(client.revoke_token, "UnsupportedTokenTypeException", ClientId="app", Token=tokens["AccessToken"])
    client.revoke_token(ClientId="app", Token=tokens["RefreshToken"])
    refused(
        client.get_user, "NotAuthorizedException", "Access Token has been revoked", AccessToken=tokens["AccessToken"]
    )
    refused(
        initiate,
        "NotAuthorizedException",
        client=client,
        flow="REFRESH_TOKEN_AUTH",
        REFRESH_TOKEN=tokens["RefreshToken"],
    )


@operation("GlobalSignOut", "all tokens are refused from then on; refused: again")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    one, two = pool.tokens(log, "out"), pool.tokens(log, "out")
    client.global_sign_out(AccessToken=one["AccessToken"])
    for tokens in (one, two):
        refused(client.get_user, "NotAuthorizedException", AccessToken=tokens["AccessToken"])
    refused(client.global_sign_out, "NotAuthorizedException", AccessToken=one["AccessToken"])


@operation("DeleteUser", "the user is gone; refused: again")
def _(world, log):
    pool = world["main"]
    client = pool.client(log)
    token = pool.access(log, "delete")
    client.delete_user(AccessToken=token)
    refused(client.delete_user, "UserNotFoundException", AccessToken=token)
    refused(
        initiate,
        "UserNotFoundException",
        client=client,
        flow="USER_PASSWORD_AUTH",
        USERNAME="delete",
        PASSWORD=PASSWORD,
    )
