"""What a Bluetooth bench meets: small MTU, boards that do not pair, links that end at every message, floods."""

import statistics

import pytest

from bluetooth.conftest import LOCK

pytestmark = pytest.mark.nightly
TAG = "ble:name=Tag,service=nus"


def verdicts(events):
    return {event["case"]: event["verdict"] for event in events if event["kind"] == "case-finished"}


def notes(events):
    return " ".join(event["text"] for event in events if event["kind"] == "note")


def test_whole_suite(bench, note):
    """The whole accessory suite: nothing fails, and the wall time is that over TCP and the reconnections."""
    bench.rig(board=LOCK.replace("LINK", "ble:name=Lock,service=nus"))
    _, events, _ = bench.run("suite(accessory)", 1800)
    bench.ask("(su runner -c 'uwbrig virtual --accessory-tcp 7100 --framing length16' >/tmp/tcp 2>&1 &); sleep 3")
    bench.rig(board=LOCK.replace("LINK", "tcp://127.0.0.1:7100").replace(
        "claims", "framing: length16\n    claims"))
    _, stream, _ = bench.run("suite(accessory)", 1800)
    bench.ask("killall uwbrig", status=None)
    assert set(verdicts(events).values()) <= {"PASS", "SKIP"}
    spent = [
        {event["case"]: event["duration_us"] / 1e6 for event in each
         if event["kind"] == "case-finished" and event["verdict"] == "PASS"}
        for each in (events, stream)]
    both = set(spent[0]) & set(spent[1])
    air, tcp = (sum(each[case] for case in both) for each in spent)
    # A connection that was closed lasts for another 2 s, and the next takes its time.
    closed = [event for event in events if event["kind"] == "board-opened"]
    note(f"{len(spent[0])} PASS; {len(both)} cases in {air:.0f} s, over TCP in {tcp:.0f} s, "
         f"{len(closed)} connections")
    assert air <= 1.3 * tcp + 2.2 * len(closed)


def test_deaf_adapter(bench):
    """An adapter whose searches hear nothing is no fault of a board that it connects with."""
    bench.rig(TAG)
    for case in ("L13", "L15"):
        bench.deed("upon Tag 0a deaf 1")
        text, events, _ = bench.run(f"id({case})", status=None)
        bench.deed("deaf 0")
        assert verdicts(events) == {case: "INCONCLUSIVE"}, text


def test_does_not_return(bench):
    """An accessory that advertises no more after a connection."""
    bench.rig("ble:name=Hush,service=nus")
    text, events, _ = bench.run("id(L13)", status=1)
    bench.deed("on Hush")
    assert verdicts(events) == {"L13": "FAIL"}, text


def test_second_adapter(bench):
    """Two centrals on two adapters, and two sessions at once."""
    door = LOCK.replace("LINK", "ble:name=Door,service=nus").replace("Lock", "Door")
    bench.rig(board=door.replace("sessions: 1", "sessions: 2"))
    _, events, _ = bench.run("id(M01)|id(M04)|id(M05)|id(M06)|id(L09)")
    assert set(verdicts(events).values()) == {"PASS"}, verdicts(events)


@pytest.mark.parametrize("unit", [23, 41, 52, 247, 517])
def test_mtu(bench, unit):
    """Messages are whole from an MTU of 39 on; at 23 the configuration data is seen to be cut."""
    bench.rig(f"{TAG},mtu={unit}")
    text, events, _ = bench.run("id(C01)", status=1 if unit == 23 else 0)
    measured = {event["name"]: event["value"] for event in events if event["kind"] == "measurement"}
    # The accessory's own limit is 517.
    assert measured["b1: MTU"] == unit, measured
    assert unit != 23 or "truncated" in text, text


@pytest.mark.parametrize("name,words", [
    ("Shy", "does not pair"), ("Unpaired", "does not pair"), ("Old", ""), ("Asks", "")])
