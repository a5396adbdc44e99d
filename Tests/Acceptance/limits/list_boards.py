"""Lists boards among those that umockdev makes up, and prints how long it took: list_boards.py BIN"""

import json
import resource
import subprocess
import sys
import time

ROUNDS = 20


def main():
    binary = sys.argv[1]
    said = subprocess.run([binary, "boards", "--json"], stdout=subprocess.PIPE, check=True).stdout
    found = json.loads(said)
    times, work = [], []
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        subprocess.run([binary, "boards"], stdout=subprocess.DEVNULL, check=True)
        times.append(time.monotonic() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        work.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    print(json.dumps({
        "boards": len(found["boards"]), "source": found["source"], "best": min(times),
        "median": sorted(times)[ROUNDS // 2], "work": min(work)}))


if __name__ == "__main__":
    main()
