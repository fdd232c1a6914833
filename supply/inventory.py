"""Lists the parts of a release, as CycloneDX, beside the wheel in dist/ (`make dist`), with the lock they are pinned by.

Versions and who asks for whom come from the locks; licences are what the packages say of themselves, for Python those that
are installed here. Packages that only build the page are listed, too, out of scope: nothing of them has to be there to run.
"""

import argparse
import base64
import hashlib
import json
import shutil
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import License
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

from supply.lock import folders_seen_from
from supply.pins import LOCKS, PAGE_LOCK, ROOT, pins, version


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m supply.inventory", description="List the parts of a release.")
    parser.add_argument("folder", type=Path, help="where its wheel is")
    folder: Path = parser.parse_args().folder
    wheels = list(folder.glob("alcove-*.whl"))
    if len(wheels) != 1:
        sys.exit(f"{folder} should hold one wheel of Alcove, not {len(wheels)}")
    text = inventory(hashlib.sha256(wheels[0].read_bytes()).hexdigest())
    if fault := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        sys.exit(f"the list of parts is not valid CycloneDX: {fault}")
    name = f"alcove-{version()}"
    (folder / f"{name}.cdx.json").write_text(text, encoding="utf-8")
    shutil.copyfile(LOCKS / "room.txt", folder / f"{name}.lock.txt")
    print(*(f"{folder.name}/{file}" for file in (wheels[0].name, f"{name}.lock.txt", f"{name}.cdx.json")), sep="\n")


def inventory(wheel_digest: str) -> str:
    """The list, in JSON."""
    project = _project()
    room = Component(
        name="alcove",
        version=version(),
        type=ComponentType.APPLICATION,
        bom_ref="alcove",
        purl=PackageURL("pypi", None, "alcove", version()),
        licenses=_licences(project["license"]),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=wheel_digest)],
    )
    bom = Bom()
    bom.metadata.component = room
    _list_python(bom, room)
    _list_page(bom, room)
    return JsonV1Dot6(bom).output_as_string(indent=2)


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


def _list_python(bom: Bom, room: Component) -> None:
    parts: dict[str, list[Component]] = {room.name: [room]}
    locked = pins("room")
    for pin in locked:
        part = Component(
            name=pin.name,
            version=pin.version,
            bom_ref=f"python:{pin.name}@{pin.version}",
            purl=PackageURL("pypi", None, pin.name, pin.version),
            scope=ComponentScope.REQUIRED,
            licenses=_licences(licence_of_installed(pin.name, pin.version)),
            properties=[Property(name="alcove:only-where", value=pin.marker)] if pin.marker else [],
        )
        parts.setdefault(pin.name, []).append(part)
        bom.components.add(part)
    for pin in locked:
        for asker in {each for name in pin.wanted_by for each in parts[name]}:
            bom.register_dependency(asker, [part for part in parts[pin.name] if part.version == pin.version])


def _list_page(bom: Bom, room: Component) -> None:
    packages: dict[str, dict[str, Any]] = json.loads(PAGE_LOCK.read_text(encoding="utf-8"))["packages"]
    parts: dict[str, Component] = {"": room}
    for place, package in packages.items():
        if not place:
            continue
        group, _, name = place.rpartition("node_modules/")[2].rpartition("/")
        algorithm, _, digest = package["integrity"].partition("-")
        assert algorithm == "sha512"
        parts[place] = Component(
            name=name,
            group=group or None,
            version=package["version"],
            bom_ref=f"page:{place}@{package['version']}",
            purl=PackageURL("npm", group or None, name, package["version"]),
            scope=ComponentScope.EXCLUDED if package.get("dev") else ComponentScope.REQUIRED,
            licenses=_licences(package.get("license")),
            hashes=[HashType(alg=HashAlgorithm.SHA_512, content=base64.b64decode(digest).hex())],
        )
        bom.components.add(parts[place])
    for place, package in packages.items():
        kinds = ("dependencies", "optionalDependencies", "devDependencies")
        for name in (name for kind in kinds for name in package.get(kind, ())):
            seen = (f"{folder}node_modules/{name}" for folder in folders_seen_from(place))
            bom.register_dependency(parts[place], [next(parts[each] for each in seen if each in parts)])


def licence_of_installed(name: str, version: str) -> str | None:
    """What a package says of itself, if it is installed here in this version."""
    try:
        told = metadata(name)
    except PackageNotFoundError:
        return None
    if told["Version"] != version:
        return None
    for field in ("License-Expression", "License"):
        if field in told and told[field].strip() and "\n" not in told[field]:  # some give the whole text of a licence
            return told[field].strip()
    classes = [each.rpartition(" :: ")[2] for each in told.get_all("Classifier") or () if each.startswith("License ::")]
    return " / ".join(classes) or None


def _licences(told: str | None) -> list[License]:
    return [LicenseFactory().make_from_string(told)] if told else []


if __name__ == "__main__":
    main()
