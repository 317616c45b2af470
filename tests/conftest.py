"""What all tests share: how thoroughly Hypothesis searches.

``HYPOTHESIS_PROFILE`` chooses ``default``, ``ci`` (the same examples in every run) or ``nightly`` (many
more). Where ``CI`` is set, ``ci`` is chosen by itself.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None)
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    print_blob=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "nightly",
    deadline=None,
    max_examples=2_000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "default"))
