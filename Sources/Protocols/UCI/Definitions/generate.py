#!/usr/bin/env python3
"""Makes ../Generated/*.swift and ../../../Program/uwbrig/Documentation.docc/UCI-*.md from uci.yaml.

  generate.py           writes the files
  generate.py --check   writes nothing; prints a diff and exits 1 where a file differs

Needs PyYAML and `swift format`.
"""
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

sys.dont_write_bytecode = True
import reference  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
TARGET = HERE.parent / "Generated"
CATALOGUE = HERE.parents[2] / "Program" / "uwbrig" / "Documentation.docc"
PACKAGE = HERE.parents[3]

SOURCES = {
    "A": "AOSP", "P": "pica", "H": "observed: DWM3001CDK", "Q": "observed: Qorvo host tools",
    "X": "observed: NXP SR1xx and SR2xx", "W": "observed: Wireshark dissector",
}
ACRONYMS = {
    "uci": "UCI", "uwb": "UWB", "uwbs": "UWBS", "nxp": "NXP", "ccc": "CCC", "dt": "DT",
    "hus": "HUS", "twr": "TWR", "owr": "OWR", "aoa": "AoA", "tdoa": "TDoA", "mac": "MAC",
    "rssi": "RSSI", "fom": "FoM", "nlos": "NLoS", "sts": "STS", "id": "ID", "ids": "IDs",
    "rfu": "RFU", "tlv": "TLV", "tlvs": "TLVs", "cfo": "CFO", "tof": "ToF", "rr": "RR",
    "rdm": "RDM", "fira1": "FiRa1", "rx": "RX", "tx": "TX", "ss": "SS",
    "psdu": "PSDU", "phr": "PHR", "sfd": "SFD", "cir": "CIR", "cirs": "CIRs", "cw": "CW",
    "pll": "PLL", "rtc": "RTC", "fcs": "FCS", "prf": "PRF", "dl": "DL", "ul": "UL",
    "ursk": "URSK", "aliro": "Aliro", "macs": "MACs", "us": "US", "phy": "PHY",
    "gid": "GID", "oid": "OID", "toa": "ToA", "crc": "CRC", "ie": "IE", "ttl": "TTL", "se": "SE", "bprf": "BPRF", "hprf": "HPRF", "iv": "IV", "mtu": "MTU",
}
# Swift names that the rule does not give: keywords, clashes, and words that read badly.
TYPE_NAMES = {
    "mt": "UCIMessageType", "gid": "UCIGroup", "dpf": "UCIDataFormat", "nlos": "UCILineOfSight",
    "credit": "UCICredit", "mac_addr_mode": "UCIMACAddressMode",
}
MEMBER_NAMES = {
    ("session_state", "INIT"): "initial", ("session_state", "DEINIT"): "deinitialized",
    ("hus_participation", "NONE"): "notParticipating",
}
ID_TYPES = {
    "app_config": "AppConfigID", "device_config": "DeviceConfigID",
    "test_config": "TestConfigID", "radar_config": "RadarConfigID",
    "capability": "CapabilityID", "capability_fira1": "FiRa1CapabilityID",
}
TITLES = {
    "app_config": "application configuration parameter of a session",
    "device_config": "device configuration parameter",
    "test_config": "test configuration parameter",
    "radar_config": "radar configuration parameter",
    "capability": "capability, as FiRa 2.x numbers them; vendor capabilities included",
    "capability_fira1": "capability, as FiRa 1.x numbers them; vendor capabilities included",
}
KINDS = {"cmd": "Command", "rsp": "Response", "ntf": "Notification", "payload": ""}
SUFFIXES = {"cmd": "_CMD", "rsp": "_RSP", "ntf": "_NTF", "payload": ""}
TYPES = {"cmd": 1, "rsp": 2, "ntf": 3, "payload": 0}
GROUP_FILES = {"SESSION_CONFIG": "SessionConfiguration"}
CONTEXT_SIZES = "[2, 8]"
TYPE_CASES = {"cmd": "command", "rsp": "response", "ntf": "notification", "payload": "data"}
UNITS = {"deg": "Degrees", "dBm": "DBm"}
INTEGERS = {"u8": "UInt8", "u16": "UInt16", "u32": "UInt32", "u64": "UInt64",
            "i8": "Int8", "i16": "Int16", "i32": "Int32"}

NUMBER_TYPES = {2: "UInt16", 8: "UInt64"}

DATA = yaml.safe_load((HERE / "uci.yaml").read_text())


def pascal(name):
    words = [w for w in name.lower().split("_") if w]
    return "".join(ACRONYMS.get(w, w[:1].upper() + w[1:]) for w in words)


def camel(name):
    words = [w for w in name.lower().split("_") if w]
    rest = "".join(ACRONYMS.get(w, w[:1].upper() + w[1:]) for w in words[1:])
    return words[0] + rest


def hexadecimal(value):
    return f"0x{value:02X}"


def sources(entry):
    if "src" not in entry:
        return ""
    text = ", ".join(SOURCES[s] for s in str(entry["src"]).split())
    if "confidence" in entry:
        text += "; " + entry["confidence"]
    return text


def enum_type(name):
    if name.endswith("_id") and name[:-3] in ID_TYPES:
        return ID_TYPES[name[:-3]]
    return TYPE_NAMES.get(name, "UCI" + pascal(name))


ENUMS = set(DATA["enums"]) | {t + "_id" for t in ID_TYPES}


class Field:
    """One field of a message or record."""

    def __init__(self, name, spec):
        self.wire, self.name = name, camel(name)
        listed = re.match(r"list\(((?:[^()]|\([^()]*\))*), (\w+)\)", spec)
        if listed:
            head, rest = listed.group(0), spec[listed.end():].split()
            self.element, self.count = listed.group(1), listed.group(2)
        else:
            head, *rest = spec.split()
            self.element = self.count = None
        self.spec = head
        self.attributes = dict(a.split("=", 1) for a in rest)
        sized = re.fullmatch(r"(bytes|mac|ascii|uint)\(([\w*]+)\)", head)
        self.base = sized.group(1) if sized else head
        self.size = sized.group(2) if sized else None
        self.when = self.attributes.get("when", "").split(":") if "when" in self.attributes else None

    @property
    def is_rest(self):
        return self.size == "*"

    @property
    def is_list(self):
        return self.element is not None

    @property
    def fixed_size(self):
        """Bytes on the wire where the layout alone says it; None otherwise."""
        if self.is_list or self.when:
            return None
        if self.size is not None:
            return int(self.size) if self.size.isdigit() else None
        if self.base in INTEGERS:
            return int(self.base[1:]) // 8
        return 1 if self.base in ENUMS else None

    @property
    def bare_size(self):
        """Bytes of a field whose type alone says it, present or not; None otherwise."""
        if self.size is not None:
            return None
        return int(self.base[1:]) // 8 if self.base in INTEGERS else 1

    @property
    def number_type(self):
        """The integer that holds an address of fixed size; None for any other field."""
        if self.base == "mac" and self.fixed_size in NUMBER_TYPES:
            return NUMBER_TYPES[self.fixed_size]
        return None

    @property
    def is_reserved(self):
        """Reserved bytes that are held inline."""
        return "const" in self.attributes and self.base == "bytes" and (self.fixed_size or 99) <= 16


