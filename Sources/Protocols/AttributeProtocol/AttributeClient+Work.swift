extension AttributeClient {
  /// The state of a request between its packets.
  enum Work: Sendable {
    case unit(wanted: UInt16)
    case services([DiscoveredService])
    case characteristics([DiscoveredService], [AttributePDU.Value])
    case descriptors([DiscoveredService], gaps: [Gap])
    case reading(AttributePDU.Handle, [UInt8])
    case writing
    case preparing(AttributePDU.Handle, [UInt8], sent: Int)
    /// The parts that the server has kept are given up, since it refused one.
    case abandoning(AttributeError)

    /// Handles behind a value, up to the next declaration.
    struct Gap: Sendable {
      var service: Int
      var characteristic: Int
      var handles: AttributePDU.ClosedHandles
    }

    enum Result {
      case further(AttributePDU)
      case done(Swift.Result<Answer, Failure>)

      static func refused(_ error: AttributeError) -> Self { .done(.failure(.refused(error))) }
      static func malformed(_ words: String) -> Self { .done(.failure(.malformed(words))) }
    }

    static func begin(_ request: Request, unit: Int) -> (Work, AttributePDU) {
      switch request {
      case .exchangeMTU(let wanted): return (.unit(wanted: wanted), .exchangeMTURequest(wanted))
      case .discover: return (.services([]), .readByGroupTypeRequest(.all, type: .primaryService))
      case .read(let handle): return (.reading(handle, []), .readRequest(handle))
      case .write(let handle, let value):
        if value.count <= unit - 3 { return (.writing, .writeRequest(handle, value)) }
        let part = Array(value.prefix(unit - 5))
        return (
          .preparing(handle, value, sent: 0), .prepareWriteRequest(handle, offset: 0, part)
        )
      }
    }

    mutating func take(_ answer: AttributePDU, unit: Int) -> Result {
      switch (self, answer) {
      case (.services(let found), _): return takeServices(answer, found)
      case (.characteristics(let services, let found), _):
        return takeCharacteristics(answer, services, found)
      case (.descriptors(let services, let gaps), _):
        return takeDescriptors(answer, services, gaps)
      case (.reading(let handle, let read), _): return takeValue(answer, handle, read, unit)
      case (.abandoning(let error), _): return .refused(error)
      case (.preparing(_, _, let sent), .errorResponse(_, _, let error)) where sent > 0:
        self = .abandoning(error)
        return .further(.executeWriteRequest(false))
      case (_, .errorResponse(_, _, let error)): return .refused(error)
      case (.unit, _), (.writing, _): return .done(.success(.written))
      case (.preparing(let handle, let value, let sent), _):
        return takePart(answer, handle, value, sent, unit)
      }
    }

    // MARK: Discovery

    private mutating func takeServices(
      _ answer: AttributePDU, _ found: [DiscoveredService]
    ) -> Result {
      var found = found
      switch answer {
      case .readByGroupTypeResponse(let groups):
        for group in groups {
          guard group.handles.first > found.last?.handles.last ?? 0,
            group.handles.last >= group.handles.first, let uuid = BluetoothUUID(wire: group.value)
          else { return .malformed("services that do not follow each other") }
          found.append(DiscoveredService(handles: group.handles, uuid: uuid))
        }
        self = .services(found)
        if let last = found.last?.handles.last, last < .max {
          return .further(
            .readByGroupTypeRequest(.init(last + 1, .max), type: .primaryService))
        }
      case .errorResponse(_, _, let error) where error != .attributeNotFound:
        return .refused(error)
      default: break
      }
      guard !found.isEmpty else { return .done(.success(.services([]))) }
      self = .characteristics(found, [])
      return .further(.readByTypeRequest(.all, type: .characteristic))
    }

    private mutating func takeCharacteristics(
      _ answer: AttributePDU, _ services: [DiscoveredService], _ found: [AttributePDU.Value]
    ) -> Result {
      var found = found
      switch answer {
      case .readByTypeResponse(let values):
        for value in values {
          guard value.handle > found.last?.handle ?? 0 else {
            return .malformed("characteristics that do not follow each other")
          }
          found.append(value)
        }
        self = .characteristics(services, found)
        if let last = found.last?.handle, last < .max {
          return .further(.readByTypeRequest(.init(last + 1, .max), type: .characteristic))
        }
      case .errorResponse(_, _, let error) where error != .attributeNotFound:
        return .refused(error)
      default: break
      }
      var services = services
      var gaps: [Gap] = []
      for index in services.indices {
        let own = found.filter { services[index].handles.contains($0.handle) }
        for (number, declaration) in own.enumerated() {
          guard let each = DiscoveredService.Characteristic(declaration: declaration.value) else {
            return .malformed("a characteristic of \(declaration.value.count) bytes")
          }
          // Between the value and the next declaration, or the end of the service.
          let end =
            number + 1 < own.count ? own[number + 1].handle - 1 : services[index].handles.last
          if each.value < end {
            gaps.append(
              Gap(
                service: index, characteristic: services[index].characteristics.count,
                handles: .init(each.value + 1, end)))
          }
          services[index].characteristics.append(each)
        }
      }
      return findNext(services, gaps)
    }

    private mutating func takeDescriptors(
      _ answer: AttributePDU, _ services: [DiscoveredService], _ gaps: [Gap]
    ) -> Result {
      var (services, gaps) = (services, gaps)
      guard var gap = gaps.first else { return .done(.success(.services(services))) }
      switch answer {
      case .findInformationResponse(let all):
        for each in all {
          guard gap.handles.contains(each.handle) else {
            return .malformed("descriptors out of the range that was asked for")
          }
          services[gap.service].characteristics[gap.characteristic].descriptors.append(each)
          if each.handle == gap.handles.last {
            gaps.removeFirst()
            return findNext(services, gaps)
          }
          gap.handles.first = each.handle + 1
        }
        gaps[0] = gap
      case .errorResponse(_, _, let error) where error != .attributeNotFound:
        return .refused(error)
      default: gaps.removeFirst()
      }
      return findNext(services, gaps)
    }

    private mutating func findNext(_ services: [DiscoveredService], _ gaps: [Gap]) -> Result {
      guard let gap = gaps.first else { return .done(.success(.services(services))) }
      self = .descriptors(services, gaps: gaps)
      return .further(.findInformationRequest(gap.handles))
    }

    // MARK: Values

    private mutating func takeValue(
      _ answer: AttributePDU, _ handle: AttributePDU.Handle, _ read: [UInt8], _ unit: Int
    ) -> Result {
      switch answer {
      case .readResponse(let part), .readBlobResponse(let part):
        let value = read + part
        // A packet that is not full is the last; so is one behind the longest value.
        guard part.count == unit - 1, value.count < AttributeClient.longestValue else {
          return .done(.success(.value(value)))
        }
        self = .reading(handle, value)
        return .further(.readBlobRequest(handle, offset: UInt16(value.count)))
      // A value that ends with its packet.
      case .errorResponse(_, _, let error):
        let isEnd = [.attributeNotLong, .invalidOffset].contains(error) && !read.isEmpty
        return isEnd ? .done(.success(.value(read))) : .refused(error)
      default: return .malformed("no value")
      }
    }

    private mutating func takePart(
      _ answer: AttributePDU, _ handle: AttributePDU.Handle, _ value: [UInt8], _ sent: Int,
      _ unit: Int
    ) -> Result {
      switch answer {
      case .prepareWriteResponse(handle, let offset, let part):
        let end = min(sent + unit - 5, value.count)
        guard Int(offset) == sent, part == Array(value[sent..<end]) else {
          return .malformed("a part of a long value that is not the one that was sent")
        }
        guard end < value.count else {
          self = .writing
          return .further(.executeWriteRequest(true))
        }
        self = .preparing(handle, value, sent: end)
        let next = Array(value[end..<min(end + unit - 5, value.count)])
        return .further(.prepareWriteRequest(handle, offset: UInt16(end), next))
      default: return .malformed("no part of a long value")
      }
    }
  }
}
