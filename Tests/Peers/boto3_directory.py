"""boto3 as a client of our pool: the pool as a whole, its users and groups, and devices in an administrator's hands."""

from boto3_sessions import confirm
from boto3_world import admin, operation
from cells import equal, must
from pools import SECRET, claims
from wire import refused

ROLE = "arn:aws:iam::123456789012:role/"


def usernames(users):
    return sorted(user["Username"] for user in users)


@operation("DescribeUserPool", "the settings of the seed; refused: another pool")
def _(world, log):
    pool, client, _ = admin(world, log, "strict")
    told = client.describe_user_pool(UserPoolId=pool.id)["UserPool"]
    equal([told["Id"], told["MfaConfiguration"], told["EstimatedNumberOfUsers"]], [pool.id, "ON", 2], "the pool")
    refused(client.describe_user_pool, "ResourceNotFoundException", UserPoolId="us-east-1_Other")


@operation("DescribeUserPoolClient", "its secret, if it has one, and its flows; refused: an unknown client")
def _(world, log):
    pool, client, _ = admin(world, log)
    told = client.describe_user_pool_client(UserPoolId=pool.id, ClientId="secret")["UserPoolClient"]
    equal(told["ClientSecret"], SECRET, "the secret")
    told = client.describe_user_pool_client(UserPoolId=pool.id, ClientId="srp-only")["UserPoolClient"]
    must("ClientSecret" not in told, "there is a secret")
    equal(told["ExplicitAuthFlows"], ["ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH"], "the flows")
    told = client.describe_user_pool_client(UserPoolId=pool.id, ClientId="rotating")["UserPoolClient"]
    equal(told["RefreshTokenRotation"]["Feature"], "ENABLED", "the rotation")
    refused(client.describe_user_pool_client, "ResourceNotFoundException", UserPoolId=pool.id, ClientId="none")


@operation("ListUsers", "by a value, by a prefix, by pages of boto3's paginator; refused: an invalid filter")
def _(world, log):
    pool, client, _ = admin(world, log)
    found = client.list_users(UserPoolId=pool.id, Filter='email = "ana@example.com"', AttributesToGet=["email"])
    equal(usernames(found["Users"]), ["ana"], "the users")
    equal(found["Users"][0]["Attributes"], [{"Name": "email", "Value": "ana@example.com"}], "the attributes")
    found = client.list_users(UserPoolId=pool.id, Filter='username ^= "device-"')
    equal(usernames(found["Users"]), ["device-a", "device-b", "device-c"], "the users")
    found = client.list_users(UserPoolId=pool.id, Filter='cognito:user_status = "reset_required"')
    must("resetting" in usernames(found["Users"]), "who has to reset the password is not found by it")
    found = client.list_users(UserPoolId=pool.id, Filter='status = "Disabled"')
    must("disabled" in usernames(found["Users"]), "who is disabled is not found by it")
    pages = client.get_paginator("list_users").paginate(UserPoolId=pool.id, PaginationConfig={"PageSize": 7})
    names = [user["Username"] for page in pages for user in page["Users"]]
    must(len(names) == len(set(names)) > 20, f"the pages have {len(names)} users")
    refused(client.list_users, "InvalidParameterException", UserPoolId=pool.id, Filter='custom:a = "b"')
    refused(client.list_users, "InvalidParameterException", UserPoolId=pool.id, Filter="username = ana")


@operation("CreateGroup", "with a role and a precedence; refused: a name that is taken")
def _(world, log):
    pool, client, _ = admin(world, log)
    for name, more in {
        "staff": {"Description": "who works here", "Precedence": 2, "RoleArn": ROLE + "staff"},
        "boss": {"Precedence": 1, "RoleArn": ROLE + "boss"},
        "guests": {},
    }.items():
        made = client.create_group(UserPoolId=pool.id, GroupName=name, **more)["Group"]
        equal({key: made.get(key) for key in more}, more, "the group")
    refused(client.create_group, "GroupExistsException", UserPoolId=pool.id, GroupName="staff")


@operation("GetGroup", "the group as it was created; refused: an unknown group")
def _(world, log):
    pool, client, _ = admin(world, log)
    equal(client.get_group(UserPoolId=pool.id, GroupName="staff")["Group"]["Precedence"], 2, "the precedence")
    refused(client.get_group, "ResourceNotFoundException", UserPoolId=pool.id, GroupName="none")


@operation("UpdateGroup", "changes only what the request contains; refused: an unknown group")
def _(world, log):
    pool, client, _ = admin(world, log)
    made = client.update_group(UserPoolId=pool.id, GroupName="staff", Description="others")["Group"]
    equal([made["Description"], made["RoleArn"]], ["others", ROLE + "staff"], "the group")
    refused(client.update_group, "ResourceNotFoundException", UserPoolId=pool.id, GroupName="none")