def test_odd_peers(bench, name, words):
    """Pairing refused, pairing unanswered, legacy pairing, a server that asks and indicates."""
    bench.rig(f"ble:name={name},service=nus")
    text, events, _ = bench.run("id(N01)|id(C01)")
    assert words in notes(events), text


@pytest.mark.parametrize("address", ["C0:D1:E2:F3:A4:BE", "41:D1:E2:F3:A4:BF"])
def test_by_address(bench, address):
    """A name that is no plain text, and no name with a private address."""
    bench.rig(f"ble:address={address},service=nus")
    bench.run("id(N01)")


def test_address_type(bench):
    """The wrong type of an address is told."""
    bench.rig("ble:address=C0:D1:E2:F3:A4:B6,service=nus,type=public")
    text, _, took = bench.run("id(N01)", status=3)
    assert "type random, not public" in text and took < 30, text


def test_bond_lost_on_the_board(bench):
    """A bond that the board has lost is made anew, and told."""
    bench.rig(board=LOCK.replace("LINK", "ble:name=Lock,service=nus"))
    bench.deed("upon Lock 0b forget Lock")
    text, events, _ = bench.run("id(R07)|id(N01)")
    assert "has lost its bond" in notes(events), text


def test_strangers_do_not_pair(bench):
    """The agent of a run answers for its own boards alone."""
    bench.rig(TAG)
    stranger = "C0:D1:E2:F3:A4:B9"
    bench.ask(
        f"(su runner -c 'att_echo F0:F1:F2:F3:F4:F5 {stranger} 20000 >/dev/null' &); "
        "true")
    bench.deed("upon Tag 0b pair Door")
    bench.run("id(T03)")
    # It ends by itself where the door hangs up on it.
    bench.ask("killall att_echo", status=None)
    assert "Door not paired" in bench.heard(), bench.heard()[-1000:]


def test_bond_lost_over_a_reset(bench):
    """A board that forgets its bond when its power goes: FAIL, and its other cases are judged."""
    bench.rig(board=LOCK.replace("LINK", "ble:name=Forgets,service=nus").replace("Lock", "Forgets"))
    text, events, _ = bench.run("id(L14)|id(N01)", status=1)
    assert verdicts(events) == {"L14": "FAIL", "N01": "PASS"}, text


def test_held_by_another_program(bench):
    """A board that another program is connected with is told with its name, and status 3."""
    bench.rig(TAG)
    bench.ask("(su runner -c 'att_echo F0:F1:F2:F3:F4:F5 C0:D1:E2:F3:A4:B6 100000 >/dev/null' &); sleep 2")
    text, _, _ = bench.run("id(N01)", status=3)
    bench.ask("killall att_echo")
    assert "att_echo (process" in text, text


@pytest.mark.parametrize("packets", [1, 4, 9, 14, 16, 18])
@pytest.mark.parametrize("deed", ["unplug", "leave Tag", "off Tag"])
def test_end_at_a_message(bench, note, deed, packets):
    """The adapter, the peer or its power goes at a message of a session: typed, and the next run is ready."""
    bench.rig(TAG)
    bench.deed(f"at Tag {packets} {deed}")
    text, events, _ = bench.run("id(N01)|id(C01)", status=None)
    for event in events:
        if event["kind"] == "case-finished" and event["verdict"] != "PASS":
            reason = event["reason"]
            # What is the adapter's fault is none of the board's.
            assert deed != "unplug" or event["verdict"] == "ERROR", text
            assert any(word in reason for word in ("board lost", "board not ready", "device restarted")), text
            if "this computer has ended it" in reason:
                until = [packet for packet in events if packet["t_us"] <= event["t_us"]]
                assert bench.verdict_after(until) < bench.slowness(events), text
    bench.deed("on Tag")
    bench.adapter_back()
    took = bench.seconds_until_ready()
    note(f"{', '.join(sorted(set(verdicts(events).values())))}; the next run took {took:.1f} s")
    assert took < 5 * bench.slowness(events), took


