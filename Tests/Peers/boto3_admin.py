"""boto3 as a client of our pool: operations of administrators; then whether all operations were tried."""

from boto3_world import GROUP, admin, asks, initiate, operation
from cells import equal, must
from pools import NEW_PASSWORD, PASSWORD
from wire import refused


@operation("AdminCreateUser", "an invitation, whose password the user must change; refused: a name that is taken")
def _(world, log):
    pool, client, user = admin(world, log)
    made = client.admin_create_user(UserAttributes=[{"Name": "email", "Value": "gus@example.com"}], **user("gus"))
    equal(made["User"]["UserStatus"], "FORCE_CHANGE_PASSWORD", "the status")
    password = pool.code("gus", log)
    asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME="gus", PASSWORD=password), "NEW_PASSWORD_REQUIRED")
    refused(client.admin_create_user, "UsernameExistsException", **user("gus"))


@operation("AdminGetUser", "status and attributes; refused: an unknown user")
def _(world, log):
    pool, client, user = admin(world, log)
    equal(client.admin_get_user(**user("ana"))["UserStatus"], "CONFIRMED", "the status")
    refused(client.admin_get_user, "UserNotFoundException", **user("nobody"))


@operation("AdminSetUserPassword", "a permanent password signs in; refused: a weak one")
def _(world, log):
    pool, client, user = admin(world, log)
    client.admin_set_user_password(Password=NEW_PASSWORD, Permanent=True, **user("admin-set"))
    pool.tokens(log, "admin-set", NEW_PASSWORD)
    refused(client.admin_set_user_password, "InvalidPasswordException", Password="weakweak", **user("admin-set"))


@operation("AdminResetUserPassword", "the next sign-in asks for a reset; refused: an unknown user")
def _(world, log):
    pool, client, user = admin(world, log)
    client.admin_reset_user_password(**user("admin-reset"))
    refused(
        initiate,
        "PasswordResetRequiredException",
        client=client,
        flow="USER_PASSWORD_AUTH",
        USERNAME="admin-reset",
        PASSWORD=PASSWORD,
    )
    refused(client.admin_reset_user_password, "UserNotFoundException", **user("nobody"))


@operation("AdminConfirmSignUp", "the user may sign in; refused: again")
def _(world, log):
    pool, client, user = admin(world, log)
    client.admin_confirm_sign_up(**user("unconfirmed"))
    pool.tokens(log, "unconfirmed")
    refused(client.admin_confirm_sign_up, "NotAuthorizedException", **user("unconfirmed"))


@operation("AdminUpdateUserAttributes", "also those of the pool; refused: an unknown user")
def _(world, log):
    pool, client, user = admin(world, log)
    form = {"UserAttributes": [{"Name": "email_verified", "Value": "false"}]}
    client.admin_update_user_attributes(**form, **user("admin-mfa"))
    must(
        form["UserAttributes"][0] in client.admin_get_user(**user("admin-mfa"))["UserAttributes"], "it is not changed"
    )
    refused(client.admin_update_user_attributes, "UserNotFoundException", **form, **user("nobody"))


@operation("AdminSetUserMFAPreference", "the next sign-in asks for the factor; refused: one that is not set up")
def _(world, log):
    pool, client, user = admin(world, log)
    on = {"Enabled": True, "PreferredMfa": True}
    client.admin_set_user_mfa_preference(SMSMfaSettings=on, **user("admin-mfa"))
    asks(initiate(client, "USER_PASSWORD_AUTH", USERNAME="admin-mfa", PASSWORD=PASSWORD), "SMS_MFA")
    refused(
        client.admin_set_user_mfa_preference,
        "InvalidParameterException",
        SoftwareTokenMfaSettings=on,
        **user("admin-mfa")
    )


@operation("AdminDisableUser", "the user may not sign in; refused: an unknown user")
def _(world, log):
    pool, client, user = admin(world, log)
    client.admin_disable_user(**user("admin-disable"))
    refused(
        initiate,
        "NotAuthorizedException",
        "User is disabled.",
        client=client,
        flow="USER_PASSWORD_AUTH",
        USERNAME="admin-disable",
        PASSWORD=PASSWORD,
    )
    refused(client.admin_disable_user, "UserNotFoundException", **user("nobody"))


@operation("AdminEnableUser", "the user may sign in again; refused: an unknown user")
def _(world, log):
    pool, client, user = admin(world, log)
    client.admin_enable_user(**user("admin-disable"))
    pool.tokens(log, "admin-disable")
    refused(client.admin_enable_user, "UserNotFoundException", **user("nobody"))


@operation("AdminUserGlobalSignOut", "all tokens are refused from then on; refused: an unknown user")
def _(world, log):
    pool, client, user = admin(world, log)
    token = pool.access(log, "admin-out")
    client.admin_user_global_sign_out(**user("admin-out"))
    refused(client.get_user, "NotAuthorizedException", AccessToken=token)
    refused(client.admin_user_global_sign_out, "UserNotFoundException", **user("nobody"))


@operation("AdminDeleteUser", "the user is gone; refused: again")
def _(world, log):
    pool, client, user = admin(world, log)
    client.admin_delete_user(**user("admin-delete"))
    refused(client.admin_delete_user, "UserNotFoundException", **user("admin-delete"))


@operation("all", "every operation of the pool, except those of passkeys, was accepted once and refused once")
def _(world, log):
    accepted, refusals = set(), set()
    for pool in world.values():
        accepted |= pool.judge.accepted
        refusals |= pool.judge.refused
    # Of the model's operations those that sign a user in or belong to one, as the pool has them.
    named = {cell.row for cell in GROUP.cells if cell.section == "operations"} - {"all"}
    equal(len(named), 56, "the number of operations tried")
    equal(sorted(named - accepted), [], "operations never accepted")
    equal(sorted(named - refusals), [], "operations never refused")
