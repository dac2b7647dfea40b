// Represents first-order terms of the reference reasoner: interned, so that equal terms have equal
// ids and ground terms are compared in one step.
//
// Source: Genesereth and Thielscher, General Game Playing, chapter 13.
#pragma once

#include "ir/core/symbol.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace tesuji::reference {

using TermId = std::uint32_t;
inline constexpr TermId no_term = ~TermId{0};

/// Number of a variable: those of a clause are 0, 1, .. until it is renamed.
using Variable = std::uint32_t;

/// A variable and the term that replaces it.
using Binding = std::pair<Variable, TermId>;

/// Owns terms; ids and the spans of args() stay valid while it lives. Not thread-safe.
class TermStore {
 public:
  enum class Kind : std::uint8_t { constant, variable, compound };

  TermStore() = default;
  TermStore(const TermStore&) = delete;  // nodes point into their own store
  TermStore& operator=(const TermStore&) = delete;

  TermId constant(ir::Symbol name);
  TermId variable(Variable number);
  /// Returns a compound term; without arguments, `(f)` differs from the constant `f`. Throws
  /// std::length_error for 2^32 terms.
  TermId compound(ir::Symbol functor, std::span<const TermId> args);

  [[nodiscard]] Kind kind(TermId term) const { return nodes_[term].kind; }
  /// Returns the name of a constant or functor.
  [[nodiscard]] ir::Symbol name(TermId term) const { return nodes_[term].name; }
  [[nodiscard]] Variable number(TermId variable) const { return nodes_[variable].name; }
  [[nodiscard]] std::span<const TermId> args(TermId term) const {
    return {nodes_[term].args, nodes_[term].arity};
  }
  [[nodiscard]] bool ground(TermId term) const { return nodes_[term].ground; }
  /// 0 for constants and variables, else one more than the deepest argument.
  [[nodiscard]] std::uint32_t depth(TermId term) const { return nodes_[term].depth; }
  /// Number of symbols in the printed term, counting each occurrence of a shared part; saturates.
  [[nodiscard]] std::uint32_t symbols(TermId term) const { return nodes_[term].symbols; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
  struct Node {
    const TermId* args = nullptr;
    Kind kind = Kind::constant;
    bool ground = true;
    std::uint32_t name = 0;
    std::uint32_t arity = 0;
    std::uint32_t depth = 0;
    std::uint32_t symbols = 1;
  };
  TermId intern(const Node& node, std::span<const TermId> args);
  const TermId* keep(std::span<const TermId> args);
  void grow_index();

  std::vector<Node> nodes_;
  std::vector<TermId> index_;  ///< hash table with open addressing; a power of two
  std::vector<std::unique_ptr<TermId[]>> chunks_;  ///< the arguments of compounds
  TermId* next_free_ = nullptr;                    ///< in the last chunk
  std::size_t chunk_free_ = 0;                     ///< free places in it
};

}  // namespace tesuji::reference
