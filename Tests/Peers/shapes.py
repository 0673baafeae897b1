"""Judges answers by botocore's model more strictly than botocore itself does."""

import json

from cells import must

# Errors that any operation can have, which the model does not list (Common Error Types of the API reference).
COMMON = {"UnknownOperationException", "SerializationException", "ValidationException", "AccessDeniedException"}

# The model allows names of 20 characters, as for attributes that are added; the service lists `phone_number_verified` itself.
LONGER = {"SchemaAttributeType": {"Name": 21}}


class Judge:
    """Judges every answer, and keeps which operations were accepted and which refused."""

    def __init__(self):
        self.accepted, self.refused, self.answers = set(), set(), 0

    def __call__(self, model, answer):
        self.answers += 1
        body = json.loads(answer.content or b"{}")
        must(
            answer.headers.get("Content-Type") == "application/x-amz-json-1.1",
            f"{model.name}: the content type is {answer.headers.get('Content-Type')}",
        )
        if answer.status_code < 300:
            self.accepted.add(model.name)
            if model.output_shape is None:
                must(body == {}, f"{model.name}: an answer that should be empty has {sorted(body)}")
            else:
                value(body, model.output_shape, model.name)
            return
        self.refused.add(model.name)
        must(answer.status_code in (400, 500), f"{model.name}: the status of an error is {answer.status_code}")
        name = body.get("__type")
        must(isinstance(name, str) and isinstance(body.get("message"), str), f"{model.name}: an error is {body}")
        must(
            answer.headers.get("x-amzn-errortype") == name, f"{model.name}: the header does not name the error {name}"
        )
        known = {shape.name for shape in model.error_shapes} | COMMON
        must(name in known, f"{model.name}: {name} is no error of this operation")


def value(found, shape, path, longest=None):
    """Checks a value by its shape, down to the leaves; `longest` takes the place of the model's limit of a text."""
    if getattr(shape, "is_document_type", False):
        return
    kind = shape.type_name
    if kind == "structure":
        must(isinstance(found, dict), f"{path} is no object")
        unknown = set(found) - set(shape.members)
        must(not unknown, f"{path} has members that the model does not know: {sorted(unknown)}")
        for name in shape.required_members:
            must(name in found, f"{path} lacks {name}")
        for name, item in found.items():
            value(item, shape.members[name], f"{path}.{name}", LONGER.get(shape.name, {}).get(name))
    elif kind == "list":
        must(isinstance(found, list), f"{path} is no list")
        for index, item in enumerate(found):
            value(item, shape.member, f"{path}[{index}]")
    elif kind == "map":
        must(isinstance(found, dict), f"{path} is no map")
        for name, item in found.items():
            value(name, shape.key, f"{path}: the key {name}")
            value(item, shape.value, f"{path}.{name}")
    elif kind == "string":
        must(isinstance(found, str), f"{path} is no text")
        limits = shape.metadata | ({"max": longest} if longest else {})
        must(
            limits.get("min", 0) <= len(found) <= limits.get("max", len(found)),
            f"{path} has {len(found)} characters, not {limits.get('min')} to {limits.get('max')}",
        )
        must(not shape.enum or found in shape.enum, f"{path} is '{found}', which the model does not know")
    elif kind == "boolean":
        must(isinstance(found, bool), f"{path} is neither true nor false")
    elif kind in ("integer", "long", "timestamp", "double", "float"):
        must(isinstance(found, (int, float)) and not isinstance(found, bool), f"{path} is no number")
    else:
        must(False, f"{path}: {kind} is not judged")
