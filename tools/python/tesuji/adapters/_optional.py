"""Classes of libraries that may be missing."""
from __future__ import annotations

import importlib
from typing import Any


def optional(module: str, name: str, otherwise: Any) -> Any:
    """What `module` calls `name`; `otherwise` where the module is not installed, or has no such name."""
    try:
        return getattr(importlib.import_module(module), name, otherwise)
    except ImportError:
        return otherwise