@operation(
    "AdminAddUserToGroup",
    "tokens name the groups, in order, and the roles; refused: unknown group, unknown user",
)
def _(world, log):
    pool, client, user = admin(world, log)
    for name in ("guests", "staff", "boss"):
        client.admin_add_user_to_group(GroupName=name, **user("ana"))
    tokens = pool.tokens(log, "ana")
    access, identity = claims(tokens["AccessToken"]), claims(tokens["IdToken"])
    equal(access["cognito:groups"], ["boss", "staff", "guests"], "the groups of the access token")
    equal(identity["cognito:groups"], access["cognito:groups"], "the groups of the id token")
    equal(identity["cognito:preferred_role"], ROLE + "boss", "the preferred role")
    equal(sorted(identity["cognito:roles"]), [ROLE + "boss", ROLE + "staff"], "the roles")
    refused(client.admin_add_user_to_group, "ResourceNotFoundException", GroupName="none", **user("ana"))
    refused(client.admin_add_user_to_group, "UserNotFoundException", GroupName="staff", **user("nobody"))


@operation("ListGroups", "by pages of boto3's paginator; refused: another pool")
def _(world, log):
    pool, client, _ = admin(world, log)
    pages = client.get_paginator("list_groups").paginate(UserPoolId=pool.id, PaginationConfig={"PageSize": 2})
    names = [group["GroupName"] for page in pages for group in page["Groups"]]
    equal(names, ["boss", "guests", "staff"], "the groups")
    refused(client.list_groups, "ResourceNotFoundException", UserPoolId="us-east-1_Other")


@operation("AdminListGroupsForUser", "by pages; refused: an unknown user")
def _(world, log):
    _, client, user = admin(world, log)
    pages = client.get_paginator("admin_list_groups_for_user").paginate(
        PaginationConfig={"PageSize": 2}, **user("ana")
    )
    equal(sum(len(page["Groups"]) for page in pages), 3, "the number of groups")
    refused(client.admin_list_groups_for_user, "UserNotFoundException", **user("nobody"))


@operation("ListUsersInGroup", "by pages; refused: an unknown group")
def _(world, log):
    pool, client, user = admin(world, log)
    client.admin_add_user_to_group(GroupName="staff", **user("text"))
    pages = client.get_paginator("list_users_in_group").paginate(
        UserPoolId=pool.id, GroupName="staff", PaginationConfig={"PageSize": 1}
    )
    equal(usernames(user for page in pages for user in page["Users"]), ["ana", "text"], "the members")
    refused(client.list_users_in_group, "ResourceNotFoundException", UserPoolId=pool.id, GroupName="none")


@operation("AdminRemoveUserFromGroup", "new tokens do not name it; refused: an unknown group")
def _(world, log):
    pool, client, user = admin(world, log)
    client.admin_remove_user_from_group(GroupName="boss", **user("ana"))
    identity = claims(pool.tokens(log, "ana")["IdToken"])
    equal(identity["cognito:groups"], ["staff", "guests"], "the groups")
    refused(client.admin_remove_user_from_group, "ResourceNotFoundException", GroupName="none", **user("ana"))


@operation("DeleteGroup", "the group is removed, also for its members; refused: again")
def _(world, log):
    pool, client, user = admin(world, log)
    client.delete_group(UserPoolId=pool.id, GroupName="staff")
    groups = client.admin_list_groups_for_user(**user("text"))["Groups"]
    equal(groups, [], "the groups of a member")
    refused(client.delete_group, "ResourceNotFoundException", UserPoolId=pool.id, GroupName="staff")


@operation("AdminListDevices", "shows the confirmed one; refused: an unknown user")
def _(world, log):
    pool, client, user = admin(world, log)
    tokens = pool.tokens(log, "admin-device")
    confirm(client, tokens)
    keys = [device["DeviceKey"] for device in client.admin_list_devices(Limit=1, **user("admin-device"))["Devices"]]
    equal(keys, [tokens["NewDeviceMetadata"]["DeviceKey"]], "the devices")
    refused(client.admin_list_devices, "ResourceNotFoundException", **user("nobody"))


def only_device(client, user):
    return client.admin_list_devices(**user("admin-device"))["Devices"][0]["DeviceKey"]


@operation("AdminGetDevice", "shows its name; refused: another key")
def _(world, log):
    _, client, user = admin(world, log)
    told = client.admin_get_device(DeviceKey=only_device(client, user), **user("admin-device"))["Device"]
    must({"Name": "device_name", "Value": "box"} in told["DeviceAttributes"], "the name is not shown")
    refused(
        client.admin_get_device, "ResourceNotFoundException", DeviceKey="us-east-1_none", **user("admin-device")
    )


@operation("AdminUpdateDeviceStatus", "remembered and not; refused: another key")
def _(world, log):
    _, client, user = admin(world, log)
    key = only_device(client, user)
    for status in ("not_remembered", "remembered"):
        client.admin_update_device_status(DeviceKey=key, DeviceRememberedStatus=status, **user("admin-device"))
    refused(
        client.admin_update_device_status,
        "ResourceNotFoundException",
        DeviceKey="us-east-1_none",
        DeviceRememberedStatus="remembered",
        **user("admin-device"),
    )


@operation("AdminForgetDevice", "it is gone; refused: again")
def _(world, log):
    _, client, user = admin(world, log)
    key = only_device(client, user)
    client.admin_forget_device(DeviceKey=key, **user("admin-device"))
    equal(client.admin_list_devices(**user("admin-device"))["Devices"], [], "the devices")
    refused(client.admin_forget_device, "ResourceNotFoundException", DeviceKey=key, **user("admin-device"))