def fields_of(entries):
    return [Field(*next(iter(e.items()))) for e in entries]


def element_type(element):
    sized = re.fullmatch(r"(bytes|mac|ascii)\(([\w*]+)\)", element)
    if sized:
        return "[UInt8]"
    if element in INTEGERS:
        return INTEGERS[element]
    if element in ENUMS:
        return enum_type(element)
    if element in DATA["choices"]:
        return "UCI" + pascal(element)
    return record_type(element)


def record_type(name):
    return {
        "twr_short": "TWRShortMeasurement", "twr_extended": "TWRExtendedMeasurement",
        "owr_aoa_short": "OWRAoAShortMeasurement", "owr_aoa_extended": "OWRAoAExtendedMeasurement",
        "dl_tdoa_short": "DLTDoAShortMeasurement", "dl_tdoa_extended": "DLTDoAExtendedMeasurement",
        "ul_tdoa_short": "ULTDoAShortMeasurement", "ul_tdoa_extended": "ULTDoAExtendedMeasurement",
    }.get(name, pascal(name))


def swift_type(field):
    if field.is_list:
        kind = element_type(field.element)
        kind = f"[{kind}]"
    elif field.base == "uint":
        kind = "UInt64"
    elif field.size is not None:
        kind = "[UInt8]"
    elif field.base in INTEGERS:
        kind = INTEGERS[field.base]
    else:
        kind = enum_type(field.base)
    return kind + ("?" if field.when else "")


class Layout:
    """The fields of a struct, and how they are read and written."""

    def __init__(self, entries, derived, context=()):
        self.fields = fields_of(entries)
        self.derived = {d["name"]: d for d in derived}
        names = {f.wire for f in self.fields}
        users = {}
        for f in self.fields:
            for n in (f.count, f.size if f.size not in (None, "*") and not f.size.isdigit() else None):
                if n:
                    users.setdefault(n, []).append(f)
        # A count or length that an array implies is not a property.
        self.implied = {
            n: fs[0] for n, fs in users.items()
            if n in names and not (fs[0].is_list and "(" in fs[0].element and n in fs[0].element)
        }
        for f in list(self.fields):  # a size used inside list elements stays a property
            if f.is_list:
                inner = re.fullmatch(r"\w+\((\w+)\)", f.element)
                if inner:
                    self.implied.pop(inner.group(1), None)
        self.outer = []
        for n in users:
            if n not in names and n not in self.derived and n not in self.outer:
                self.outer.append(n)
        for f in self.fields:
            if f.is_list:
                inner = re.fullmatch(r"\w+\((\w+)\)", f.element)
                needs = [inner.group(1)] if inner else RECORD_OUTER.get(f.element, [])
                for n in needs:
                    if n not in names and n not in self.derived and n not in self.outer:
                        self.outer.append(n)
        self.properties = [f for f in self.fields if f.wire not in self.implied]
        self.has_rest = any(f.is_rest for f in self.fields)

    def derived_from(self, field):
        return [d for d in self.derived.values() if d["from"] == field.wire]

    def used(self, name):
        for f in self.fields:
            if name in (f.count, f.size) or (f.is_list and name in f.element):
                return True
            if f.is_list and name in RECORD_OUTER.get(f.element, []):
                return True
        return False


RECORD_OUTER = {}
# Sizes that some bits of a field choose, and those that no message carries: a name means one of them.
DERIVED = {d["name"]: d for e in [*DATA["messages"], *DATA["records"].values()] for d in e.get("derived", [])}
CONTEXTS = {n for e in DATA["messages"] for n in e.get("context", [])}


def runs(layout):
    """The fields in order: a list of neighbours of fixed size, read and written at once, or one field."""
    out, run = [], []
    for f in layout.fields:
        if f.fixed_size is not None:
            run.append(f)
            continue
        out += [run] if run else []
        run = []
        out.append(f)
    out += [run] if run else []
    return [r[0] if isinstance(r, list) and len(r) == 1 and is_plain(r[0]) else r for r in out]


def is_plain(f):
    """A field that is read and written just as well alone."""
    return f.number_type is None and not f.is_reserved


def run_size(run):
    return sum(f.fixed_size for f in run)


def run_layout(run):
    return " ".join(f"{f.wire}:{f.fixed_size}" for f in run)


def load(f, offset, source):
    """The value of a field of fixed size in a run of bytes."""
    if f.number_type or f.base in INTEGERS:
        return f"{source}.integer(at: {offset})"
    if f.base == "uint":
        return f"{source}.unsigned(at: {offset}, count: {f.size})"
    if f.is_reserved:
        return f"ReservedBytes({source}, at: {offset}, count: {f.size})"
    if f.size is not None:
        return f"{source}.slice(at: {offset}, count: {f.size}).copied()"
    return f"{enum_type(f.base)}(rawValue: {source}.integer(at: {offset}))"


def store(f, offset, layout):
    target = f"self.{f.name}"
    if f.wire in layout.implied:
        return f"$0.put({INTEGERS[f.base]}(truncatingIfNeeded: {f.name}), at: {offset})"
    if f.number_type:
        return f"$0.put({target}Number, at: {offset})"
    if f.base in INTEGERS:
        return f"$0.put({target}, at: {offset})"
    if f.base == "uint":
        return f"$0.putUnsigned({target}, at: {offset}, count: {f.size})"
    if f.is_reserved:
        return f"{target}Kept.put(into: &$0, at: {offset}, count: {f.size})"
    if f.size is not None:
        return f"$0.put({target}, at: {offset}, count: {f.size})"
    return f"$0.put({target}.rawValue, at: {offset})"


def stored_name(f):
    return f.name + ("Number" if f.number_type else "Kept" if f.is_reserved else "")


def size_expression(size):
    return size if size.isdigit() else camel(size)


