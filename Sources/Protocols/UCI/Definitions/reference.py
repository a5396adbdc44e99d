"""The reference pages of ../../uwbrig/Documentation.docc; generate.py calls `pages`."""
import re
import textwrap

MADE = "Made by `Sources/Protocols/UCI/Definitions/generate.py` from `uci.yaml` beside it; change those, not this."
DIRECTIONS = {
    "cmd": ("_CMD", "command, host to board"), "rsp": ("_RSP", "response, board to host"),
    "ntf": ("_NTF", "notification, board to host"), "payload": ("", "data packet"),
}
TABLES = {
    "app_config": "Application configuration of a session",
    "device_config": "Device configuration",
    "test_config": "Test configuration",
    "radar_config": "Radar configuration",
    "capability": "Capabilities as FiRa 2.x numbers them",
    "capability_fira1": "Capabilities as FiRa 1.x numbers them",
}
INLINE = 64  # a longer list of values gets a table of its own


def hexadecimal(value, digits=2):
    return f"0x{value:0{digits}X}"


def paragraph(*sentences):
    return textwrap.fill(
        " ".join(s for s in sentences if s), 98, break_long_words=False, break_on_hyphens=False) + "\n\n"


def table(heads, rows):
    lines = ["| " + " | ".join(cells) + " |" for cells in [heads, ["---"] * len(heads)] + rows]
    return "\n".join(re.sub(r"\|  (?=\|)", "| ", line) for line in lines) + "\n\n"


def listed(words, last="and"):
    words = list(words)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" {last} " + words[-1]


def scale(unit, divisor):
    """How a raw value becomes one with a unit."""
    if divisor is None:
        return str(unit or "")
    raw = "raw" if int(divisor) > 0 else "−raw"
    return f"{raw} / {abs(int(divisor))}" + (f" {unit}" if unit and unit != "ratio" else "")


