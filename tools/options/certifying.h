// Certifies what `verify` and `solve` prove, if the build has a part that can.
#pragma once

#include "tools/base/json.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace tesuji::driver {
struct SolvedPuzzle;
struct Verified;
}  // namespace tesuji::driver

namespace tesuji::tools {

struct CertifyingOptions {
  std::string folder;  ///< for the certificate; empty: none is wanted
  std::string cadical = "cadical";
  double run_seconds = 0;                                  ///< of one run of CaDiCaL; 0: no limit
  double total_seconds = 0;                                ///< for everything; 0: no limit
  std::uint64_t memory_bytes = 0;                          ///< 0: no limit
  const std::atomic<bool>* stop = nullptr;                 ///< may be null
  std::function<void(const std::string& stage)> progress;  ///< may be empty
  bool verbose = false;  ///< the text includes all formulas that are not certified
};

struct Certified {
  enum class End : std::uint8_t {
    whole,
    partial,  ///< some formulas are omitted
    none,     ///< there is no certificate
    wrong     ///< a bug of ours: a proof is wrong
  };
  End end = End::none;
  std::string text;
  Json json;
};

/// Functions are all empty if the build has no certificates.
struct Certifier {
  /// Returns why a certificate cannot be written to the folder; empty if it can.
  std::function<std::string(const std::string& folder)> folder_fault;
  /// Certifies proved formulas. `sheet`: the text of the rulesheet, in KIF.
  std::function<Certified(const driver::Verified& verified, const std::string& sheet,
                          const CertifyingOptions& options)>
      verified;
  /// Certifies the bound of a puzzle; `horizon` as in driver::PuzzleOptions.
  std::function<Certified(const std::string& path, const std::string& sheet,
                          const driver::SolvedPuzzle& solved, std::uint32_t horizon,
                          const CertifyingOptions& options)>
      puzzle;
};

/// Returns this program's certifier. Set it before commands run, and do not change it afterwards.
[[nodiscard]] Certifier& certifier();

/// Whether the build has certificates, so that commands offer the options for them.
[[nodiscard]] bool has_certifier();

}  // namespace tesuji::tools