def read_element(element, label, layout):
    sized = re.fullmatch(r"(bytes|mac|ascii)\((\w+)\)", element)
    if sized:
        size = sized.group(2)
        text = f"Int({camel(size)})" if size in {f.wire for f in layout.fields} else size_expression(size)
        return f'try reader.readBytes({text}, field: "{label}")'
    if element in INTEGERS:
        return f'try reader.read({INTEGERS[element]}.self, field: "{label}")'
    if element in ENUMS:
        return f'{enum_type(element)}(rawValue: try reader.read(field: "{label}"))'
    outer = "".join(f", {camel(n)}: {camel(n)}" for n in RECORD_OUTER.get(element, []))
    return f"try {record_type(element)}(reading: &reader, dialect: dialect{outer})"


def read_value(f, layout):
    label = f.wire
    if f.is_rest:
        return "reader.readRest()"
    if f.base == "uint":
        return f'try reader.readUnsigned(count: {size_expression(f.size)}, field: "{label}")'
    if f.size is not None:
        return f'try reader.readBytes({size_expression(f.size)}, field: "{label}")'
    if f.base in INTEGERS:
        return f'try reader.read(field: "{label}")'
    return f'{enum_type(f.base)}(rawValue: try reader.read(field: "{label}"))'


def condition(f, on="self."):
    field, value = f.when
    return f"{on}{camel(field)}", value


def presence(f, layout):
    """A Swift condition: is this optional field on the wire?"""
    field, value = f.when
    source = next(x for x in layout.fields if x.wire == field)
    name = "self." + source.name
    if source.base in ENUMS:
        return f"{name}.rawValue == {value}"
    return f"{name} == {value}"


def reading(layout):
    """The statements that read all fields into `self`."""
    out = []

    def derive(f, behind):
        for d in layout.derived_from(f):
            if layout.used(d["name"]):
                raw = f"self.{f.name}" + (".rawValue" if f.base in ENUMS else "")
                out.append(
                    f'let {camel(d["name"])} = try reader.derived(from: Int({raw}), '
                    f'{derived_arguments(d)}, field: "{f.wire}", behind: {behind})')

    count = 0
    for f in runs(layout):
        if isinstance(f, list):
            count += 1
            run = f"run{count}" if count > 1 else "run"
            out.append(f'let {run} = try reader.readRun({run_size(f)}, "{run_layout(f)}")')
            offset = 0
            for g in f:
                if g.wire in layout.implied:
                    out.append(f"let {g.name} = Int({run}.integer({INTEGERS[g.base]}.self, at: {offset}))")
                else:
                    out.append(f"self.{stored_name(g)} = {load(g, offset, run)}")
                offset += g.fixed_size
            offset = 0
            for g in f:
                derive(g, run_size(f) - offset)
                offset += g.fixed_size
            continue
        if f.wire in layout.implied:
            kind = INTEGERS[f.base]
            value = f'Int(try reader.read({kind}.self, field: "{f.wire}"))'
            if f.when:
                out.append(f"var {f.name} = 0")
                out.append(f"if {presence(f, layout)} {{ {f.name} = {value} }}")
            else:
                out.append(f"let {f.name} = {value}")
            continue
        if f.is_list:
            if f.element in DATA["choices"]:
                by = [camel(b) for b in DATA["choices"][f.element]["by"]]
                arguments = ", ".join(f"{b}: self.{b}" for b in by)
                out.append(
                    f"self.{f.name} = try UCI{pascal(f.element)}.read(count: {camel(f.count)}, "
                    f"from: &reader, dialect: dialect, {arguments})")
                continue
            var = f.name + "Read"
            body = f"for _ in 0..<{camel(f.count)} {{ {var}.append({read_element(f.element, f.wire, layout)}) }}"
            out.append(f"var {var}: [{element_type(f.element)}] = []")
            if f.when:
                out.append(f"if {presence(f, layout)} {{ {body} }}")
                out.append(f"self.{f.name} = {presence(f, layout)} ? {var} : nil")
            else:
                out.append(body)
                out.append(f"self.{f.name} = {var}")
        elif f.when:
            out.append(f"self.{f.name} = {presence(f, layout)} ? {read_value(f, layout)} : nil"
                       .replace("? try", "? try"))
        else:
            out.append(f"self.{f.name} = {read_value(f, layout)}")
        derive(f, f.fixed_size or 0)
    return out


def derived_arguments(d):
    return f"mask: {hexadecimal(d['mask'])}, shift: {d['shift']}, values: {d['values']}"


def write_element(element, value, layout):
    sized = re.fullmatch(r"(bytes|mac|ascii)\((\w+)\)", element)
    if sized:
        size = sized.group(2)
        text = f"Int(self.{camel(size)})" if size in {f.wire for f in layout.fields} else size_expression(size)
        return f"writer.write({value}, count: {text})"
    if element in INTEGERS:
        return f"writer.write({value})"
    if element in ENUMS:
        return f"writer.write({value}.rawValue)"
    outer = "".join(f", {camel(n)}: {camel(n)}" for n in RECORD_OUTER.get(element, []))
    return f"{value}.encode(into: &writer{outer})"


def empty_of(element):
    if element in INTEGERS:
        return "0"
    return "[]"


def implied_count(f, layout):
    """The statement that counts what an array holds, before its count is written."""
    source = layout.implied[f.wire]
    array = f"self.{source.name}" + (" ?? []" if source.when else "")
    array = f"({array})" if source.when else array
    if source.is_list and source.element in DATA["choices"]:
        count = f"UCI{pascal(source.element)}.count({array})"
    else:
        count = f"{array}.count"
    return f"let {f.name} = min({count}, Int({INTEGERS[f.base]}.max))"


