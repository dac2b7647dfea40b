// Runs the external SAT solver CaDiCaL on a file; it writes a proof to another file.
#pragma once

#include "backend/proofs/certificates/cnf.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::driver {

struct CadicalOptions {
  std::string program = "cadical";          ///< a path, or a name to look up in PATH
  double seconds = 0;                       ///< wall clock of a run; 0: no limit
  std::uint64_t memory_bytes = 0;           ///< 0: no limit
  const std::atomic<bool>* stop = nullptr;  ///< ends a run when set; may be null
};

struct CadicalAnswer {
  enum class End : std::uint8_t { unsatisfiable, satisfiable, limit, failed };
  End end = End::failed;
  std::string message;      ///< limit and failed: the reason
  std::vector<bool> model;  ///< satisfiable: by variable
  double seconds = 0;
};

/// Solves the CNF in a DIMACS file with `variables` variables, and writes a binary DRAT proof if it
/// has no model.
[[nodiscard]] CadicalAnswer run_cadical(const std::string& cnf_path, const std::string& proof_path,
                                        std::uint32_t variables, const CadicalOptions& options);

/// Returns why the program cannot be used; empty if it can.
[[nodiscard]] std::string cadical_fault(const CadicalOptions& options);

}  // namespace tesuji::driver
