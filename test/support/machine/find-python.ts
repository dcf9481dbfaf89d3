// A Python with pytest and what its plugin is tried with; undefined where this machine has none: those tests are then left out, which the closing line says.
import { spawnSync } from "node:child_process";

const NEEDED = "import pytest, xdist, pytest_rerunfailures, setuptools, wheel, pip";

export const PYTHON = ["/usr/bin/python3", "python3"].find((path) => spawnSync(path, ["-c", NEEDED]).status === 0);

export const PYTHON_PACKAGES =
  "python3-pytest python3-pytest-xdist python3-pytest-rerunfailures python3-pip python3-setuptools python3-wheel";
