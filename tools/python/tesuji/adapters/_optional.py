"""Loads classes of libraries that may be missing."""
from __future__ import annotations

import importlib
from typing import Any


def optional(module: str, name: str, otherwise: Any) -> Any:
    """Returns the member `name` of `module`; `otherwise` if the module is not installed, or has no
    such member."""
    try:
        return getattr(importlib.import_module(module), name, otherwise)
    except ImportError:
        return otherwise
