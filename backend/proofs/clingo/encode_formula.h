// Encodes formulas as rules.
//
// Source: Haufe, Schiffel, Thielscher (2012), table 2. The table has a rule for each choice of
// constants for the variables; here there is one rule with variables, which clingo grounds. Equal
// subformulas, even of different invariants, share a predicate, whose arguments are the
// subformula's free variables and the time at which it is evaluated.
#pragma once

#include "backend/proofs/clingo/encode_game.h"
#include "backend/proofs/clingo/program.h"
#include "ir/formulas/formula.h"

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::proofs {

class FormulaEncoder {
 public:
  /// The program must contain the game's rules at all times that formulas read. `game` must outlive
  /// it.
  explicit FormulaEncoder(GameEncoder& game) : game_(game), program_(game.program()) {}

  /// Returns the atom that holds if `formula` does; its variables are the formula's free variables,
  /// numbered as in `variables`. Adds the rules that are still missing.
  [[nodiscard]] Atom encode(const ir::Formula& formula,
                            std::span<const ir::FormulaVariable> variables, std::uint32_t time);

  /// Returns the domain's atom, which restricts a variable to its constants.
  [[nodiscard]] Literal guard(const ir::FormulaVariable& variable, ir::VariableId id);

 private:
  using NodeId = std::uint32_t;

  struct Use {
    NodeId node = 0;
    std::vector<ir::VariableId> arguments;  ///< in the numbering of the node that uses it
  };

  /// A subformula. Its free variables are 0..columns-1; variables that a range binds follow.
  struct Node {
    ir::Formula::Kind kind = ir::Formula::Kind::conjunction;
    std::uint32_t relation = ir::no_id;
    std::vector<ir::Argument> args;
    std::vector<ir::Argument> right;
    std::uint64_t lower = 0;
    std::uint64_t upper = 0;
    std::vector<Use> uses;
    std::vector<std::vector<ir::VariableId>> bound;  ///< count: by range
    std::size_t columns = 0;
    std::vector<DomainIndex> domains;  ///< by variable
    std::vector<std::string> names;    ///< by variable
    PredicateId predicate = ir::no_id;
  };

  /// A node, and the formula's variable for each of its columns.
  struct Built {
    NodeId node = 0;
    std::vector<ir::VariableId> variables;
  };

  class Numbering;

  Built build(const ir::Formula& formula, std::span<const ir::FormulaVariable> variables);
  NodeId intern(Node node);
  void emit(NodeId id, std::uint32_t time);
  void emit_count(const Node& node, const Rule& frame, std::uint32_t time);
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> bounds(const Node& node) const;
  void add_guards(Rule& rule, const Node& node, std::size_t columns) const;
  [[nodiscard]] Literal domain_literal(DomainIndex domain, ir::VariableId variable) const;
  [[nodiscard]] Atom use(const Use& use, std::uint32_t time) const;

  GameEncoder& game_;
  Program& program_;
  std::vector<Node> nodes_;
  std::map<std::vector<std::uint64_t>, NodeId> index_;
  std::set<std::pair<NodeId, std::uint32_t>> emitted_;
};

}  // namespace tesuji::proofs
