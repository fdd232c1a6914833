"""Finds the digests of the container images and writes them into deploy/images.env (`make images`).

A tag moves: what it names tomorrow is another program. The Dockerfile and compose.yaml know no tags, only what this file
gives them, and start nothing without it. Needs docker (or another program that speaks like it, in DOCKER).
"""

import json
import os
import re
import subprocess
import sys

from supply.pins import ROOT

IMAGES = ROOT / "deploy" / "images.env"
TAGS = {
    "PYTHON_IMAGE": "python:3.13-slim",
    "NGINX_IMAGE": "nginx:stable",
    "POSTGRES_IMAGE": "postgres:17",
    "REDIS_IMAGE": "redis:7",
}
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
HEADER = "# Written by `make images`: the images of deploy/, by digest.\n"


def main() -> None:
    docker = os.environ.get("DOCKER", "docker")
    found = {name: f"{tag}@{_digest(docker, tag)}" for name, tag in TAGS.items()}
    IMAGES.write_text(HEADER + "".join(f"{name}={image}\n" for name, image in found.items()), encoding="utf-8")
    print(IMAGES.relative_to(ROOT))


def _digest(docker: str, tag: str) -> str:
    """Of the image for all kinds of machines, as its registry names it."""
    try:
        subprocess.run([docker, "pull", "--quiet", tag], check=True, stdout=subprocess.DEVNULL)
        told = subprocess.run([docker, "image", "inspect", tag], check=True, stdout=subprocess.PIPE, text=True).stdout
        names: list[str] = json.loads(told)[0]["RepoDigests"]
        (digest,) = {found[0] for name in names if (found := DIGEST.search(name))}
    except (OSError, subprocess.CalledProcessError, ValueError, LookupError) as fault:
        sys.exit(f"the digest of {tag} could not be found, and nothing is written: {fault}")
    return digest


if __name__ == "__main__":
    main()
