/// What a core reads and writes; nil and false are bus faults.
protocol ThumbMemory {
  mutating func load(_ address: UInt32, size: Int) -> UInt32?
  mutating func store(_ value: UInt32, at address: UInt32, size: Int) -> Bool
}

/// The integer core of a Cortex-M as far as flash loaders need it: the ARMv6-M instruction set, of
/// which every Cortex-M is a superset (ARMv6-M Architecture Reference Manual, A6).
struct ThumbCore: Equatable, Sendable {
  /// How an instruction ended.
  enum Outcome: Equatable, Sendable {
    /// The next one can follow.
    case done
    /// `BKPT`: the program counter is still on it.
    case breakpoint
    /// An instruction that is not known, or a bus fault: the program counter is still on it.
    case fault
  }

  /// r0 to r12, the stack pointer, the link register and the program counter.
  var registers = [UInt32](repeating: 0, count: 16)
  var negative = false
  var zero = false
  var carry = false
  var overflow = false
  /// Everything else that a debugger can ask for, by its selector.
  var special = [UInt32](repeating: 0, count: 128)

  /// The program status register.
  var status: UInt32 {
    get {
      (negative ? 1 << 31 : 0) | (zero ? 1 << 30 : 0) | (carry ? 1 << 29 : 0)
        | (overflow ? 1 << 28 : 0) | 1 << 24
    }
    set {
      negative = newValue & 1 << 31 != 0
      zero = newValue & 1 << 30 != 0
      carry = newValue & 1 << 29 != 0
      overflow = newValue & 1 << 28 != 0
    }
  }

  /// Executes one instruction.
  mutating func step(_ memory: inout some ThumbMemory) -> Outcome {
    let pc = registers[15]
    guard let fetched = memory.load(pc, size: 2) else { return .fault }
    let code = Int(fetched)
    registers[15] = pc &+ 2
    let outcome: Outcome
    switch code >> 12 {
    case 0, 1: outcome = shiftOrAdd(code)
    case 2, 3: outcome = immediate(code)
    case 4:
      if code >> 11 == 0b01001 {
        outcome = loadLiteral(code, &memory)
      } else if code >> 10 == 0b010001 {
        outcome = highRegister(code)
      } else {
        outcome = arithmetic(code)
      }
    case 5: outcome = registerOffset(code, &memory)
    case 6, 7, 8, 9: outcome = immediateOffset(code, &memory)
    case 10:
      let from = code & 0x800 != 0 ? registers[13] : (pc &+ 4) & ~3
      registers[code >> 8 & 7] = from &+ UInt32(code & 0xFF) << 2
      outcome = .done
    case 11: outcome = miscellaneous(code, &memory)
    case 12: outcome = multiple(code, &memory)
    case 13: outcome = conditionalBranch(code, pc)
    case 14 where code & 0x800 == 0:
      registers[15] = pc &+ 4 &+ UInt32(bitPattern: (Int32(code & 0x7FF) << 21) >> 20)
      outcome = .done
    default: outcome = long(code, pc, &memory)
    }
    if outcome != .done { registers[15] = pc }
    return outcome
  }

  // MARK: Arithmetic

  private mutating func flags(_ value: UInt32) -> UInt32 {
    negative = value >> 31 != 0
    zero = value == 0
    return value
  }

  private mutating func add(_ a: UInt32, _ b: UInt32, carrying: Bool) -> UInt32 {
    let wide = UInt64(a) + UInt64(b) + (carrying ? 1 : 0)
    let sum = UInt32(truncatingIfNeeded: wide)
    carry = wide >> 32 != 0
    overflow = ((a ^ sum) & (b ^ sum)) >> 31 != 0
    return flags(sum)
  }

  private mutating func subtract(_ a: UInt32, _ b: UInt32) -> UInt32 {
    add(a, ~b, carrying: true)
  }

  /// Kind 0 left, 1 logical right, 2 arithmetic right, 3 rotation; the carry is the last bit out.
  private mutating func shift(_ value: UInt32, _ kind: Int, by count: Int) -> UInt32 {
    guard count > 0 else { return value }
    switch kind {
    case 0:
      carry = count <= 32 && value >> (32 &- UInt32(count)) & 1 != 0
      return value << UInt32(count)
    case 1:
      carry = count <= 32 && (count == 32 ? value >> 31 : value >> UInt32(count - 1)) & 1 != 0
      return value >> UInt32(count)
    case 2:
      let signed = Int32(bitPattern: value)
      carry = signed >> Int32(min(count - 1, 31)) & 1 != 0
      return UInt32(bitPattern: signed >> Int32(min(count, 31)))
    default:
      let turn = UInt32(count & 31)
      let turned = turn == 0 ? value : value >> turn | value << (32 - turn)
      carry = turned >> 31 != 0
      return turned
    }
  }