def writing(layout):
    out = []

    def derive(f):
        for d in layout.derived_from(f):
            if layout.used(d["name"]):
                raw = f"self.{f.name}" + (".rawValue" if f.base in ENUMS else "")
                out.append(
                    f'let {camel(d["name"])} = derivedSize(from: Int({raw}), {derived_arguments(d)})')

    count = 0
    for f in runs(layout):
        if isinstance(f, list):
            out += [implied_count(g, layout) for g in f if g.wire in layout.implied]
            lines, offset = [], 0
            for g in f:
                lines.append(store(g, offset, layout))
                offset += g.fixed_size
            count += 1
            run = f"run{count}" if count > 1 else "run"
            out.append(f"var {run} = writer.writeRun({run_size(f)})")
            out += [line.replace("$0", run) for line in lines]
            for g in f:
                derive(g)
            continue
        target = f"self.{f.name}"
        if f.wire in layout.implied:
            out.append(implied_count(f, layout))
            line = f"writer.write({INTEGERS[f.base]}(truncatingIfNeeded: {f.name}))"
            out.append(f"if {presence(f, layout)} {{ {line} }}" if f.when else line)
            continue
        if f.is_list:
            if f.element in DATA["choices"]:
                # Through a span: an element is borrowed, not copied.
                out.append(f"let {f.name}Span = {target}.span\n"
                           f"for index in {f.name}Span.indices {{ {f.name}Span[index].encode(into: &writer) }}")
                continue
            number = camel(f.count)
            first = layout.implied.get(f.count) is f
            array = f"({target} ?? [])" if f.when else target
            loop = f"for element in {array}.prefix({number}) {{ {write_element(f.element, 'element', layout)} }}"
            if not first:
                pad = write_element(f.element, empty_of(f.element) if f.element not in INTEGERS
                                    else f"{INTEGERS[f.element]}(0)", layout)
                loop += f"\nfor _ in min({array}.count, {number})..<{number} {{ {pad} }}"
            out.append(f"if {presence(f, layout)} {{ {loop} }}" if f.when else loop)
        elif f.is_rest:
            out.append(f"writer.write({target})")
        elif f.base == "uint":
            out.append(f"writer.writeUnsigned({target}, count: {size_expression(f.size)})")
        elif f.size is not None:
            out.append(f"writer.write({target}, count: {size_expression(f.size)})")
        else:
            value = target + (" ?? 0" if f.when else "")
            if f.base in ENUMS:
                value += ".rawValue"
            line = f"writer.write({value})"
            out.append(f"if {presence(f, layout)} {{ {line} }}" if f.when else line)
        derive(f)
    return out


def field_comment(f):
    text = f"`{f.wire}`"
    if f.is_list:
        text += ", a list"
    elif f.is_rest:
        text += ", all bytes that are left"
    elif f.size is not None and f.size.isdigit():
        text += f", {f.size} bytes"
    if "div" in f.attributes:
        text += f", raw; divide by {f.attributes['div']} for {f.attributes.get('unit', 'the value')}"
    elif "unit" in f.attributes:
        text += f", in {f.attributes['unit']}"
    if "invalid" in f.attributes:
        text += f"; {f.attributes['invalid']} is none"
    if "const" in f.attributes:
        text += "; reserved" + (", empty when all zero" if f.size else "")
    if f.when:
        text += f"; present only when `{f.when[0]}` is {f.when[1]}"
    return text + "."


def properties(layout):
    out = []
    for f in layout.properties:
        if f.number_type:
            out.append(f"/// `{f.wire}`, {f.size} bytes, as a little-endian number.\n"
                       f"public var {stored_name(f)}: {f.number_type}")
        elif f.is_reserved:
            out.append(f"var {stored_name(f)}: ReservedBytes")
        else:
            out.append(f"/// {field_comment(f)}\npublic var {f.name}: {swift_type(f)}")
    for f in layout.properties:
        if f.number_type:
            out.append(f"/// {field_comment(f)}\npublic var {f.name}: [UInt8] {{\n"
                       f"get {{ bytes(of: {stored_name(f)}) }}\n"
                       f"set {{ {stored_name(f)} = number(of: newValue) }}\n}}")
        elif f.is_reserved:
            out.append(f"/// {field_comment(f)}\npublic var {f.name}: [UInt8] {{\n"
                       f"get {{ {stored_name(f)}.bytes(count: {f.size}) }}\n"
                       f"set {{ {stored_name(f)} = ReservedBytes(newValue, count: {f.size}) }}\n}}")
    return out


def default_of(f):
    if "const" in f.attributes:
        return " = []" if f.size else " = 0"
    if f.wire == "vendor_data":
        return " = []"
    if f.when:
        return " = nil"
    return ""


def memberwise(layout, extra_parameters=(), extra_body=()):
    parameters = [f"{f.name}: {swift_type(f)}{default_of(f)}" for f in layout.properties]
    parameters += list(extra_parameters)
    body = []
    for f in layout.properties:
        value = f.name
        if f.number_type:
            value = f"number(of: {f.name})"
        elif f.is_reserved:
            value = f"ReservedBytes({f.name}, count: {f.size})"
        body.append(f"self.{stored_name(f)} = {value}")
    body += list(extra_body)
    return (f"/// All fields.\npublic init({', '.join(parameters)}) {{\n" + "\n".join(body) + "\n}")


def physical(layout, optional=""):
    out = []
    for f in layout.properties:
        if "div" not in f.attributes or f.attributes.get("unit") not in UNITS:
            continue
        name = f.name + UNITS[f.attributes["unit"]]
        value = f"Double({f.name}) / {f.attributes['div']}".replace("/ -", "/ -")
        if "invalid" in f.attributes:
            out.append(f"/// ``{f.name}`` in {f.attributes['unit']}; nil when there is none.\n"
                       f"public var {name}: Double? {{ {f.name} == {f.attributes['invalid']} ? nil : {value} }}")
        else:
            out.append(f"/// ``{f.name}`` in {f.attributes['unit']}.\npublic var {name}: Double {{ {value} }}")
    return out


def place_size(size):
    """How long a field is, or how many elements a list has."""
    if size == "*":
        return ".rest"
    if size.isdigit():
        return f".bytes({size})"
    if size in CONTEXTS:
        return f".unsaid({CONTEXT_SIZES})"
    if size in DERIVED:
        d = DERIVED[size]
        return f'.derived(from: "{d["from"]}", {derived_arguments(d)})'
    return f'.field("{size}")'


def description(f):
    """The field as an element of a table of fields."""
    a = f.attributes
    size = place_size(f.count) if f.is_list else place_size(f.size or str(f.bare_size))
    values = enum_type(a["table"] + "_id") if "table" in a else None
    if f.is_list:
        kind = f".list({description_of_element(f)})"
    elif f.base in ENUMS:
        kind, values = ".enumeration", enum_type(f.base)
    elif "show" in a:
        kind = "." + a["show"]
    else:
        kind = {"u": ".unsigned", "i": ".signed"}.get(f.base[0]) if f.base in INTEGERS else {
            "bytes": ".bytes", "mac": ".address", "ascii": ".text", "uint": ".unsigned"}[f.base]
    parts = [f'"{f.wire}"', kind, size]
    if values:
        parts.append(f"values: {values}.self")
    if "unit" in a and a["unit"] != "ratio":
        parts.append(f'unit: "{a["unit"]}"')
    if "div" in a:
        parts.append(f'divisor: {a["div"]}')
    if "invalid" in a:
        parts.append(f'none: {a["invalid"]}')
    if "min" in a:
        parts.append(f'least: {a["min"]}')
    if "max" in a:
        parts.append(f'most: {a["max"]}')
    if "const" in a:
        parts.append(f'constant: {a["const"]}')
    if "default" in a:
        parts.append(f'usual: {a["default"]}')
    if f.when:
        parts.append(f'condition: .init("{f.when[0]}", equals: {f.when[1]})')
    if "record" in a:
        parts.append(f'vendorRecord: .init(.{a["vendor"]}, {record_type(a["record"])}.fields)')
    return f".init({', '.join(parts)})"


