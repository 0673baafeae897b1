"""A sign-in with a passkey, on the only page that needs a script. Chromium has a virtual authenticator."""
import json

from services import fetch


def call(services, operation, body):
    """What the pool answers to an operation."""
    status, text, _ = fetch(services.pool_port, "/", body, "application/x-amz-json-1.1",
                            {"X-Amz-Target": "AWSCognitoIdentityProviderService." + operation})
    if status != 200:
        raise SystemExit(f"{operation}: {text}")
    return json.loads(text or "{}")


def register(services, driver, user, password):
    """Registers a passkey of the browser for a user."""
    from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions
    driver.add_virtual_authenticator(VirtualAuthenticatorOptions(
        protocol="ctap2", transport="internal", has_resident_key=True, has_user_verification=True, is_user_verified=True))
    tokens = call(services, "InitiateAuth", {"AuthFlow": "USER_PASSWORD_AUTH", "ClientId": "web",
                                             "AuthParameters": {"USERNAME": user, "PASSWORD": password}})
    token = tokens["AuthenticationResult"]["AccessToken"]
    options = call(services, "StartWebAuthnRegistration", {"AccessToken": token})["CredentialCreationOptions"]
    credential = driver.execute_async_script("""
        const [options, done] = arguments;
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
        navigator.credentials.create({ publicKey }).then(made => done(JSON.stringify(made.toJSON())), error => done("error " + error));
        """, options)
    if credential.startswith("error"):
        raise SystemExit(credential)
    call(services, "CompleteWebAuthnRegistration", {"AccessToken": token, "Credential": json.loads(credential)})


def signs_in_by_passkey(person, services, password):
    """Registers a passkey, and signs in with it."""
    person.open()
    register(services, person.driver, "ana", password)
    person.begin("ana", "Passkey")
    person.shot("passkey")
    person.press("Use a passkey")
    yield "passkey", person.title() == "You are signed in"
    refused = [entry["message"] for entry in person.driver.get_log("browser") if "Content Security Policy" in entry["message"]]
    yield "the policy of the page refuses nothing of ours " + "; ".join(refused), not refused
