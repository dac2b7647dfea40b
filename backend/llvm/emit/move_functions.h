// Finds the nodes of a net that depend only on the move of one role.
#pragma once

#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace tesuji::llvm_backend {

/// Whether it holds, by number of the role's move; last for none of them. 64 to a word, the
/// last word filled up with zeros.
using MoveFunction = std::vector<std::uint64_t>;

[[nodiscard]] bool holds(const MoveFunction& function, std::uint32_t move);
[[nodiscard]] bool is_never(const MoveFunction& function);
[[nodiscard]] MoveFunction both(const MoveFunction& a, const MoveFunction& b);
[[nodiscard]] MoveFunction either(const MoveFunction& a, const MoveFunction& b);

/// Role of nodes that also depend on something else, and of constants.
inline constexpr std::uint32_t no_single_role = std::numeric_limits<std::uint32_t>::max();

class MoveFunctions {
 public:
  /// Of the nodes that are needed; nothing if they have more than `limit` words together.
  [[nodiscard]] static std::optional<MoveFunctions> make(const ir::Net& net,
                                                         const std::vector<bool>& needed,
                                                         std::size_t limit);

  /// The role whose moves this node is a function of, or no_single_role.
  [[nodiscard]] std::uint32_t role_of(ir::NodeId node) const { return roles_[node]; }
  /// Of a signal whose node has a role.
  [[nodiscard]] MoveFunction function(ir::Signal signal) const;

  [[nodiscard]] std::uint32_t role_count() const {
    return static_cast<std::uint32_t>(move_counts_.size());
  }
  /// One less than the values of a function.
  [[nodiscard]] std::uint32_t move_count(std::uint32_t role) const { return move_counts_[role]; }
  [[nodiscard]] MoveFunction always(std::uint32_t role) const;
  [[nodiscard]] MoveFunction inverse(std::uint32_t role, const MoveFunction& function) const;
  /// The value where the role makes none of its moves.
  [[nodiscard]] bool of_no_move(std::uint32_t role, const MoveFunction& function) const {
    return holds(function, move_counts_[role]);
  }

 private:
  std::vector<std::uint32_t> move_counts_;
  std::vector<std::uint32_t> roles_;     ///< by node
  std::vector<MoveFunction> functions_;  ///< by node; empty where it has no role
};

}  // namespace tesuji::llvm_backend