def description_of_element(f):
    name = f.attributes.get("each", f.wire)
    if f.element in DATA["choices"]:
        return f'.init("{name}", .choice(UCI{pascal(f.element)}.layouts), .parts)'
    if f.element in DATA["records"]:
        return f'.init("{name}", .record({record_type(f.element)}.fields), .parts)'
    return description(Field(name, f.element))


def table_of(fields):
    rows = "".join(description(f) + ",\n" for f in fields)
    return ("/// The fields in the order of the bytes.\n"
            f"public static let fields: [FieldDescription] = [{chr(10) if rows else ''}{rows}]\n")


def record(name, entry):
    layout = Layout(entry["fields"], entry.get("derived", []))
    kind = record_type(name)
    note = sources(entry)
    outer_parameters = "".join(f", {camel(n)}: Int" for n in layout.outer)
    text = f"/// The record `{name}`" + (f" ({note})" if note else "") + ".\n"
    text += f"public struct {kind}: Equatable, Sendable {{\n"
    text += table_of(layout.fields) + "\n"
    text += "\n".join(properties(layout)) + "\n\n" + memberwise(layout) + "\n\n"
    text += ("/// Reads the record.\n"
             f"public init(reading reader: inout WireReader, dialect: UCIDialect{outer_parameters}) "
             "throws(WireError) {\n" + "\n".join(reading(layout)) + "\n}\n\n")
    text += ("/// Appends the record.\n"
             f"public func encode(into writer: inout WireWriter{outer_parameters}) {{\n"
             + "\n".join(writing(layout)) + "\n}\n")
    for p in physical(layout):
        text += "\n" + p + "\n"
    return text + "}\n"


def by_names(names):
    return "[" + ", ".join(f'"{n}"' for n in names) + "]"


def choice(name, entry):
    kind = "UCI" + pascal(name)
    cases = entry["cases"]
    text = f"/// One element of `{name}s`: which record it is, the message says.\n"
    text += f"public enum {kind}: Equatable, Sendable {{\n"
    for c in cases:
        text += f"/// `{c['record']}`.\ncase {camel(c['record'])}({record_type(c['record'])})\n"
    text += ("/// Elements of no known layout: all of them, and all bytes that were left.\n"
             "case raw(count: UInt8, bytes: [UInt8])\n\n")
    by = entry["by"]
    text += ("/// The fields of each record, and the values that choose it.\n"
             f"public static let layouts = FieldDescription.Choice(by: {by_names(by)}, [\n"
             + "".join(f".init({c['of']}, {record_type(c['record'])}.fields),\n" for c in cases) + "])\n\n")
    parameters = ", ".join(f"{camel(b)}: {enum_type(b)}" for b in by)
    values = ", ".join(f"{camel(b)}.rawValue" for b in by)
    text += (f"static func read(count: Int, from reader: inout WireReader, dialect: UCIDialect, {parameters}) "
             f"throws(WireError) -> [{kind}] {{\n"
             "guard count > 0 else { return [] }\n"
             f"switch ({values}) {{\n")
    for c in cases:
        pattern = ", ".join(str(v) for v in c["of"])
        text += (f"case ({pattern}):\nreturn try list(of: count) {{ () throws(WireError) in "
                 f".{camel(c['record'])}(try {record_type(c['record'])}(reading: &reader, dialect: dialect)) }}\n")
    text += ("default: return [.raw(count: UInt8(clamping: count), bytes: reader.readRest())]\n}\n}\n\n")
    text += "@inline(__always)\nfunc encode(into writer: inout WireWriter) {\nswitch self {\n"
    for c in cases:
        text += f"case .{camel(c['record'])}(let record): record.encode(into: &writer)\n"
    text += "case .raw(_, let bytes): writer.write(bytes)\n}\n}\n\n"
    text += (f"/// How many elements the wire says; a raw one stands for several.\n"
             f"static func count(_ elements: [{kind}]) -> Int {{\n"
             "var sum = elements.count\n"
             "let borrowed = elements.span\n"
             "for index in borrowed.indices {\n"
             "if case .raw(let count, _) = borrowed[index] { sum = sum &+ Int(count) &- 1 }\n}\n"
             "return sum\n}\n}\n")
    return text


def message_type(entry, direction, alternative=None):
    base = pascal(entry["name"]) + KINDS[direction]
    return base + (pascal(alternative) if alternative else "")


def conformance(entry, direction, alternative):
    if direction == "cmd" and "rsp" in entry:
        return "UCICommandBody"
    return "UCIResponseBody" if direction == "rsp" and alternative is None else "UCIMessageBody"


def is_failure(element):
    """Whether a record says which parameter was refused, and why."""
    fields = DATA["records"].get(element, {}).get("fields", [])
    return [next(iter(f)) for f in fields] == ["id", "status"]


