"""Images, compose file and Kubernetes manifests, as far as they can be judged without running them."""

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from ladder import env
from tests.house.test_settings import _read_by_the_workers

ROOT = Path(__file__).resolve().parent.parent.parent
CONTAINERS, KUBERNETES = ROOT / "deploy" / "containers", ROOT / "deploy" / "kubernetes"
DOCKERFILE = (CONTAINERS / "Dockerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((CONTAINERS / "compose.yaml").read_text())
OBJECTS: list[dict[str, Any]] = [
    each for file in sorted(KUBERNETES.glob("*.yaml")) for each in yaml.safe_load_all(file.read_text())
]
VERSIONS = {
    "Namespace": "v1",
    "ConfigMap": "v1",
    "PersistentVolumeClaim": "v1",
    "Service": "v1",
    "Deployment": "apps/v1",
    "StatefulSet": "apps/v1",
    "Job": "batch/v1",
    "Ingress": "networking.k8s.io/v1",
    "NetworkPolicy": "networking.k8s.io/v1",
    "HorizontalPodAutoscaler": "autoscaling/v2",
}
INSTRUCTIONS = {"FROM", "ENV", "RUN", "WORKDIR", "COPY", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"}


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions with their arguments."""
    joined = re.sub(r"\\\n", " ", DOCKERFILE)
    lines = [line for line in joined.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split(None, 1)[0], line.split(None, 1)[1]) for line in lines]


def stages() -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for word, rest in instructions():
        if word == "FROM":
            found[rest.rsplit(" AS ", 1)[1]] = current = []
        current.append((word, rest))
    return found


def pods() -> list[tuple[str, dict[str, Any]]]:
    """Each pod's name and spec."""
    return [
        (each["metadata"]["name"], each["spec"]["template"]["spec"])
        for each in OBJECTS
        if each["kind"] in ("Deployment", "StatefulSet", "Job")
    ]


def policy(name: str) -> dict[str, Any]:
    (found,) = [e for e in OBJECTS if e["kind"] == "NetworkPolicy" and e["metadata"]["name"] == name]
    spec: dict[str, Any] = found["spec"]
    return spec


def test_the_dockerfile_holds_to_the_usual_rules() -> None:
    for word, rest in instructions():
        assert word in INSTRUCTIONS, word
        if word == "FROM":
            assert re.search(r":\d", rest) or rest.split()[0] in stages(), rest
        if word == "RUN" and "apt-get install" in rest:
            assert "--no-install-recommends" in rest
            assert "rm -rf /var/lib/apt/lists/*" in rest
        if word in ("CMD", "HEALTHCHECK"):
            assert isinstance(json.loads(rest[rest.index("[") :]), list)
        assert word != "ADD"
        assert "sudo" not in rest


@pytest.mark.parametrize("stage", ["web", "worker"])
def test_images_run_as_nobody_in_particular(stage: str) -> None:
    users = [rest for word, rest in stages()[stage] if word == "USER"]
    assert len(users) == 1
    assert re.fullmatch(r"1000[12]:1000[12]", users[0])


def test_the_workers_image_holds_nothing_of_the_site() -> None:
    copied = [rest.split()[-2] for word, rest in stages()["worker"] if word == "COPY"]
    assert {Path(path).name for path in copied} == {".venv", "engine", "workers"}
    assert any("chmod a-s" in rest for _, rest in stages()["worker"])


def test_what_is_copied_is_there() -> None:
    for word, rest in stages()["build"]:
        if word == "COPY":
            for path in rest.split()[:-1]:
                assert (ROOT / path).exists(), path


def test_compose_knows_every_network_volume_and_service_it_names() -> None:
    for name, service in COMPOSE["services"].items():
        assert set(service.get("networks", [])) <= set(COMPOSE["networks"]), name
        assert set(service.get("depends_on", {})) <= set(COMPOSE["services"]), name
        named = [volume.split(":")[0] for volume in service.get("volumes", []) if ":" in volume]
        assert {volume for volume in named if volume[0] not in "./"} <= set(COMPOSE["volumes"]), name
        assert re.search(r"^wateringhole-(web|worker)$|:\d", service["image"]), name


def test_compose_services_have_no_privileges() -> None:
    for name, service in COMPOSE["services"].items():
        assert not service.get("privileged"), name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert not any("docker.sock" in volume for volume in service.get("volumes", [])), name
        if name != "database":
            assert service["cap_drop"] == ["ALL"], name
            assert service["read_only"] is True, name


def test_the_worker_in_compose_has_what_its_sandbox_needs_and_no_way_out() -> None:
    worker = COMPOSE["services"]["worker"]
    assert {"seccomp=./worker-seccomp.json", "systempaths=unconfined"} <= set(worker["security_opt"])
    assert worker["networks"] == ["workers"]
    assert COMPOSE["networks"]["workers"] == {"internal": True}
    assert set(worker["environment"]) <= _read_by_the_workers()


@pytest.mark.parametrize("where", ["compose", "kubernetes"])
def test_the_sites_settings_are_settings_and_make_it_start(tmp_path: Path, where: str) -> None:
    if where == "compose":
        given = {name: str(value) for name, value in COMPOSE["x-site"]["environment"].items()}
    else:
        (config,) = [each for each in OBJECTS if each["kind"] == "ConfigMap"]
        given = config["data"] | {
            "REDIS_URL": "redis://x:y@broker/0",
            "SECRET_KEY": "k3" * 9 + "qwertzuiopasdfgh",
        }
    filled = {name: re.sub(r"\$\{(\w+)[^}]*\}", _filled, value) for name, value in given.items()}
    filled["WATERINGHOLE_DATA"] = str(tmp_path)
    read = env.read(tmp_path, filled)
    assert read.is_public
    assert read.far_workers
    described = (ROOT / "deploy" / "env.example").read_text()
    assert [name for name in filled if f"\n{name}=" not in described] == []


def _filled(match: re.Match[str]) -> str:
    values = {"SECRET_KEY": "k3" * 9 + "qwertzuiopasdfgh", "DOMAIN": "bots.example.org"}
    return values.get(match[1], "consolemail://" if match[1] == "EMAIL_URL" else "something")


def test_kubernetes_objects_are_of_known_kinds_in_our_namespace() -> None:
    for each in OBJECTS:
        assert each["apiVersion"] == VERSIONS[each["kind"]]
        if each["kind"] != "Namespace":
            assert each["metadata"]["namespace"] == "wateringhole"


def test_kubernetes_selectors_find_their_pods() -> None:
    labels = [
        each["spec"]["template"]["metadata"]["labels"]
        for each in OBJECTS
        if "template" in each.get("spec", {})
    ]
    for each in OBJECTS:
        if each["kind"] in ("Deployment", "StatefulSet"):
            wanted = each["spec"]["selector"]["matchLabels"].items()
            assert wanted <= each["spec"]["template"]["metadata"]["labels"].items()
        if each["kind"] == "Service":
            assert any(each["spec"]["selector"].items() <= found.items() for found in labels)


@pytest.mark.parametrize(("name", "pod"), pods(), ids=[name for name, _ in pods()])
def test_every_pod_is_held_tight(name: str, pod: dict[str, Any]) -> None:
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert not any(pod.get(word) for word in ("hostNetwork", "hostPID", "hostIPC"))
    for container in pod["containers"]:
        safety = container["securityContext"]
        assert safety["allowPrivilegeEscalation"] is False
        assert safety["readOnlyRootFilesystem"] is True
        assert safety["capabilities"] == {"drop": ["ALL"]}
        assert container["resources"]["limits"]["memory"]
        assert re.search(r":\d", container["image"])
        mounted = {mount["name"] for mount in container["volumeMounts"]}
        assert mounted <= {volume["name"] for volume in pod["volumes"]} | {"kept"}


def test_workers_have_nodes_and_user_namespaces_of_their_own() -> None:
    pod = dict(pods())["worker"]
    assert pod["hostUsers"] is False
    assert pod["nodeSelector"]
    assert pod["tolerations"]
    assert pod["securityContext"]["seccompProfile"]["type"] == "Localhost"
    (container,) = pod["containers"]
    assert container["securityContext"]["procMount"] == "Unmasked"
    assert {entry["name"] for entry in container["env"]} <= _read_by_the_workers()


def test_workers_reach_broker_site_and_names_only() -> None:
    assert policy("nothing-by-default") == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    workers = policy("workers")
    assert "ingress" not in workers
    ports = [port["port"] for rule in workers["egress"] for port in rule["ports"]]
    assert sorted(ports) == [53, 53, 443, 6379]
    assert all(rule["to"] for rule in workers["egress"])


def test_workers_grow_with_the_queues_age_which_is_exported() -> None:
    from ladder import metrics

    (scaler,) = [each for each in OBJECTS if each["kind"] == "HorizontalPodAutoscaler"]
    (metric,) = scaler["spec"]["metrics"]
    name = metric["external"]["metric"]["name"].removeprefix("wateringhole_")
    assert f'"{name}"' in Path(str(metrics.__file__)).read_text()


def test_the_seccomp_profile_is_the_one_that_the_list_gives() -> None:
    made = runpy.run_path(str(CONTAINERS / "make_seccomp.py"))["text"]()
    assert (CONTAINERS / "worker-seccomp.json").read_text() == made
    allowed = set(json.loads(made)["syscalls"][0]["names"])
    never = {
        "bpf",
        "io_uring_setup",
        "kexec_load",
        "init_module",
        "ptrace",
        "keyctl",
        "userfaultfd",
        "reboot",
    }
    assert allowed & never == set()


UNDER_PROFILE = """
import errno, json, os, subprocess, sys
import pyseccomp as seccomp
names = json.load(open(sys.argv[1]))["syscalls"][0]["names"]
rules = seccomp.SyscallFilter(seccomp.ERRNO(errno.ENOSYS))
for name in names:
    try:
        rules.add_rule(seccomp.ALLOW, name)
    except (RuntimeError, OSError, ValueError):
        pass  # an older libseccomp does not know it
rules.load()
os.execv(sys.executable, [sys.executable, "-m", "workers.sandbox"])
"""


@pytest.mark.slow
@pytest.mark.sandbox
def test_boxes_open_under_the_workers_seccomp_profile() -> None:
    command = [sys.executable, "-c", UNDER_PROFILE, str(CONTAINERS / "worker-seccomp.json")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=100)
    assert "level " in done.stdout, done.stderr
    assert "FAIL" not in done.stdout, done.stdout
