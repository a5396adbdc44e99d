-- Wireshark: the messages of UWB accessories in captures of uwbrig. Written by `uwbrig export wireshark`
-- from the field tables of the program; the tables stand at the top, what reads them below.
--
-- Install: copy this file into a folder that Help > About Wireshark > Folders calls "Lua Plugins".
-- Filters: uwb_accessory.identifier == 0x0b, ranging_oob.kind == 2 ...

local tables = {{tables}}

local function set_title(info, text)
  info.cols.protocol = text.protocol
  info.cols.info = text.info
end

-- A protocol with a field for every entry of its tables.
local function protocol(name, title)
  local made = { proto = Proto(name, title), fields = {} }
  function made.declare(entry)
    local short = entry.name:lower():gsub("[^a-z0-9]+", "_")
    local key = short .. (entry.number and entry.size or "b")
    if not made.fields[key] then
      local abbreviation = name .. "." .. short
      local label = entry.name .. (entry.unit and " (" .. entry.unit .. ")" or "")
      local makers = { ProtoField.uint8, ProtoField.uint16, ProtoField.uint24, ProtoField.uint32 }
      local field
      if entry.number and makers[entry.size] then
        local base = (entry.names or entry.unit) and base.DEC or base.DEC_HEX
        field = makers[entry.size](abbreviation, label, base, entry.names)
      else
        field = ProtoField.bytes(abbreviation, label)
      end
      made.fields[key] = field
      made.list = made.list or {}
      table.insert(made.list, field)
    end
    return made.fields[key]
  end
  function made.cut(tree, bytes)
    tree:add(made.cut_field, bytes):append_text(" (the message ends here)")
  end
  -- Adds entries that follow each other; returns where they end, or nil where the bytes do.
  function made.walk(tree, bytes, offset, entries)
    for _, entry in ipairs(entries) do
      local size = entry.size
      if not size then
        if offset >= bytes:len() then return nil end
        size = bytes(offset, 1):uint()
        offset = offset + 1
      end
      if offset + size > bytes:len() then
        if offset < bytes:len() then made.cut(tree, bytes(offset)) end
        return nil
      end
      if size > 0 then
        local field = made.declare(entry)
        if entry.number then
          tree:add_le(field, bytes(offset, size))
        else
          tree:add(field, bytes(offset, size))
        end
      end
      offset = offset + size
    end
    return offset
  end
  function made.rest(tree, bytes, offset)
    if offset and offset < bytes:len() then tree:add(made.rest_field, bytes(offset)) end
  end
  made.cut_field = made.declare({ name = "cut off" })
  made.rest_field = made.declare({ name = "trailing" })
  return made
end

local accessory = protocol("uwb_accessory", "UWB accessory protocol")
local identifier = accessory.declare(tables.accessory.identifier)

-- The fields of a blob by the version that it says.
local function layout(layouts, bytes, at)
  if at + 4 > bytes:len() then return layouts[1].fields end
  local major, minor = bytes(at, 2):le_uint(), bytes(at + 2, 2):le_uint()
  local chosen = layouts[1]
  for _, each in ipairs(layouts) do
    if major > each.major or (major == each.major and minor >= each.minor) then chosen = each end
  end
  return chosen.fields
end

for _, layouts in pairs({ tables.accessory.acd, tables.accessory.scd }) do
  for _, each in ipairs(layouts) do
    for _, entry in ipairs(each.fields) do accessory.declare(entry) end
  end
end

function accessory.proto.dissector(bytes, info, tree)
  if bytes:len() == 0 then return 0 end
  local id = bytes(0, 1):uint()
  local name = tables.accessory.identifier.names[id] or string.format("message 0x%02x", id)
  set_title(info, { protocol = "UWB-ACC", info = name })
  local own = tree:add(accessory.proto, bytes(), "UWB accessory protocol, " .. name)
  own:add(identifier, bytes(0, 1))
  local body = bytes:len() > 1 and bytes(1):tvb() or nil
  local at = ({ [1] = 16, [11] = 0 })[id]
  if body and at then
    local fields = layout(id == 1 and tables.accessory.acd or tables.accessory.scd, body, at)
    accessory.rest(own, body, accessory.walk(own, body, 0, fields))
  elseif body then
    accessory.rest(own, body, 0)
  end
  return bytes:len()
end