def message(entry, direction, fields, derived, context, alternative=None, alt_entry=None):
    layout = Layout(fields, derived)
    kind = message_type(entry, direction, alternative)
    name = entry["name"] + SUFFIXES[direction]
    gid, oid = entry["id"] if "id" in entry else (entry["dpf"], 0)
    note = sources(alt_entry or entry)
    text = f"/// `{name}`" + (f", layout `{alternative}`" if alternative else "") + f" ({note}).\n"
    if "note" in entry:
        text += f"///\n/// {entry['note']}\n"
    text += f"public struct {kind}: {conformance(entry, direction, alternative)} {{\n"
    if direction == "cmd" and "rsp" in entry:
        text += (f"/// The layout of its response.\n"
                 f"public typealias Response = {message_type(entry, 'rsp')}\n")
    parts = [f'"{name}", .{TYPE_CASES[direction]}, gid: {hexadecimal(gid)}, oid: {hexadecimal(oid)}']
    parts += [text for holds, text in [
        ("vendor" in entry, f"vendor: .{entry.get('vendor')}"),
        (entry.get("from") == "host", "isFromHost: true"),
        (entry.get("subsystem"), "isInSubsystem: true"),
        (direction == "rsp" and entry.get("status_alone"), "mayEndAfterStatus: true"),
    ] if holds]
    text += ("/// The name, the numbers of the header, and who speaks it.\n"
             f"public static let identity = UCIMessageIdentity({', '.join(parts)})\n")
    text += table_of(layout.fields) + "\n"
    failures = [f for f in layout.fields if f.is_list and is_failure(f.element)] if direction == "rsp" else []
    for f in failures:
        text += ("/// The parameters that were refused.\n"
                 "public func refusal(in dialect: UCIDialect) -> String {\n"
                 f"({f.name} ?? []).map {{ \"\\($0.id) \\($0.status.name(in: dialect))\" }}"
                 ".joined(separator: \", \")\n}\n\n")
    first = layout.fields[0] if layout.fields else None
    if direction == "rsp" and first is not None and first.base == "status" and len(layout.fields) > 1:
        return text + response(layout, fields, derived, entry.get("status_alone", False)) + "}\n"
    stored, parameters, body = [], [], []
    for n in context:
        stored.append(f"/// Bytes of an address; the session knows it, the message does not say it.\n"
                      f"public var {camel(n)}: Int")
        parameters.append(f"{camel(n)}: Int = 2")
        body.append(f"self.{camel(n)} = {camel(n)}")
    if not layout.has_rest:
        stored.append("/// Bytes after the last known field, kept.\npublic var trailing: [UInt8]")
        parameters.append("trailing: [UInt8] = []")
        body.append("self.trailing = trailing")
    text += "\n".join(properties(layout) + stored) + "\n\n"
    text += memberwise(layout, parameters, body) + "\n\n"
    read = reading(layout)
    if not layout.has_rest:
        read.append("self.trailing = reader.readRest()")
    if context:
        default = ", ".join(f"{camel(n)}: 2" for n in context)
        text += ("/// Reads the payload with short addresses.\n"
                 "public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {\n"
                 f"try self.init(reading: &reader, dialect: dialect, {default})\n}}\n\n")
        extra = "".join(f", {camel(n)}: Int" for n in context)
        passed = "".join(f", {camel(n)}: {camel(n)}" for n in context)
        text += ("/// Reads the payload of a packet of a session whose addresses have a known size.\n"
                 f"public init(packet: UCIPacket, dialect: UCIDialect{extra}) throws(WireError) {{\n"
                 "do {\nvar reader = WireReader(packet.payload)\n"
                 f"try self.init(reading: &reader, dialect: dialect{passed})\n"
                 "} catch {\nthrow error.within(Self.name)\n}\n}\n\n")
        read = [f"self.{camel(n)} = {camel(n)}" for n in context] + read
    else:
        extra = ""
    text += ("/// Reads the payload.\n"
             f"public init(reading reader: inout WireReader, dialect: UCIDialect{extra}) throws(WireError) {{\n"
             + "\n".join(read) + "\n}\n\n")
    write = writing(layout)
    if not layout.has_rest:
        write.append("writer.write(self.trailing)")
    text += ("/// Appends the payload.\npublic func encode(into writer: inout WireWriter) {\n"
             + "\n".join(write) + "\n}\n")
    for p in physical(layout):
        text += "\n" + p + "\n"
    return text + "}\n"


def response(layout, fields, derived, status_alone):
    """A response with fields after its status: they may be absent."""
    inner = Layout(fields[1:], derived)
    status_condition = "" if status_alone else ", status != .ok"
    text = ("/// `status`.\npublic var status: UCIStatus\n"
            "/// The fields behind the status; absent when the board ended the response there.\n"
            "public var body: Body?\n"
            "/// Bytes after the last known field, kept.\npublic var trailing: [UInt8]\n\n")
    text += ("/// A response that ends after its status.\n"
             "public init(status: UCIStatus) {\nself.status = status\nself.body = nil\nself.trailing = []\n}\n\n")
    parameters = ["status: UCIStatus"] + [f"{f.name}: {swift_type(f)}{default_of(f)}" for f in inner.properties]
    arguments = ", ".join(f"{f.name}: {f.name}" for f in inner.properties)
    text += (f"/// All fields.\npublic init({', '.join(parameters)}, trailing: [UInt8] = []) {{\n"
             f"self.status = status\nself.body = Body({arguments})\nself.trailing = trailing\n}}\n\n")
    for f in inner.properties:
        kind = swift_type(f)
        text += (f"/// {field_comment(f)[:-1]}; nil when the response ends after its status.\n"
                 f"public var {f.name}: {kind}{'' if kind.endswith('?') else '?'} {{ body?.{f.name} }}\n\n")
    text += ("/// Reads the payload.\n"
             "public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {\n"
             'let status = UCIStatus(rawValue: try reader.read(field: "status"))\n'
             "self.status = status\n"
             f"if reader.remaining == 0{status_condition} {{\nself.body = nil\n"
             "} else if status == .ok {\nself.body = try Body(reading: &reader, dialect: dialect)\n"
             "} else {\n"
             "// What a board adds to a failure need not be the layout of a success.\n"
             "var attempt = reader\n"
             "let body = try? Body(reading: &attempt, dialect: dialect)\n"
             "if body != nil { reader = attempt }\n"
             "self.body = body\n}\n"
             "self.trailing = reader.readRest()\n}\n\n")
    text += ("/// Appends the payload.\npublic func encode(into writer: inout WireWriter) {\n"
             "writer.write(self.status.rawValue)\nself.body?.encode(into: &writer)\n"
             "writer.write(self.trailing)\n}\n\n")
    text += "/// The fields after the status.\npublic struct Body: Equatable, Sendable {\n"
    text += "\n".join(properties(inner)) + "\n\n" + memberwise(inner) + "\n\n"
    text += ("/// Reads the fields.\n"
             "public init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError) {\n"
             + "\n".join(reading(inner)) + "\n}\n\n")
    text += ("/// Appends the fields.\npublic func encode(into writer: inout WireWriter) {\n"
             + "\n".join(writing(inner)) + "\n}\n}\n")
    return text


def enumeration(name, entry, overlays):
    kind = enum_type(name)
    values = entry["values"]
    text = f"/// `{name}`: a byte with named values; others are kept ({sources(entry)}).\n"
    text += f"public struct {kind}: UCIEnumeration {{\n/// The byte.\npublic let rawValue: UInt8\n"
    text += "/// Any byte, named or not.\n@inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }\n\n"
    for label, value in values.items():
        member = MEMBER_NAMES.get((name, label), camel(label))
        text += f"/// `{label}`.\npublic static let {member} = {kind}(rawValue: {hexadecimal(value)})\n"
    if "vendor" in entry:
        spans = [r.strip().split("-") for r in entry["vendor"].split(",")]
        text += ("\n/// The values that vendors give a meaning.\n"
                 "public static let vendorValues: [ClosedRange<UInt8>] = ["
                 + ", ".join(f"{low}...{high}" for low, high in spans) + "]\n")
    names = ", ".join(f'{hexadecimal(value)}: "{label}"' for label, value in values.items())
    text += f"\n/// The names of the values.\npublic static let names: KeyValuePairs<UInt8, String> = [{names or ':'}]\n"
    if overlays:
        text += ("\n/// The name that the vendor of `dialect` gives the value; nil for one that has none.\n"
                 "public func knownName(in dialect: UCIDialect) -> String? {\nswitch (dialect.vendor, rawValue) {\n")
        for overlay in overlays:
            vendor = overlay["overlay"]["vendor"]
            for label, value in overlay["values"].items():
                text += f'case (.{vendor}, {hexadecimal(value)}): "{label}"\n'
        text += "default: knownName\n}\n}\n"
    return text + "}\n"


