// Creates literals of a net's signals in one state: for nets whose gates read only fluents.
#pragma once

#include "backend/proofs/sat/gates.h"
#include "ir/nets/net.h"

#include <utility>
#include <vector>

namespace tesuji::sat {

class NetLiterals {
 public:
  /// `fluents`: literals of the state, by position in Net::fluents; moves are false. `net` must
  /// outlive it.
  NetLiterals(const ir::Net& net, std::vector<Literal> fluents)
      : net_(&net), fluents_(std::move(fluents)) {}

  [[nodiscard]] const std::vector<Literal>& fluents() const { return fluents_; }
  /// Returns the signal's literal; adds the clauses that define it.
  [[nodiscard]] Literal of(ir::Signal signal, Gates& gates);

 private:
  const ir::Net* net_;
  std::vector<Literal> fluents_;
  std::vector<Literal> nodes_{};  ///< 0: not made yet
};

}  // namespace tesuji::sat