local oob = protocol("ranging_oob", "Ranging OOB")
local header = { tables.oob.version, tables.oob.kind }
for _, entry in ipairs(header) do oob.declare(entry) end
for _, set in pairs({ "technologies", "configure", "start" }) do
  oob.declare({ name = set, size = 2, number = true })
end
for _, entry in ipairs(tables.oob.tail) do oob.declare(entry) end
oob.declare(tables.oob.motion_support)
oob.declare(tables.oob.motion)
oob.declare(tables.oob.technology)
oob.declare({ name = "size", size = 1, number = true })
for _, kinds in pairs({ tables.oob.capabilities, tables.oob.configuration }) do
  for _, fields in pairs(kinds) do
    for _, entry in ipairs(fields) do oob.declare(entry) end
  end
end

local function set_of(tree, bytes, offset, name)
  return oob.walk(tree, bytes, offset, { { name = name, size = 2, number = true } })
end

-- Blocks up to a number of bytes before the end.
local function blocks(tree, bytes, offset, kinds, tail)
  while offset and bytes:len() - offset >= 2 + tail do
    local technology, size = bytes(offset, 1):uint(), bytes(offset + 1, 1):uint()
    if size < 2 or offset + size + tail > bytes:len() then return offset end
    local name = tables.oob.technology.names[technology] or "technology " .. technology
    local block = tree:add(oob.proto, bytes(offset, size), name)
    local inside = bytes(offset, size):tvb()
    local after = oob.walk(block, inside, 0, {
      tables.oob.technology, { name = "size", size = 1, number = true } })
    local fields = kinds[technology]
    if fields then after = oob.walk(block, inside, after, fields) end
    oob.rest(block, inside, after)
    offset = offset + size
  end
  return offset
end

function oob.proto.dissector(bytes, info, tree)
  if bytes:len() < 2 then return 0 end
  local version, kind = bytes(0, 1):uint(), bytes(1, 1):uint()
  local name = tables.oob.kind.names[kind] or "message " .. kind
  set_title(info, { protocol = "RNG-OOB", info = name .. " version " .. version })
  local own = tree:add(oob.proto, bytes(), "Ranging OOB, " .. name)
  local offset = oob.walk(own, bytes, 0, header)
  if kind == 2 then
    offset = set_of(own, bytes, offset, "configure")
    offset = offset and set_of(own, bytes, offset, "start")
    offset = blocks(own, bytes, offset, tables.oob.configuration, version > 2 and 1 or 0)
    if offset and version > 1 and bytes:len() - offset == 1 then
      offset = oob.walk(own, bytes, offset, { tables.oob.motion_support })
    end
  elseif kind == 8 then
    offset = oob.walk(own, bytes, offset, { tables.oob.motion })
  elseif tables.oob.kind.names[kind] then
    offset = set_of(own, bytes, offset, "technologies")
    if kind == 1 then
      offset = blocks(own, bytes, offset, tables.oob.capabilities, version > 1 and 3 or 0)
      if offset and version ~= 1 then offset = oob.walk(own, bytes, offset, tables.oob.tail) end
    end
  end
  oob.rest(own, bytes, offset)
  return bytes:len()
end

accessory.proto.fields = accessory.list
oob.proto.fields = oob.list

-- A capture says in the description of an interface what speaks on it.
local description = Field.new("frame.interface_description")
local capture = Proto("uwbrig", "Capture of uwbrig")
local speakers = {
  ["ni-accessory"] = accessory.proto.dissector, ["ranging-oob"] = oob.proto.dissector }

-- An accessory for both kinds of phone says both on one link. Configuration data of the accessory
-- protocol begin like a response of Ranging OOB without a technology, which there is not.
local function is_oob(bytes)
  if bytes:len() < 4 or bytes(0, 1):uint() > 3 then return false end
  local kind = bytes(1, 1):uint()
  if not tables.oob.kind.names[kind] then return false end
  return not (bytes(0, 1):uint() == 1 and kind == 1 and bytes(2, 2):uint() == 0)
end

function capture.dissector(bytes, info, tree)
  local said = description()
  local firmware = said and tostring(said):match("^([%w-]+)")
  if firmware == "ni-accessory" and is_oob(bytes) then firmware = "ranging-oob" end
  local speaker = speakers[firmware] or Dissector.get("data")
  return speaker:call(bytes, info, tree)
end

for _, encapsulation in pairs({ wtap.USER0, wtap.USER1 }) do
  DissectorTable.get("wtap_encap"):add(encapsulation, capture)
end
