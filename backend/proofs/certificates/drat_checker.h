// Checks that a DRAT proof refutes a CNF.
//
// The checker goes through the proof forwards. Each added clause C must have one of two properties
// with respect to the clauses that are there (Wetzler, Heule, Hunt, *DRAT-trim*, 2014):
//   RUP  unit propagation after all literals of C are made false ends in a conflict: C follows.
//   RAT  with the first literal l of C: for each clause D that contains -l, unit propagation after
//        all literals of C and of D without -l are made false ends in a conflict. Then C need not
//        follow, but clauses that could be satisfied still can be with C.
// Both keep a satisfiable set satisfiable, so a set that gets the empty clause never was. Deletions
// only take clauses away, which also keeps it. A deletion is ignored where the clause is the reason
// of a literal that is true for good: more clauses are fewer models for RUP, and more cases for
// RAT.
#pragma once

#include "backend/proofs/certificates/cnf.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::certificates {

enum class DratForm : std::uint8_t {
  text,    ///< `1 -2 0` adds a clause, `d 1 -2 0` deletes one
  binary,  ///< `a` or `d`, literals as 2*variable + sign in 7 bits a byte, 0
};

struct DratLimits {
  double seconds = 0;                                ///< wall clock; 0: none
  std::uint64_t literals = std::uint64_t{1} << 31;   ///< of all clauses together
  std::uint32_t variables = std::uint32_t{1} << 28;  ///< also those the proof adds
};

struct DratResult {
  enum class End : std::uint8_t {
    refuted,    ///< the CNF is unsatisfiable
    rejected,   ///< a clause has neither property, or the empty clause is never added
    malformed,  ///< the bytes are no proof
    limit,
  };
  End end = End::rejected;
  std::string message;        ///< why not; empty where refuted
  std::uint64_t step = 0;     ///< number of the last line that was read, from 1
  std::uint64_t added = 0;    ///< clauses that were checked
  std::uint64_t by_rat = 0;   ///< of these by RAT
  std::uint64_t deleted = 0;  ///< clauses that were deleted
  double seconds = 0;         ///< wall clock
};

[[nodiscard]] DratResult check_drat(const Cnf& cnf, std::string_view proof, DratForm form,
                                    const DratLimits& limits = {});

}  // namespace tesuji::certificates