def identifier(table, rows):
    kind = ID_TYPES[table]
    text = f"/// The identifier of a {TITLES[table]}.\npublic struct {kind}: ParameterIdentifier {{\n"
    text += "/// The byte.\npublic let rawValue: UInt8\n"
    text += "/// Any byte, known or not.\n@inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }\n\n"
    for row in rows:
        text += f"/// `{row['name']}` ({sources(row)}).\npublic static let {camel(row['name'])} = {kind}(rawValue: {hexadecimal(row['id'])})\n"
    text += f"\n/// All known parameters, in the order of their identifiers.\npublic static let definitions: [ParameterDefinition] = [\n"
    for row in rows:
        text += definition(row) + ",\n"
    text += "]\nstatic let index = ParameterIndex(definitions)\n"
    text += ("/// The definition of the parameter; nil for an unknown one.\n"
             "public var definition: ParameterDefinition? { Self.index[rawValue] }\n}\n")
    return text


def definition(row):
    parts = [f"id: {hexadecimal(row['id'])}", f'name: "{row["name"]}"', f"sizes: {row.get('sizes', [])}"]
    kind = str(row.get("type", ""))
    packed = re.fullmatch(r"(sint|uint)(\d+)\[(\d+)\]", kind)
    if packed:
        signed = "true" if packed.group(1) == "sint" else "false"
        parts.append(f"kind: .packed(size: {int(packed.group(2)) // 8}, signed: {signed})")
    elif kind == "mac":
        parts.append("kind: .address")
    elif kind == "bytes" or not row.get("sizes") or any(s not in (1, 2, 4, 8) for s in row["sizes"]):
        parts.append("kind: .bytes")
    elif kind == "sint":
        parts.append("kind: .signed")
    if "element_sizes" in row:
        parts.append(f"elementSizes: {row['element_sizes']}")
    if "count_from" in row:
        parts.append(f'countFrom: "{row["count_from"]}"')
    if "default" in row:
        value = row["default"]
        parts.append(f"defaultValue: {value if isinstance(value, list) else [value]}")
    if "min" in row:
        parts.append(f"range: {row['min']}...{row['max']}")
    if "unit" in row:
        parts.append(f'unit: "{row["unit"]}"')
    if "div" in row:
        parts.append(f"divisor: {row['div']}")
    if row.get("access") == "ro":
        parts.append("access: .readOnly")
    if row.get("mandatory"):
        parts.append("isMandatory: true")
    if "vendor" in row:
        parts.append(f"vendor: .{row['vendor']}")
    if "values" in row:
        parts.append("values: [" + ", ".join(f'"{k}": {v}' for k, v in row["values"].items()) + "]")
    elif "enum" in row:
        values = DATA["enums"][row["enum"]]["values"]
        parts.append("values: [" + ", ".join(f'"{k}": {v}' for k, v in values.items()) + "]")
    if "bits" in row:
        parts.append("bits: [" + ", ".join(
            f'BitField("{b["name"]}", shift: {b["shift"]}, width: {b["width"]})' for b in row["bits"]) + "]")
    if "aliases" in row:
        parts.append("aliases: [" + ", ".join(f'"{a}"' for a in row["aliases"]) + "]")
    return "ParameterDefinition(" + ", ".join(parts) + ")"


def layouts_of(entry):
    """(direction, type, alternative) of every struct of a message."""
    found = []
    for direction in ("cmd", "rsp", "ntf", "payload"):
        if direction in entry:
            found.append((direction, message_type(entry, direction), None))
        for alt in entry.get("alternatives", []):
            if alt["direction"] == direction:
                found.append((direction, message_type(entry, direction, alt["id"]), alt))
    return found


def case_of(kind):
    head = re.match(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]+$|[A-Z][a-z]*", kind).group(0)
    return head.lower() + kind[len(head):]


def condition_of(choose):
    tests = []
    if "vendor" in choose:
        tests.append(f"dialect.vendor == .{choose['vendor']}")
    if "version" in choose:
        tests.append(f"dialect.version == .{choose['version']}")
    if "payload_size" in choose:
        tests.append(f"packet.payload.count == {choose['payload_size']}")
    if "first_parameter" in choose:
        tests.append(f"{choose['first_parameter']}.contains(packet.payload.dropFirst().first ?? 0)")
    return " && ".join(tests)


