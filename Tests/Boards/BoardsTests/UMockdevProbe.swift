import Foundation
import Glibc
import Synchronization

/// A debug probe behind a mocked device node: answers what libusb asks the kernel for.
///
/// umockdev hands every request of the node to it, on a thread of its own.
final class UMockdevProbe: Sendable {
  private struct State {
    var isClaimed = false
    var claims = 0
    var releases = 0
    var asked: [[UInt8]] = []
    var answer: [UInt8] = []
    var finished: [UInt] = []
  }

  private typealias Library = UnsafeMutableRawPointer

  private struct Functions: Sendable {
    let request: @convention(c) (UInt) -> UInt
    let argument: @convention(c) (UInt) -> UInt
    let resolve: @convention(c) (UInt, Int, Int, UInt) -> UInt
    let setPointer: @convention(c) (UInt, Int, UInt) -> Int32
    let update: @convention(c) (UInt, Int, UInt, Int32) -> Void
    let retrieve: @convention(c) (UInt, UInt, UInt) -> Void
    let complete: @convention(c) (UInt, Int, Int32) -> Void
  }

  private let functions: Functions
  private let answers: [UInt8: [UInt8]]
  /// Another program has claimed the interface.
  private let isBusy: Bool
  private let state = Mutex(State())

  /// The commands that it was sent.
  var asked: [[UInt8]] { state.withLock { $0.asked } }
  /// How often its interface was claimed and given back.
  var claims: (taken: Int, given: Int) { state.withLock { ($0.claims, $0.releases) } }

  init(answers: [UInt8: [UInt8]], isBusy: Bool = false) throws {
    self.answers = answers
    self.isBusy = isBusy
    let library = unsafe dlopen("libumockdev.so.0", RTLD_NOW)
    func function<F>(_ name: String, _ type: F.Type) throws -> F {
      try unsafe UMockdevBed.function(name, library, type)
    }
    functions = try Functions(
      request: function("umockdev_ioctl_client_get_request", (@convention(c) (UInt) -> UInt).self),
      argument: function("umockdev_ioctl_client_get_arg", (@convention(c) (UInt) -> UInt).self),
      resolve: function(
        "umockdev_ioctl_data_resolve", (@convention(c) (UInt, Int, Int, UInt) -> UInt).self),
      setPointer: function(
        "umockdev_ioctl_data_set_ptr", (@convention(c) (UInt, Int, UInt) -> Int32).self),
      update: function(
        "umockdev_ioctl_data_update", (@convention(c) (UInt, Int, UInt, Int32) -> Void).self),
      retrieve: function(
        "umockdev_ioctl_data_retrieve", (@convention(c) (UInt, UInt, UInt) -> Void).self),
      complete: function(
        "umockdev_ioctl_client_complete", (@convention(c) (UInt, Int, Int32) -> Void).self))
  }

  /// Answers for a node from now on; lives as long as the process.
  func serve(_ bed: UMockdevBed, node: String) throws {
    let library = unsafe dlopen("libumockdev.so.0", RTLD_NOW)
    let objects = unsafe dlopen("libgobject-2.0.so.0", RTLD_NOW)
    let new = try unsafe UMockdevBed.function(
      "umockdev_ioctl_base_new", library, (@convention(c) () -> UInt).self)
    let connect = try unsafe UMockdevBed.function(
      "g_signal_connect_data", objects,
      (@convention(c) (UInt, UnsafePointer<CChar>, UInt, UInt, UInt, Int32) -> UInt).self)
    let attach = try unsafe UMockdevBed.function(
      "umockdev_testbed_attach_ioctl", library,
      (@convention(c) (OpaquePointer, UnsafePointer<CChar>, UInt, UInt) -> Int32).self)
    let handler: @convention(c) (UInt, UInt, UnsafeMutableRawPointer?) -> Int32 = {
      _, client, context in
      guard let context = unsafe context else { return 0 }
      return unsafe Unmanaged<UMockdevProbe>.fromOpaque(context).takeUnretainedValue()
        .handle(client) ? 1 : 0
    }
    let base = new()
    let context = unsafe UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())
    _ = unsafe connect(
      base, "handle-ioctl", unsafeBitCast(handler, to: UInt.self), context, 0, 0)
    guard unsafe attach(bed.bed, node, base, 0) != 0 else {
      throw UMockdevBed.Missing(what: "a handler for \(node)")
    }
  }

  private func handle(_ client: UInt) -> Bool {
    let argument = functions.argument(client)
    switch functions.request(client) & 0xFFFF {
    case 0x551A:  // GET_CAPABILITIES: none
      let place = functions.resolve(argument, 0, 4, 0)
      update(place, 0, [0, 0, 0, 0])
      functions.complete(client, 0, 0)
    case 0x550F:  // CLAIMINTERFACE
      if isBusy {
        functions.complete(client, -1, EBUSY)
      } else {
        state.withLock { $0.claims += 1 }
        functions.complete(client, 0, 0)
      }
    case 0x5510:  // RELEASEINTERFACE
      state.withLock { $0.releases += 1 }
      functions.complete(client, 0, 0)
    case 0x550A:  // SUBMITURB
      submit(argument)
      functions.complete(client, 0, 0)
    case 0x550C, 0x550D:  // REAPURB, REAPURBNDELAY
      let finished = state.withLock { $0.finished.isEmpty ? nil : $0.finished.removeFirst() }
      if let finished {
        let place = functions.resolve(argument, 0, 8, 0)
        _ = functions.setPointer(place, 0, finished)
        functions.complete(client, 0, 0)
      } else {
        functions.complete(client, -1, EAGAIN)
      }
    default:
      functions.complete(client, -1, ENOTTY)
    }
    return true
  }

  /// A bulk transfer: out is a command, in is what there is of its answer.
  private func submit(_ argument: UInt) {
    let request = functions.resolve(argument, 0, 56, 0)
    let fields = bytes(request)
    guard fields.count >= 56 else { return }
    let length = (0..<4).reduce(0) { $0 | Int(fields[24 + $1]) << (8 * $1) }
    let buffer = functions.resolve(request, 16, length, 0)
    let isInput = fields[1] & 0x80 != 0
    var actual = length
    if isInput {
      let piece = state.withLock { state in
        let piece = Array(state.answer.prefix(min(64, length)))
        state.answer.removeFirst(piece.count)
        return piece
      }
      update(buffer, 0, piece)
      actual = piece.count
    } else {
      let command = Array(bytes(buffer).prefix(length))
      state.withLock {
        $0.asked.append(command)
        $0.answer = command.first.flatMap { answers[$0] } ?? []
      }
    }
    update(request, 4, [0, 0, 0, 0])
    update(request, 28, (0..<4).map { UInt8(truncatingIfNeeded: actual >> (8 * $0)) })
    state.withLock { $0.finished.append(request) }
  }

  private func update(_ data: UInt, _ offset: Int, _ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { buffer in
      functions.update(
        data, offset, UInt(bitPattern: buffer.baseAddress), Int32(bytes.count))
    }
  }

  private func bytes(_ data: UInt) -> [UInt8] {
    var place: UnsafeMutablePointer<UInt8>?
    var count: Int32 = 0
    unsafe withUnsafeMutablePointer(to: &place) { place in
      unsafe withUnsafeMutablePointer(to: &count) { count in
        functions.retrieve(
          data, UInt(bitPattern: place), UInt(bitPattern: count))
      }
    }
    guard let place = unsafe place else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: place, count: Int(count)))
  }
}
