import Errors
import Glibc

/// An open file that closes itself; the one place of the module that talks to the system.
struct OwnedDescriptor: ~Copyable {
  private var raw: Int32
  let path: String

  /// No file: reads find the end.
  init() {
    raw = -1
    path = ""
  }

  /// Opens a file for writing, made anew or emptied.
  init(writing path: String) throws(RigError) {
    self.path = path
    raw = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if raw < 0 { throw RigError(failingTo: .openJournal, path, errno: errno) }
  }

  init(reading path: String) throws(RigError) {
    self.path = path
    // A pipe without a writer would keep the opener waiting for ever.
    raw = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if raw < 0 { throw RigError(failingTo: .openJournal, path, errno: errno) }
    var status = stat()
    guard unsafe fstat(raw, &status) == 0 else {
      throw RigError(failingTo: .openJournal, path, errno: errno)
    }
    guard InputFile.obstacle(path, mode: status.st_mode) == nil else {
      throw RigError(failingTo: .openJournal, path, errno: ESPIPE)
    }
    let flags = fcntl(raw, F_GETFL)
    if flags >= 0 { _ = fcntl(raw, F_SETFL, flags & ~O_NONBLOCK) }
  }

  private init(duplicate: Int32, path: String) {
    raw = duplicate
    self.path = path
  }

  var isOpen: Bool { raw >= 0 }

  /// A second descriptor of the same file, so that syncing needs no lock.
  func duplicate() throws(RigError) -> OwnedDescriptor {
    let copy = fcntl(raw, F_DUPFD_CLOEXEC, 0)
    if copy < 0 { throw RigError(failingTo: .syncJournal, path, errno: errno) }
    return OwnedDescriptor(duplicate: copy, path: path)
  }

  /// Writes all bytes; after an error the file may end in a part of them.
  func write(_ bytes: [UInt8]) throws(RigError) {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(raw, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
      }
      if count > 0 {
        offset += count
      } else if count < 0, errno == EAGAIN {
        try waitUntilWritable()
      } else if count == 0 || errno != EINTR {
        throw RigError(failingTo: .writeJournal, path, errno: count == 0 ? EIO : errno)
      }
    }
  }

  /// A pipe that does not block says so when it is full.
  private func waitUntilWritable() throws(RigError) {
    var request = pollfd(fd: raw, events: Int16(POLLOUT), revents: 0)
    let result = unsafe poll(&request, 1, -1)
    if result < 0, errno != EINTR { throw RigError(failingTo: .writeJournal, path, errno: errno) }
  }

  /// Appends up to `limit` bytes; returns how many, 0 at the end of the file.
  func read(into bytes: inout [UInt8], limit: Int) throws(RigError) -> Int {
    guard isOpen else { return 0 }
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: limit))
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(raw, buffer.baseAddress?.advanced(by: start), limit)
      }
      let failure = errno
      if count < 0, failure == EINTR { continue }
      bytes.removeLast(limit - max(0, count))
      if count < 0 { throw RigError(failingTo: .readJournal, path, errno: failure) }
      return count
    }
  }

  /// Makes what was written durable. Pipes and terminals, which cannot be, are left alone.
  func sync() throws(RigError) {
    while fdatasync(raw) != 0 {
      if errno == EINVAL || errno == EROFS { return }
      if errno != EINTR { throw RigError(failingTo: .syncJournal, path, errno: errno) }
    }
  }

  /// Closes the file and reports what the system could not write.
  mutating func close() throws(RigError) {
    guard raw >= 0 else { return }
    let descriptor = raw
    raw = -1
    // On Linux the descriptor is gone even after EINTR.
    if Glibc.close(descriptor) != 0, errno != EINTR {
      throw RigError(failingTo: .writeJournal, path, errno: errno)
    }
  }

  deinit {
    if raw >= 0 { _ = Glibc.close(raw) }
  }
}
