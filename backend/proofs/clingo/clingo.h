// Runs the external answer set solver: clingo of Potassco, version 5 (Debian: `gringo`).
#pragma once

#include "backend/proofs/formulas/names.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::proofs {

struct ClingoOptions {
  std::string program = "clingo";           ///< a path, or a name to look for in PATH
  double seconds = 0;                       ///< of one run, wall clock; 0: no limit
  std::uint64_t memory_bytes = 0;           ///< of one run; 0: no limit
  const std::atomic<bool>* stop = nullptr;  ///< may be null
  std::vector<std::string> arguments;       ///< additional arguments
};

enum class Reasoning : std::uint8_t {
  one_model,  ///< any answer set
  cautious,   ///< the atoms in all of them
};

struct ClingoAnswer {
  enum class End : std::uint8_t {
    finished,
    out_of_time,
    out_of_memory,
    stopped,
    failed,  ///< `message` gives the reason
  };
  End end = End::failed;
  /// If finished: whether there is an answer set. Otherwise: whether one was found.
  bool satisfiable = false;
  /// one_model: the shown atoms. cautious: the atoms in all answer sets found so far; if not
  /// finished, these may be more than those in all answer sets.
  std::vector<PrintedAtom> atoms;
  std::uint64_t models = 0;  ///< number found
  std::string message;       ///< for the user; empty if finished
  double seconds = 0;        ///< wall clock, including start and grounding
};

/// Runs clingo on a program; returns all errors in the result. Thread-safe.
[[nodiscard]] ClingoAnswer run_clingo(std::string_view program, Reasoning reasoning,
                                      const ClingoOptions& options);

struct ClingoVersion {
  std::string text;     ///< `5.4.1`; empty if there is no usable one
  std::string message;  ///< then the reason
};
/// Returns the version of clingo. Waits `seconds`, at most 20, for the answer; 0: 20.
[[nodiscard]] ClingoVersion clingo_version(const ClingoOptions& options, double seconds);

}  // namespace tesuji::proofs