  private mutating func shiftOrAdd(_ code: Int) -> Outcome {
    let kind = code >> 11 & 3
    let (source, target, amount) = (code >> 3 & 7, code & 7, code >> 6 & 31)
    guard kind == 3 else {
      // A right shift by nothing is written for one by 32.
      let count = kind != 0 && amount == 0 ? 32 : amount
      registers[target] = flags(shift(registers[source], kind, by: count))
      return .done
    }
    let other = code & 0x400 != 0 ? UInt32(amount & 7) : registers[amount & 7]
    registers[target] =
      code & 0x200 != 0
      ? subtract(registers[source], other) : add(registers[source], other, carrying: false)
    return .done
  }

  private mutating func immediate(_ code: Int) -> Outcome {
    let (register, value) = (code >> 8 & 7, UInt32(code & 0xFF))
    switch code >> 11 & 3 {
    case 0: registers[register] = flags(value)
    case 1: _ = subtract(registers[register], value)
    case 2: registers[register] = add(registers[register], value, carrying: false)
    default: registers[register] = subtract(registers[register], value)
    }
    return .done
  }

  private mutating func arithmetic(_ code: Int) -> Outcome {
    let target = code & 7
    let (a, b) = (registers[target], registers[code >> 3 & 7])
    switch code >> 6 & 15 {
    case 0: registers[target] = flags(a & b)
    case 1: registers[target] = flags(a ^ b)
    case 2: registers[target] = flags(shift(a, 0, by: Int(b & 0xFF)))
    case 3: registers[target] = flags(shift(a, 1, by: Int(b & 0xFF)))
    case 4: registers[target] = flags(shift(a, 2, by: Int(b & 0xFF)))
    case 5: registers[target] = add(a, b, carrying: carry)
    case 6: registers[target] = add(a, ~b, carrying: carry)
    case 7: registers[target] = flags(shift(a, 3, by: Int(b & 0xFF)))
    case 8: _ = flags(a & b)
    case 9: registers[target] = subtract(0, b)
    case 10: _ = subtract(a, b)
    case 11: _ = add(a, b, carrying: false)
    case 12: registers[target] = flags(a | b)
    case 13: registers[target] = flags(a &* b)
    case 14: registers[target] = flags(a & ~b)
    default: registers[target] = flags(~b)
    }
    return .done
  }

  private mutating func highRegister(_ code: Int) -> Outcome {
    let source = code >> 3 & 15
    let target = code & 7 | code >> 4 & 8
    // The program counter reads as two instructions ahead.
    let value = source == 15 ? registers[15] &+ 2 : registers[source]
    switch code >> 8 & 3 {
    case 0:
      let sum = (target == 15 ? registers[15] &+ 2 : registers[target]) &+ value
      registers[target] = target == 15 ? sum & ~1 : sum
    case 1: _ = subtract(registers[target], value)
    case 2: registers[target] = target == 15 ? value & ~1 : value
    default:
      if code & 0x80 != 0 { registers[14] = registers[15] | 1 }
      registers[15] = value & ~1
    }
    return .done
  }

  // MARK: Memory

  private mutating func loadLiteral(_ code: Int, _ memory: inout some ThumbMemory) -> Outcome {
    let address = (registers[15] &+ 2) & ~3 &+ UInt32(code & 0xFF) << 2
    guard let value = memory.load(address, size: 4) else { return .fault }
    registers[code >> 8 & 7] = value
    return .done
  }

  private mutating func registerOffset(_ code: Int, _ memory: inout some ThumbMemory) -> Outcome {
    let address = registers[code >> 3 & 7] &+ registers[code >> 6 & 7]
    let target = code & 7
    switch code >> 9 & 7 {
    case 0: return store(target, address, 4, &memory)
    case 1: return store(target, address, 2, &memory)
    case 2: return store(target, address, 1, &memory)
    case 3: return load(target, address, 1, signed: true, &memory)
    case 4: return load(target, address, 4, &memory)
    case 5: return load(target, address, 2, &memory)
    case 6: return load(target, address, 1, &memory)
    default: return load(target, address, 2, signed: true, &memory)
    }
  }

  private mutating func immediateOffset(_ code: Int, _ memory: inout some ThumbMemory) -> Outcome {
    let (base, target, offset) = (registers[code >> 3 & 7], code & 7, UInt32(code >> 6 & 31))
    let reads = code & 0x800 != 0
    let (register, address, size): (Int, UInt32, Int) =
      switch code >> 12 {
      case 6: (target, base &+ offset << 2, 4)
      case 7: (target, base &+ offset, 1)
      case 8: (target, base &+ offset << 1, 2)
      default: (code >> 8 & 7, registers[13] &+ UInt32(code & 0xFF) << 2, 4)
      }
    return reads
      ? load(register, address, size, &memory) : store(register, address, size, &memory)
  }

  private mutating func load(
    _ register: Int, _ address: UInt32, _ size: Int, signed: Bool = false,
    _ memory: inout some ThumbMemory
  ) -> Outcome {
    guard address & UInt32(size - 1) == 0, let value = memory.load(address, size: size) else {
      return .fault
    }
    let unused = UInt32(32 - 8 * size)
    registers[register] =
      signed ? UInt32(bitPattern: Int32(bitPattern: value << unused) >> Int32(unused)) : value
    return .done
  }

