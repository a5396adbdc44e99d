"""The house: each target, its floor, and what its row lets it import. The only copy of the table."""

HOUSE = {
    # target: (floor, what its row allows)
    "CLibUSB": (0, []),
    "CLibUDev": (0, []),
    "CLibCrypto": (0, []),
    "CSQLite": (0, []),
    "CZlib": (0, []),
    "CRigShims": (0, []),
    "CMemoryUse": (0, []),
    "CFuzzDriver": (0, []),  # for Fuzzing alone, which stands outside with the fuzz targets
    "WireFormat": (1, []),
    "Digests": (1, ["CLibCrypto"]),
    "Notation": (1, []),
    "LabRuntime": (1, ["CRigShims"]),
    "Journal": (2, ["LabRuntime"]),
    "UCI": (2, ["WireFormat"]),
    "NearbyAccessory": (2, ["WireFormat"]),
    "BootProtocols": (2, ["WireFormat", "Digests"]),
    "FirmwareImages": (2, ["WireFormat", "Digests", "CZlib"]),
    "Links": (3, ["LabRuntime", "Journal", "WireFormat", "CRigShims"]),
    "Boards": (3, ["LabRuntime", "Journal", "WireFormat", "CRigShims", "CLibUSB", "CLibUDev"]),
    "Dissection": (3, ["UCI", "NearbyAccessory", "BootProtocols"]),
    "Room": (3, ["LabRuntime"]),
    "UCIHost": (4, ["UCI", "Links"]),
    "VirtualBoards": (4, ["Links", "Room"]),
    "Flashing": (4, ["BootProtocols", "FirmwareImages", "Boards", "Links", "CLibUSB"]),
    "NearbySession": (5, ["NearbyAccessory", "UCIHost", "Links"]),
    "Inspection": (5, ["UCIHost", "Flashing", "Boards", "Dissection", "Links"]),
    "Rig": (6, ["floor 3", "floor 4", "floor 5"]),
    "RunStore": (6, ["Journal", "CSQLite"]),
    "Runner": (7, ["Rig", "RunStore", "Journal", "Links", "UCIHost", "Flashing"]),
    "Conformance": (
        8,
        ["Runner", "Rig", "Room", "Links", "UCIHost", "NearbySession", "Flashing"],
    ),
    "Scenarios": (8, ["Runner", "Rig", "Room", "Links", "NearbySession", "UCIHost", "Flashing"]),
    "Simulation": (
        9,
        [
            "CMemoryUse", "Digests", "Runner", "Conformance", "Scenarios", "Rig", "Links", "Room",
            "VirtualBoards",
        ],
    ),
    "Reports": (9, ["Journal", "RunStore", "Dissection"]),
    "Fleet": (9, ["Rig"]),
    "uwbrig": (10, ["all"]),
}


def floor_of(target):
    """The floor, or None for a target that is not of the house."""
    return HOUSE[target][0] if target in HOUSE else None
