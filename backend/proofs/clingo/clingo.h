// The external answer set solver: clingo of Potassco, version 5 (Debian: `gringo`).
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
  std::vector<std::string> arguments;       ///< further ones
};

enum class Reasoning : std::uint8_t {
  one_model,  ///< any answer set
  cautious,   ///< what is in all of them
};

struct ClingoAnswer {
  enum class End : std::uint8_t {
    finished,
    out_of_time,
    out_of_memory,
    stopped,
    failed,  ///< `message` says how
  };
  End end = End::failed;
  /// When finished: whether there is an answer set. Else: whether one was seen.
  bool satisfiable = false;
  /// one_model: its shown atoms. cautious: what is in all answer sets seen so far, which when not
  /// finished may be more than is in all.
  std::vector<PrintedAtom> atoms;
  std::uint64_t models = 0;  ///< that were seen
  std::string message;       ///< for a person; empty when finished
  double seconds = 0;        ///< wall clock, start and grounding included
};

/// Runs clingo on a program. Whatever goes wrong is in the answer. For any number of threads.
[[nodiscard]] ClingoAnswer run_clingo(std::string_view program, Reasoning reasoning,
                                      const ClingoOptions& options);

struct ClingoVersion {
  std::string text;     ///< `5.4.1`; empty if there is none that we can use
  std::string message;  ///< then why
};
/// Which clingo it is. It has `seconds` to tell, and 20 at most; 0: 20.
[[nodiscard]] ClingoVersion clingo_version(const ClingoOptions& options, double seconds);

}  // namespace tesuji::proofs