def umbrella(entries):
    text = "/// Any UCI message: typed where its layout is known, never without its bytes.\n"
    text += "public enum UCIMessage: Equatable, Sendable {\n"
    every = []
    for entry in entries:
        for direction, kind, alternative in layouts_of(entry):
            every.append((entry, direction, kind, alternative))
            text += f"case {case_of(kind)}({kind})\n"
    text += ("/// A packet of no known group and opcode.\ncase unknown(UCIPacket)\n"
             "/// A packet whose payload does not hold what its layout says.\ncase malformed(UCIPacket, WireError)\n}\n\n")
    text += "extension UCIMessage {\n"
    text += ("/// Reads a complete packet; every packet gives a message.\n"
             "public static func decode(packet: UCIPacket, dialect: UCIDialect) -> UCIMessage {\n"
             "switch packet.key {\n")
    for entry in entries:
        gid, oid = entry["id"] if "id" in entry else (entry["dpf"], 0)
        for direction in ("cmd", "rsp", "ntf", "payload"):
            if direction not in entry:
                continue
            kind = message_type(entry, direction)
            gate = f" where dialect.vendor == .{entry['vendor']}" if "vendor" in entry else ""
            text += f"case 0x{TYPES[direction] << 16 | gid << 8 | oid:06X}{gate}:\n"
            main = f"{{ read(packet, dialect, UCIMessage.{case_of(kind)}) }}"
            alternatives = [a for a in entry.get("alternatives", []) if a["direction"] == direction]
            if alternatives:
                alt = alternatives[0]
                other_kind = message_type(entry, direction, alt["id"])
                other = f"{{ read(packet, dialect, UCIMessage.{case_of(other_kind)}) }}"
                test = condition_of(alt["choose"])
                if test:
                    fallback = f", {other}" if "version" in alt["choose"] else ""
                    text += f"if {test} {{ return firstExact([{other}, {main}], packet) }}\n"
                    if "first_parameter" in alt["choose"]:
                        test = f"dialect.vendor == .{alt['choose']['vendor']}"
                        text += f"if {test} {{ return firstExact([{main}, {other}], packet) }}\n"
                    text += f"return firstExact([{main}{fallback}], packet)\n"
                else:
                    text += f"return firstExact([{main}, {other}], packet)\n"
            elif entry.get("context") and direction == "cmd":
                name = camel(entry["context"][0])
                text += ("return firstExact([" + ", ".join(
                    f"{{ read(UCIMessage.{case_of(kind)}) {{ () throws(WireError) in "
                    f"try {kind}(packet: packet, dialect: dialect, {name}: {size}) }} }}" for size in (2, 8)) + "], packet)\n")
            else:
                text += f"return only(packet, dialect, UCIMessage.{case_of(kind)})\n"
    text += "default: return .unknown(packet)\n}\n}\n\n"
    text += ("/// The layout of every message, alternatives left out, in the order of the definitions.\n"
             "public static let layouts: [any UCIMessageBody.Type] = [\n"
             + "".join(f"{kind}.self,\n" for _, _, kind, alternative in every if alternative is None) + "]\n\n")
    text += ("/// The payload as a value, or the packet where that cannot be.\n"
             "var contents: Contents {\nswitch self {\n")
    for _, _, kind, _ in every:
        text += f"case .{case_of(kind)}(let body): .body(body)\n"
    text += ("case .unknown(let packet): .packet(packet, nil)\n"
             "case .malformed(let packet, let error): .packet(packet, error)\n}\n}\n}\n\n")
    text += "extension UCIPacket {\n"
    text += ("/// The name of a group's opcode, without its direction; nil for one that has none.\n"
             "public static func knownOpcodeName(gid: UInt8, oid: UInt8, vendor: UCIVendor) -> String? {\n"
             "switch (gid, oid) {\n")
    seen = set()
    for entry in DATA["messages"]:
        gid, oid = entry["id"]
        key = (gid, oid, entry.get("vendor"))
        if key in seen:
            continue
        seen.add(key)
        gate = f" where vendor == .{entry['vendor']}" if "vendor" in entry else ""
        text += f'case ({hexadecimal(gid)}, {hexadecimal(oid)}){gate}: "{entry["name"]}"\n'
    for row in DATA["vendor_opcodes"]:
        text += f'case ({hexadecimal(row["gid"])}, {hexadecimal(row["oid"])}) where vendor == .{row["vendor"]}: "{row["name"]}"\n'
    text += "default: nil\n}\n}\n}\n"
    return text


def used_records():
    """The records that a field of a message holds; the others are for the reference pages alone."""
    layouts = [fields for e in DATA["messages"] + DATA["data_messages"]
               for fields in [*(e[d] for d in KINDS if d in e), *(a["fields"] for a in e.get("alternatives", []))]]
    found = {case["record"] for choice in DATA["choices"].values() for case in choice["cases"]}
    while layouts:
        for f in fields_of(layouts.pop()):
            for name in {f.element, f.attributes.get("record")} & set(DATA["records"]) - found:
                found.add(name)
                layouts.append(DATA["records"][name]["fields"])
    return found


USED = used_records()
HEADER = "// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.\n\n"


def files():
    for name, entry in DATA["records"].items():
        RECORD_OUTER[name] = []
    for name, entry in DATA["records"].items():
        RECORD_OUTER[name] = Layout(entry["fields"], entry.get("derived", [])).outer
    wire = HEADER + "public import WireFormat\n\n"
    result = {}
    overlays = {}
    for entry in DATA["enums"].values():
        if "overlay" in entry:
            overlays.setdefault(entry["overlay"]["of"], []).append(entry)
    result["Enumerations.swift"] = HEADER + "\n".join(
        enumeration(n, e, overlays.get(n, [])) for n, e in DATA["enums"].items() if "overlay" not in e)
    for table, rows in DATA["tables"].items():
        result[f"{ID_TYPES[table]}.swift"] = HEADER + identifier(table, rows)
    result["Records.swift"] = wire + "\n".join(record(n, e) for n, e in DATA["records"].items() if n in USED)
    result["Choices.swift"] = HEADER + "import WireFormat\n\n" + "\n".join(choice(n, e) for n, e in DATA["choices"].items())
    entries = DATA["messages"] + DATA["data_messages"]
    groups = {v: k for k, v in DATA["enums"]["gid"]["values"].items()}
    for entry in entries:
        group = groups[entry["id"][0]] if "id" in entry else "DATA"
        file = GROUP_FILES.get(group, pascal(group)) + ".swift"
        for direction, kind, alternative in layouts_of(entry):
            if alternative:
                text = message(entry, direction, alternative["fields"],
                               entry.get("derived", []), [], alternative["id"], alternative)
            else:
                context = entry.get("context", []) if direction == "cmd" else []
                text = message(entry, direction, entry[direction], entry.get("derived", []), context)
            result[file] = result.get(file, wire) + text + "\n"
    result["UCIMessage.swift"] = wire + umbrella(entries)
    return result


def formatted(contents):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in contents.items():
            (root / name).write_text(text)
        subprocess.run(
            ["swift", "format", "format", "-i", "--configuration", str(PACKAGE / ".swift-format"), "-r", folder],
            check=True)
        return {name: (root / name).read_text() for name in contents}


def differences(old, new):
    """Prints what differs between two sets of files; says whether anything does."""
    differs = False
    for name in sorted(set(new) | set(old)):
        a, b = old.get(name, ""), new.get(name, "")
        if a != b:
            differs = True
            sys.stdout.writelines(difflib.unified_diff(
                a.splitlines(True), b.splitlines(True), f"checked in/{name}", f"generated/{name}"))
    return differs


def main():
    outputs = [
        (TARGET, "*.swift", formatted(files())),
        (CATALOGUE, "UCI-*.md", reference.pages(DATA, fields_of, SOURCES)),
    ]
    check, differs = "--check" in sys.argv[1:], False
    for folder, pattern, new in outputs:
        old = {p.name: p.read_text() for p in sorted(folder.glob(pattern))} if folder.is_dir() else {}
        if check:
            differs |= differences(old, new)
            continue
        folder.mkdir(exist_ok=True)
        for name in sorted(set(old) - set(new)):
            (folder / name).unlink()
        for name, text in sorted(new.items()):
            (folder / name).write_text(text)
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
