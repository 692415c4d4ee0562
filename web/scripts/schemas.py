"""Prints the schemas of what the server says, for types.mjs: of the live messages, and of the HTTP interface."""

import json
import sys

from flagstone.server.app import make_app
from flagstone.server.settings import Settings
from flagstone.server.shelf import message_schema

schema = make_app(Settings()).openapi_schema.to_schema()
json.dump({"messages": message_schema()["$defs"], "rest": schema["components"]["schemas"]}, sys.stdout)