class Reference:
    """`fields_of` parses a list of fields; `names` says what each letter of `src` stands for."""

    def __init__(self, data, fields_of, names):
        self.data, self.fields_of, self.names = data, fields_of, names

    # Where an entry comes from

    def sources(self, entry):
        text = ""
        if "src" in entry:
            text = "Sources: " + "; ".join(self.names[s] for s in str(entry["src"]).split()) + "."
        return f"{text} {self.confidence(entry)}".strip()

    def confidence(self, entry):
        return f"Confidence: {entry['confidence']}." if "confidence" in entry else ""

    def preface(self, title, abstract):
        return f"# {title}\n\n" + paragraph(abstract) + paragraph(MADE)

    def doubts(self):
        return paragraph(
            "Where no confidence stands it was read in its source; nothing was seen on a board of ours.",
            "Something *reported* is described by a source but was not seen on the wire, and something",
            "*uncertain* may well be wrong.")

    # Fields

    def size(self, field):
        if field.is_list:
            return f"`{field.count}` × `{field.element}`"
        if field.is_rest:
            return "all that is left"
        if field.size is not None and not field.size.isdigit():
            return f"`{field.size}`"
        return str(field.fixed_size or self.bare_size(field))

    def bare_size(self, field):
        if field.size is not None:
            return field.size
        return int(field.base[1:]) // 8 if re.fullmatch(r"[ui]\d+", field.base) else 1

    def remarks(self, field):
        found = []
        if field.when:
            found.append(f"only when `{field.when[0]}` is {field.when[1]}")
        if "const" in field.attributes:
            found.append(f"sent as {field.attributes['const']}, ignored on receipt")
        if "invalid" in field.attributes:
            found.append(f"{field.attributes['invalid']}: none")
        if "record" in field.attributes:
            found.append("for vendor {vendor}, record `{record}`".format(**field.attributes))
        kind = field.attributes["table"] + "_id" if "table" in field.attributes else field.element or field.base
        if kind in self.data["enums"]:
            values = "" if self.overlays(kind) else self.inline(self.data["enums"][kind]["values"])
            found.append(values or f"see `{kind}`")
        elif kind.endswith("_id") and kind[:-3] in self.data["tables"]:
            found.append(f"see “{TABLES[kind[:-3]]}”")
        return "; ".join(found)

    def layout(self, entries):
        rows = []
        for field in self.fields_of(entries):
            kind = "list" if field.is_list else f"`{field.base}`"
            unit = scale(field.attributes.get("unit"), field.attributes.get("div"))
            rows.append([f"`{field.wire}`", self.size(field), kind, unit, self.remarks(field)])
        return table(["Field", "Bytes", "Type", "Unit", "Values"], rows)

    def derived(self, entry):
        text = ""
        for row in entry.get("derived", []):
            values = row["values"]
            if values == list(range(len(values))):
                gives = f"is the number in `{row['from']}` under the mask {hexadecimal(row['mask'])}"
            else:
                each = ", ".join(f"{i} gives {v}" for i, v in enumerate(values))
                gives = (f"follows from `{row['from']}` under the mask {hexadecimal(row['mask'])}: "
                         f"{each}")
            text += paragraph(f"`{row['name']}` {gives}.")
        return text

    # Values and bits

    def overlays(self, enum):
        """The names that vendors give values of an enumeration."""
        return [e for e in self.data["enums"].values() if e.get("overlay", {}).get("of") == enum]

    def inline(self, values):
        """The values in one table cell; nothing where they do not fit."""
        text = ", ".join(f"{v} `{k}`" for k, v in values.items())
        return text if len(text) <= INLINE else ""

    def values(self, values):
        return table(["Value", "Name"], [[hexadecimal(v), f"`{k}`"] for k, v in values.items()])

    # Messages

    def messages(self):
        text = self.preface(
            "UCI messages", "Every UCI message that uwbrig knows, with the layout of its payload.")
        text += paragraph(
            "Numbers are little-endian; `u16` is an unsigned integer of 16 bits, `i16` a signed one,",
            "`uint` an unsigned one of the size given; `bytes`, `mac` and `ascii` are kept in wire",
            "order. A size with a name is that of an earlier field, or is worked out as said below the",
            "layout. Other types are in [UCI enumerations](UCI-enumerations.md), in [UCI parameters](UCI-parameters.md), or among the",
            "records at the end of this page. The message type of a data packet is 0, of a command 1,",
            "of a response 2, of a notification 3.")
        text += paragraph(
            "A response whose status is not `OK` may end after the status. Where a message has more",
            "than one layout, the one that uses up the payload exactly is taken.")
        text += self.doubts()
        groups = {v: k for k, v in self.data["enums"]["gid"]["values"].items()}
        ordered = sorted(self.data["messages"], key=lambda e: e["id"])
        for gid in sorted({e["id"][0] for e in ordered}):
            text += f"## Group {hexadecimal(gid)}, {groups[gid]}\n\n"
            for entry in ordered:
                if entry["id"][0] == gid:
                    text += self.message(entry, "GID {}, OID {}.".format(*map(hexadecimal, entry["id"])))
        text += "## Data packets\n\n"
        for entry in self.data["data_messages"]:
            way = "host to board" if entry.get("from") == "host" else "board to host"
            text += self.message(entry, f"Data packet format {hexadecimal(entry['dpf'])}, {way}.")
        return text + self.opcodes() + self.records()

    def message(self, entry, where):
        text = f"### {entry['name']}\n\n"
        vendor = f"Dialects of vendor {entry['vendor']} only." if "vendor" in entry else ""
        text += paragraph(where, vendor, self.sources(entry))
        if "note" in entry:
            text += paragraph(entry["note"])
        if not any(d in entry for d in DIRECTIONS):
            text += paragraph("Only the name is known; the payload stays bytes.")
        for direction, (suffix, meaning) in DIRECTIONS.items():
            if direction not in entry:
                continue
            head = f"`{entry['name']}{suffix}`, {meaning}"
            fields = entry[direction]
            text += f"{head}:\n\n" + self.layout(fields) if fields else f"{head}: no payload.\n\n"
            if direction == "rsp" and entry.get("status_alone"):
                text += paragraph("This response may end after the status even when that is `OK`.")
            for other in entry.get("alternatives", []):
                if other["direction"] == direction:
                    text += paragraph(
                        f"Alternative layout `{other['id']}` of `{entry['name']}{suffix}`:",
                        self.choice(other["choose"]), self.sources(other))
                    text += self.layout(other["fields"])
        for name in entry.get("context", []):
            text += paragraph(f"The message does not carry `{name}`; 2 and 8 are tried in turn.")
        return text + self.derived(entry)

    def choice(self, choose):
        if "payload_size" in choose:
            return f"tried first when the payload has {choose['payload_size']} bytes, and only then."
        if "first_parameter" in choose:
            firsts = listed(map(hexadecimal, choose["first_parameter"]), "or")
            return (f"for vendor {choose['vendor']}; tried first when the first parameter is {firsts}, "
                    "otherwise second.")
        if "vendor" in choose:
            return f"tried first for vendor {choose['vendor']}, and only there."
        if "version" in choose:
            return f"tried first in dialects of version {choose['version']}, otherwise second."
        return "tried second."

    def opcodes(self):
        text = "## Opcodes known by name\n\n" + paragraph(
            "A vendor uses these; uwbrig names them and keeps their payload as bytes.")
        rows = sorted(self.data["vendor_opcodes"], key=lambda r: (r["vendor"], r["gid"], r["oid"]))
        return text + table(["Vendor", "GID", "OID", "Name"], [
            [r["vendor"], hexadecimal(r["gid"]), hexadecimal(r["oid"]), f"`{r['name']}`"] for r in rows])

    def records(self):
        text = "## Records\n\n" + paragraph(
            "Records are the elements of lists, and the values of some parameters.")
        for name, entry in self.data["choices"].items():
            by = entry["by"]
            text += f"### {name}\n\n" + paragraph(
                f"One of several records; {listed(f'`{b}`' for b in by)} say which. An element of any",
                "other combination stays bytes.")
            text += table([f"`{b}`" for b in by] + ["Record"], [
                [self.named(b, v) for b, v in zip(by, case["of"])] + [f"`{case['record']}`"]
                for case in entry["cases"]])
        for name, entry in self.data["records"].items():
            text += f"### {name}\n\n"
            if origin := self.sources(entry):
                text += paragraph(origin)
            text += self.layout(entry["fields"]) + self.derived(entry)
        return text

    def named(self, enum, value):
        names = {v: k for k, v in self.data["enums"][enum]["values"].items()}
        return f"{value} `{names[value]}`"

    # Parameters

    def parameters(self):
        text = self.preface(
            "UCI parameters",
            "The parameters and capabilities that UCI messages carry as identifier, length and value.")
        text += paragraph(
            "Values are little-endian integers unless the type says otherwise; where several sizes",
            "are listed, each is allowed. Defaults and values are decimal in the first table of a",
            "section. A value or a set of bits too long for it follows in a table of its own.")
        text += paragraph("The letters of the sources:") + table(
            ["Letter", "Source"], [[k, v] for k, v in self.names.items()])
        text += self.doubts()
        for name, rows in self.data["tables"].items():
            text += f"## {TABLES[name]}\n\n" + table(
                ["ID", "Name", "Bytes", "Type, unit", "Default", "Values", "Remarks", "Sources"],
                [self.parameter(row) for row in rows])
            for row in rows:
                text += self.details(row)
        return text

    def parameter(self, row):
        sizes = row.get("sizes", [])
        whole = sizes and all(size in (1, 2, 4, 8) for size in sizes)
        kind = str(row.get("type", "uint" if whole else "bytes"))
        unit = scale(row.get("unit"), row.get("div"))
        default = row.get("default", "")
        if isinstance(default, list):
            default = ", ".join(map(str, default))
        values = f"{row['min']} to {row['max']}" if "min" in row else ""
        if "values" in row:
            values = self.inline(row["values"]) or "below"
        elif "enum" in row:
            values = f"`{row['enum']}`"
        elif "bits" in row:
            values = self.inline_bits(row["bits"]) or "bits, below"
        elif "record" in row:
            values = f"record `{row['record']}`"
        return [
            hexadecimal(row["id"]), f"`{row['name']}`",
            listed(map(str, sizes), "or") if sizes else "any", f"{kind}, {unit}" if unit else kind,
            str(default), values, self.parameter_remarks(row), row["src"],
        ]

    def parameter_remarks(self, row):
        found = []
        if row.get("mandatory"):
            found.append("mandatory")
        if row.get("access") == "ro":
            found.append("read only")
        if "vendor" in row:
            found.append(f"vendor {row['vendor']}")
        if "fira" in row:
            found.append(f"FiRa {row['fira']}")
        if "element_sizes" in row:
            found.append(f"elements of {listed(map(str, row['element_sizes']), 'or')} bytes")
        if "count_from" in row:
            found.append(f"as many as `{row['count_from']}` says")
        if "aliases" in row:
            found.append("also " + listed(f"`{a}`" for a in row["aliases"]))
        if "confidence" in row:
            found.append(f"*{row['confidence']}*")
        return "; ".join(found)

    def span(self, bit):
        last = bit["shift"] + bit["width"] - 1
        return str(last) if bit["width"] == 1 else f"{bit['shift']} to {last}"

    def inline_bits(self, bits):
        text = ", ".join(f"{self.span(b)} `{b['name']}`" for b in bits)
        return "bits " + text if len(text) <= INLINE else ""

    def details(self, row):
        heading = f"### {row['name']} ({hexadecimal(row['id'])})\n\n"
        if "values" in row and not self.inline(row["values"]):
            return heading + self.values(row["values"])
        if "bits" in row and not self.inline_bits(row["bits"]):
            return heading + table(["Bit", "Meaning"], [[self.span(b), f"`{b['name']}`"] for b in row["bits"]])
        return ""

    # Enumerations

    def enumerations(self):
        text = self.preface(
            "UCI enumerations", "The bytes in UCI messages whose values have names.")
        text += paragraph(
            "A byte without a name is kept as it came. A vendor's own names hold in the dialects of",
            "that vendor and go before the general ones.")
        text += self.doubts()
        for name, entry in self.data["enums"].items():
            if "overlay" in entry:
                continue
            text += f"## {name}\n\n" + paragraph(
                self.sources(entry),
                f"Reserved: {entry['rfu']}." if "rfu" in entry else "",
                f"Left to vendors: {entry['vendor']}." if "vendor" in entry else "")
            text += self.values(entry["values"])
            for other in self.overlays(name):
                text += paragraph(f"Names of vendor {other['overlay']['vendor']}.", self.sources(other))
                text += self.values(other["values"])
        return text


def pages(data, fields_of, names):
    """The text of each page by its file name."""
    reference = Reference(data, fields_of, names)
    made = {
        "UCI-messages.md": reference.messages(),
        "UCI-parameters.md": reference.parameters(),
        "UCI-enumerations.md": reference.enumerations(),
    }
    return {name: text.rstrip("\n") + "\n" for name, text in made.items()}
