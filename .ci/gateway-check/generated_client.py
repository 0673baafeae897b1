"""A Python client that openapi-python-client generates from the OpenAPI document of a node."""
import importlib
import json
import os
import subprocess
import sys

from services import fetch


def generate(services):
    """Generates the client, and returns its package."""
    document = json.loads(fetch(services.nodes[0][0], "/openapi.json")[1])
    path = services.write("openapi.json", document)
    # By default, it would also format the code with another program.
    options = services.write("client.json", {"post_hooks": []})
    made = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", "generate", "--path", path, "--meta", "none", "--config", options,
         "--output-path", os.path.join(services.folder, "gateway_client"), "--fail-on-warning"],
        capture_output=True, text=True, cwd=services.folder)
    if made.returncode:
        raise SystemExit("the generator refuses the document: " + made.stdout[-2000:] + made.stderr[-2000:])
    sys.path.insert(0, services.folder)
    return importlib.import_module("gateway_client")


def signs_in_by_generated_client(services, password):
    """Signs in with types for each step."""
    generate(services)
    client = importlib.import_module("gateway_client").Client(base_url=f"http://127.0.0.1:{services.nodes[0][0]}")
    models = importlib.import_module("gateway_client.models")
    calls = {verb: importlib.import_module(f"gateway_client.api.web.{verb}_web").sync for verb in ("start", "answer", "command")}
    step = calls["start"](client=client, body=models.WebStart(inputs=models.WebInputs(username="ana")))
    yield "generated client: start", isinstance(step, models.WebChooseAMethodStep)
    answers = models.WebChooseAMethodStepAnswers.from_dict({"method": "PASSWORD_SRP"})
    step = calls["answer"](client=client, body=models.WebAnswer(state=step.state, answers=answers))
    yield "generated client: the next step has its type", isinstance(step, models.WebEnterYourPasswordStep)
    wrong = models.WebAnswer(state="x", answers=models.WebEnterYourPasswordStepAnswers(password=password))
    problem = calls["answer"](client=client, body=wrong)
    yield "generated client: a problem has its type", isinstance(problem, models.Problem) and problem.status == 400
    body = models.WebAnswer(state=step.state, answers=models.WebEnterYourPasswordStepAnswers(password=password))
    end = calls["answer"](client=client, body=body)
    yield "generated client signs in", isinstance(end, models.WebSignedInOutcome)
