"""Makes images with the real tools from fixed seeds, or lets the tools read images of ours.

    python -m peers.images all|short|small FOLDER
    python -m peers.images read-back FOLDER

What a tool reads from each image goes to FOLDER/expectations.json. `short` makes a third of them; `small`
is the set that is checked in with the tests of FirmwareImages. `read-back` reads what those tests have
written to FOLDER/ours.
"""

import json
import os
import shutil
import sys
import threading

from peers.images.common import PROGRAMS, Maker, run, told
from peers.images.dfu import make_dfu, make_package
from peers.images.elf import make_elf
from peers.images.esp import make_esp
from peers.images.flat import by_bincopy, by_intelhex, by_srec, make_hex, make_uf2
from peers.images.mcuboot import make_mcuboot


def make(folder, small, share=1):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    # By format and seeds. Those that call tools for each image wait for them side by side.
    here = [(make_hex, 1, 40), (make_elf, 1, 12), (make_uf2, 1, 12), (make_dfu, 1, 4)]
    lanes = [here, [(make_mcuboot, 2, 20)], [(make_package, 1, 12), (make_esp, 0, 6)]]
    cases, problems = {}, []

    def work(lane):
        try:
            for maker_of, one, count in lane:
                maker = Maker(folder, small)
                for seed in [one] if small else range(-(-count // share)):
                    maker_of(maker, seed)
                cases[maker_of] = maker.cases
        except (SystemExit, Exception) as problem:
            problems.append(problem)

    threads = [threading.Thread(target=work, args=(lane,)) for lane in lanes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if problems:
        raise problems[0]
    order = [make_hex, make_elf, make_uf2, make_mcuboot, make_package, make_esp, make_dfu]
    maker = Maker(folder, small)
    maker.cases = [case for each in order for case in cases[each]]
    with open(maker.path("expectations.json"), "w", encoding="utf-8") as file:
        json.dump(maker.cases, file, indent=1)
        file.write("\n")
    print(f"{len(maker.cases)} views of {len({case['file'] for case in maker.cases})} images")


def read_back(folder):
    """The tools read what the test has written, and find what it was written from."""
    from uf2utils.file import UF2File

    ours = os.path.join(folder, "ours")
    with open(os.path.join(ours, "expectations.json"), encoding="utf-8") as file:
        cases = json.load(file)
    wrong = []

    def check(name, peer, same):
        if not same:
            wrong.append(f"{peer} reads {name} otherwise")

    count = 0
    for case in cases:
        name, path = case["file"], os.path.join(ours, case["file"])
        count += 1
        if name.endswith(".hex"):
            check(name, "bincopy", told(by_bincopy(path)) == case["segments"])
            check(name, "intelhex", told(by_intelhex(path)) == case["segments"])
            plain = [{key: one[key] for key in ("address", "size")} for one in case["segments"]]
            check(name, "srec_info", by_srec(path) == plain)
        elif name.endswith(".uf2"):
            blocks = UF2File(path)
            runs = [(block.header.address, bytes(block.payload)) for block in blocks]
            check(name, "uf2utils", told(runs) == case["segments"])
            if "Family" not in run(os.path.join(PROGRAMS, "uf2info"), path):
                wrong.append(f"uf2info tells no family of {name}")
        elif name.endswith(".dfu"):
            words = run("dfu-suffix", "-c", path)
            check(name, "dfu-suffix", "0x1366" in words.lower() and "contains a dfu" in words.lower())
    if count == 0:
        wrong.append("the test wrote nothing")
    for line in wrong:
        print(f"FAILED  {line}")
    print(f"{count} files written here were read by the tools")
    return not wrong


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    step, folder = sys.argv[1], os.path.abspath(sys.argv[2])
    if step == "read-back":
        return 0 if read_back(folder) else 1
    make(folder, small=step == "small", share=3 if step == "short" else 1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
