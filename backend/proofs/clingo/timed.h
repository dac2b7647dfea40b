// Defines predicates at points of time, which passes treat as separate predicates.
#pragma once

#include "backend/proofs/clingo/program.h"

#include <cstdint>
#include <utility>

namespace tesuji::proofs {

/// A predicate at a time; the time counts from 1, and is 0 for a predicate without time.
using Timed = std::pair<PredicateId, std::uint32_t>;

[[nodiscard]] inline Timed timed(const Atom& atom) {
  return {atom.predicate, atom.time ? *atom.time + 1 : 0};
}

}  // namespace tesuji::proofs
