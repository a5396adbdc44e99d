import GRPCNIOTransportHTTP2Posix
import Glibc

/// Whether connections to coordinators are encrypted: by `LG_COORDINATOR_TLS`, as labgrid has it since it
/// has that at all (after 26.0). `UWBRIG_COORDINATOR_CACERT` names the certificates to trust instead of the
/// system's.
enum CoordinatorSecurity {
  static var transport: HTTP2ClientTransport.Posix.TransportSecurity {
    guard ["1", "true"].contains(variable("LG_COORDINATOR_TLS")?.lowercased()) else {
      return .plaintext
    }
    guard let path = variable("UWBRIG_COORDINATOR_CACERT") else { return .tls }
    return .tls { $0.trustRoots = .certificates([.file(path: path, format: .pem)]) }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
