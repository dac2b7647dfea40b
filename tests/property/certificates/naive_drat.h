// A DRAT checker without watched literals, indexes or deletions, to check the checker
// (backend/proofs/certificates/drat_checker.h) with.
#pragma once

#include "backend/proofs/certificates/cnf.h"

#include <set>
#include <string_view>
#include <vector>

namespace tesuji::tests {

using NaiveClauses = std::vector<std::vector<certificates::Literal>>;

/// Unit propagation over and over all clauses: whether it finds a conflict.
[[nodiscard]] bool naive_conflict(const NaiveClauses& clauses,
                                  std::set<certificates::Literal> truths);

/// Whether the clause has the property RUP, or with its first literal RAT.
[[nodiscard]] bool naive_follows(const NaiveClauses& clauses,
                                 const std::vector<certificates::Literal>& clause);

/// Whether a binary proof without RAT steps refutes the CNF; its deletions are ignored, which
/// takes nothing from RUP. False also for what is no proof.
[[nodiscard]] bool naive_refutes(const certificates::Cnf& cnf, std::string_view proof);

}  // namespace tesuji::tests
