// Damages certificates at random: what is accepted still has to prove what it says.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace tesuji::tests {

/// A certificate's files by name.
using CertificateFiles = std::map<std::string, std::string>;

/// Proves and certifies what `verify --auto` proves of the sheet. Throws std::runtime_error.
[[nodiscard]] CertificateFiles certificate_files(const std::string& sheet_path);

struct DamageCounts {
  std::uint64_t refused = 0;
  std::uint64_t limits = 0;
  std::uint64_t same = 0;    ///< accepted: CNFs are read as the same, statements are
  std::uint64_t proofs = 0;  ///< accepted: another proof, which an independent checker accepts
  std::uint64_t others = 0;  ///< accepted: other statements, or sheets, whose CNFs CaDiCaL refutes
};

/// Damages the files once, by the seed, and checks them. Returns what was accepted and should not
/// be; empty where nothing was.
[[nodiscard]] std::string damage(const CertificateFiles& files, std::uint64_t seed,
                                 DamageCounts& counts);

}  // namespace tesuji::tests
