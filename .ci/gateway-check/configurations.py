"""Configurations that the gateway refuses, by `Gateway CONFIG check`."""
import json
import os
import subprocess


def checks_configurations(services):
    """The gateway refuses configurations with which it could not start, or with which nobody could sign in."""
    with open(services.config, encoding="utf-8") as file:
        text = file.read()

    def run(command, environment=None, **changes):
        configuration = json.loads(text)
        web = {**configuration["flows"]["web"], **changes}
        configuration["flows"]["web"] = {name: value for name, value in web.items() if value is not None}
        path = services.write("changed.json", configuration)
        return subprocess.run([services.gateway, path, command], capture_output=True, text=True, env=dict(os.environ, **(environment or {})))
    for changes, message in (
            ({"asks": ["password"]}, "flows.web.asks: the flow requires the input 'username'"),
            ({"asks": []}, "flows.web.asks: the flow requires the input 'username'"),
            ({"inputs": {"username": "kiosk"}}, "flows.web.asks: the gateway itself sets the input 'username'"),
            ({"inputs": {"sessionSeconds": "never"}}, "flows.web.inputs.sessionSeconds: 'sessionSeconds' must be"),
            ({"inputs": {"clientMetadata": "x"}}, "flows.web.inputs.clientMetadata: 'clientMetadata' has the wrong type"),
            ({"inputs": {"can-use-passkeys": "yes"}}, "flows.web.inputs.can-use-passkeys: must be true or false"),
            ({"schema": os.path.join(services.folder, "openapi.json")}, "flows.web.schema: the file is not the schema of the flow 'web'")):
        made = run("check", **changes)
        yield f"a configuration with {changes} is refused", made.returncode == 1 and message in made.stderr
    kubernetes = {"GATEWAY_SERVICE_HOST": "10.0.0.1", "GATEWAY_PORT": "tcp://10.0.0.1:80"}
    for asks in (None, []):
        made = run("openapi", kubernetes, asks=asks, inputs={"username": "kiosk"})
        inputs = json.loads(made.stdout or "{}").get("components", {}).get("schemas", {}).get("WebInputs", {})
        yield f"clients send no input that the gateway sets (asks: {asks})", made.returncode == 0 and inputs.get("properties") == {}
