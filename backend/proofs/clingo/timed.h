// Predicates at points of time, which passes treat as predicates of their own.
#pragma once

#include "backend/proofs/clingo/program.h"

#include <cstdint>
#include <utility>

namespace tesuji::proofs {

/// A predicate at a time; the time counts from 1, and is 0 where there is none.
using Timed = std::pair<PredicateId, std::uint32_t>;

[[nodiscard]] inline Timed timed(const Atom& atom) {
  return {atom.predicate, atom.time ? *atom.time + 1 : 0};
}

}  // namespace tesuji::proofs