  private func store(
    _ register: Int, _ address: UInt32, _ size: Int, _ memory: inout some ThumbMemory
  ) -> Outcome {
    address & UInt32(size - 1) == 0 && memory.store(registers[register], at: address, size: size)
      ? .done : .fault
  }

  /// `STM` and `LDM`; the base is written back but where it was loaded.
  private mutating func multiple(_ code: Int, _ memory: inout some ThumbMemory) -> Outcome {
    let base = code >> 8 & 7
    var address = registers[base]
    for register in 0..<8 where code & 1 << register != 0 {
      let outcome =
        code & 0x800 != 0
        ? load(register, address, 4, &memory) : store(register, address, 4, &memory)
      guard outcome == .done else { return .fault }
      address &+= 4
    }
    if code & 0x800 == 0 || code & 1 << base == 0 { registers[base] = address }
    return .done
  }

  private mutating func push(_ code: Int, _ memory: inout some ThumbMemory) -> Outcome {
    let listed = (0..<8).filter { code & 1 << $0 != 0 } + (code & 0x100 != 0 ? [14] : [])
    var address = registers[13] &- UInt32(4 * listed.count)
    registers[13] = address
    for register in listed {
      guard store(register, address, 4, &memory) == .done else { return .fault }
      address &+= 4
    }
    return .done
  }

  private mutating func pop(_ code: Int, _ memory: inout some ThumbMemory) -> Outcome {
    let listed = (0..<8).filter { code & 1 << $0 != 0 } + (code & 0x100 != 0 ? [15] : [])
    var address = registers[13]
    for register in listed {
      guard load(register, address, 4, &memory) == .done else { return .fault }
      address &+= 4
    }
    registers[15] &= ~1
    registers[13] = address
    return .done
  }

  // MARK: The rest

  private mutating func miscellaneous(_ code: Int, _ memory: inout some ThumbMemory) -> Outcome {
    let (source, target) = (registers[code >> 3 & 7], code & 7)
    switch code >> 8 & 15 {
    case 0:
      let distance = UInt32(code & 0x7F) << 2
      registers[13] = code & 0x80 != 0 ? registers[13] &- distance : registers[13] &+ distance
    case 2:
      switch code >> 6 & 3 {
      case 0: registers[target] = UInt32(bitPattern: Int32(bitPattern: source << 16) >> 16)
      case 1: registers[target] = UInt32(bitPattern: Int32(bitPattern: source << 24) >> 24)
      case 2: registers[target] = source & 0xFFFF
      default: registers[target] = source & 0xFF
      }
    case 4, 5: return push(code, &memory)
    case 12, 13: return pop(code, &memory)
    case 6: return .done  // interrupts on and off: there are none
    case 10:
      switch code >> 6 & 3 {
      case 0: registers[target] = source.byteSwapped
      case 1:
        registers[target] = (source & 0x00FF_00FF) << 8 | source >> 8 & 0x00FF_00FF
      case 3:
        registers[target] = UInt32(
          bitPattern: Int32(bitPattern: source.byteSwapped & 0xFFFF_0000) >> 16)
      default: return .fault
      }
    case 14: return .breakpoint
    case 15 where code & 15 == 0: return .done  // hints
    default: return .fault
    }
    return .done
  }

  private mutating func conditionalBranch(_ code: Int, _ pc: UInt32) -> Outcome {
    let holds: Bool
    switch code >> 9 & 7 {
    case 0: holds = zero
    case 1: holds = carry
    case 2: holds = negative
    case 3: holds = overflow
    case 4: holds = carry && !zero
    case 5: holds = negative == overflow
    case 6: holds = negative == overflow && !zero
    default: return .fault  // undefined, and the supervisor call that nobody answers
    }
    if holds == (code & 0x100 == 0) {
      registers[15] = pc &+ 4 &+ UInt32(bitPattern: Int32(Int8(truncatingIfNeeded: code)) << 1)
    }
    return .done
  }

  /// Instructions of two halfwords: `BL`, barriers, and what reads and writes special registers.
  private mutating func long(
    _ code: Int, _ pc: UInt32, _ memory: inout some ThumbMemory
  ) -> Outcome {
    guard code >> 11 == 0b11110, let second = memory.load(pc &+ 2, size: 2) else { return .fault }
    let low = Int(second)
    registers[15] = pc &+ 4
    if low & 0xD000 == 0xD000 {
      let sign = code >> 10 & 1
      let (i1, i2) = (~(low >> 13 ^ sign) & 1, ~(low >> 11 ^ sign) & 1)
      let joined =
        sign << 24 | i1 << 23 | i2 << 22 | (code & 0x3FF) << 12 | (low & 0x7FF) << 1
      registers[14] = registers[15] | 1
      registers[15] = registers[15] &+ UInt32(bitPattern: (Int32(joined) << 7) >> 7)
      return .done
    }
    switch code {
    case 0xF3BF where low & 0xFF00 == 0x8F00: return .done
    case 0xF380...0xF38F where low & 0xFF00 == 0x8800: return .done
    case 0xF3EF where low & 0xF000 == 0x8000:
      registers[low >> 8 & 15] = 0
      return .done
    default: return .fault
    }
  }
}