@pytest.mark.parametrize("after", [0.3, 0.8, 1.2, 1.6, 2.5])
def test_killed_run(bench, note, after):
    """A run is killed: the next one finds the board within 5 s."""
    bench.rig("ble:name=Lock,service=nus")
    bench.ask(
        "(su runner -c 'exec uwbrig run \"id(C27-5s)\" --rig /tmp/rig.yaml --out /tmp/k' >/dev/null 2>&1 &); "
        f"sleep {after}; killall -9 uwbrig")
    took = bench.seconds_until_ready()
    note(f"{took:.1f} s")
    assert took < 5, took


def test_burst(bench, note):
    """A thousand notifications in a burst all arrive, or the loss is told."""
    bench.rig(board=LOCK.replace("LINK", "ble:name=Lock,service=nus").replace(
        "claims: {", "claims: {vendor-ids: [0x2E], "))
    bench.deed("upon Lock 0b burst Lock 1000")
    text, events, _ = bench.run("id(T03)")
    came = [event["hex"] for event in events
            if event["kind"] == "packet" and event["dir"] == "in" and event["hex"][6:8] == "2e"]
    note(f"{len(came)} came")
    assert len(set(came)) == 1000 or "lost" in notes(events), (len(came), text)


def test_three_at_once(bench):
    """Three accessories on one adapter."""
    bench.rig(TAG, "ble:address=C0:D1:E2:F3:A4:B7,service=nus", "ble:address=C0:D1:E2:F3:A4:B8,service=nus")
    _, events, _ = bench.run("id(N01)|id(C01)|id(S04)")
    passed = [event for event in events if event["kind"] == "case-finished" and event["verdict"] == "PASS"]
    assert len(passed) == 9, verdicts(events)


def test_round_trip(bench, note):
    """An answer takes no longer than a plain program's on the same socket."""
    bench.rig(TAG)
    bench.seconds_until_ready()
    # What was closed lasts for 2 s, before each of the two.
    bench.ask("sleep 3")
    plain = bench.runner("att_echo F0:F1:F2:F3:F4:F5 C0:D1:E2:F3:A4:B6 300")
    bench.ask("sleep 3")
    _, events, _ = bench.run("id(R01)|id(N03)|id(N04)|id(C01)|id(R05)|id(E02)", status=None)
    times, asked = [], None
    for event in events:
        if event["kind"] != "packet":
            continue
        message = event["hex"][6:8]
        if event["dir"] == "out" and event["hex"][:2] == "12" and message == "0a":
            asked = event["t_us"]
        elif event["dir"] == "in" and event["hex"][:2] == "1b" and message == "01" and asked:
            times.append(event["t_us"] - asked)
            asked = None
    own, other = statistics.median(times), statistics.median(map(int, plain.split()))
    note(f"{own / 1000:.2f} ms of {len(times)}, plain {other / 1000:.2f} ms")
    assert own <= 1.2 * other


def test_container(bench):
    """Without the host's network namespace: the search works, the board is ERROR, and others are judged."""
    bench.rig(board=f"""\
  - {{name: tag, firmware: ni-accessory, link: "{TAG}"}}
  - {{name: model, firmware: ni-accessory, link: virtual}}
""")
    text = bench.ask(
        "unshare -n su runner -c 'cd; uwbrig scan ble --for 2s; "
        "uwbrig run \"id(N01)\" --rig /tmp/rig.yaml --out o --progress none' 2>&1", status=3)
    assert TAG in text and "start a container with --network host" in text, text
    assert "2 cases: 1 PASS, 1 ERROR" in text, text


def test_blocked_adapter(bench):
    """An adapter that is blocked: ERROR, and the way to unblock it."""
    bench.rig(TAG)
    bench.ask("for s in /sys/class/rfkill/*/soft; do echo 1 >$s; done")
    text, _, _ = bench.run("id(N01)", status=3)
    bench.ask("for s in /sys/class/rfkill/*/soft; do echo 0 >$s; done; sleep 1")
    assert "rfkill" in text, text
    bench.run("id(N01)")
