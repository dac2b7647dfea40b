// Checks that a DRAT proof refutes a CNF.
//
// The checker reads the proof forwards. Each added clause C must have one of two properties with
// respect to the current clauses (Wetzler, Heule, Hunt, *DRAT-trim*, 2014):
//   RUP  unit propagation after making all literals of C false ends in a conflict: C follows.
//   RAT  with the first literal l of C: for each clause D that contains -l, unit propagation after
//        making all literals of C, and of D without -l, false ends in a conflict. Then C need not
//        follow, but a satisfiable set stays satisfiable with C.
// Both keep a satisfiable set satisfiable, so a set that gets the empty clause was unsatisfiable.
// Deletions only remove clauses, which also keeps a set satisfiable. A deletion is ignored if the
// clause is the reason of a permanently true literal: more clauses have fewer models for RUP, and
// more cases for RAT.
#pragma once

#include "backend/proofs/certificates/cnf.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::certificates {

enum class DratForm : std::uint8_t {
  text,    ///< `1 -2 0` adds a clause, `d 1 -2 0` deletes one
  binary,  ///< `a` or `d`, literals as 2*variable + sign in 7 bits per byte, 0
};

struct DratLimits {
  double seconds = 0;                                ///< wall clock; 0: no limit
  std::uint64_t literals = std::uint64_t{1} << 31;   ///< of all clauses together
  std::uint32_t variables = std::uint32_t{1} << 28;  ///< including those that the proof adds
};

struct DratResult {
  enum class End : std::uint8_t {
    refuted,    ///< the CNF is unsatisfiable
    rejected,   ///< a clause has neither property, or the empty clause is never added
    malformed,  ///< the bytes are not a proof
    limit,
  };
  End end = End::rejected;
  std::string message;        ///< reason; empty if refuted
  std::uint64_t step = 0;     ///< number of the last line read, from 1
  std::uint64_t added = 0;    ///< number of checked clauses
  std::uint64_t by_rat = 0;   ///< number of these checked by RAT
  std::uint64_t deleted = 0;  ///< number of deleted clauses
  double seconds = 0;         ///< wall clock
};

[[nodiscard]] DratResult check_drat(const Cnf& cnf, std::string_view proof, DratForm form,
                                    const DratLimits& limits = {});

}  // namespace tesuji::certificates
