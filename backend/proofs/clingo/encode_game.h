// Encodes a game as an answer set program over several points of time.
//
// Source: Haufe, Schiffel, Thielscher (2012): temporal extension (definition 10), domains
// (definition 22), static relaxation of legal (definition 23), state and action generators
// (4.3, 6.1), sequences that end for want of a legal move (5.2).
#pragma once

#include "backend/proofs/clingo/program.h"
#include "ir/module/module.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::proofs {

/// Adds rules to a program: relation by relation, with a predicate for each. Every derived
/// predicate has a time argument; `untime_static` removes it from those that do not need it.
///
/// Requires a module at level clauses whose columns have domains. Module and program must outlive
/// it.
class GameEncoder {
 public:
  /// With `nonplayable`, a state in which a role has no legal move ends a sequence (5.2).
  GameEncoder(const ir::Module& module, Program& program, bool nonplayable);

  /// Adds the rules at times 0..last.
  void add_rules(std::uint32_t last);
  /// Adds the fluents of the initial state, at time 0.
  void add_initial_state();
  /// Allows at time 0 any set of fluents that can hold and that domains allow: rules lead to no
  /// other fluents.
  void add_state_generator();
  /// Adds a legal move of every role at times 0..last-1, unless the game is over there.
  void add_action_generator(std::uint32_t last);

  /// Returns the relation's atom at a time; for next.* and init.*, the fluent that it makes true.
  [[nodiscard]] Atom atom(ir::RelationId relation, std::vector<ir::Argument> args,
                          std::uint32_t time) const;
  /// Returns the atoms that end the sequence at that time: `terminal`, and with `nonplayable`
  /// others.
  [[nodiscard]] std::vector<Atom> ends(std::uint32_t time) const;
  [[nodiscard]] const ir::Module& module() const { return module_; }
  [[nodiscard]] Program& program() { return program_; }
  [[nodiscard]] DomainIndex domain(ir::DomainId domain) const { return domains_[domain]; }

 private:
  [[nodiscard]] Rule translate(const ir::Rule& rule, std::uint32_t time) const;
  void add_facts(ir::RelationId relation, std::uint32_t time);
  [[nodiscard]] bool is_init(ir::RelationId relation) const { return init_of_[relation]; }
  void add_static_legal();
  void add_static_rule(const ir::Rule& rule);
  void add_choices(std::uint32_t time);
  void add_stuck(std::uint32_t time);
  [[nodiscard]] std::string comment_on(const ir::Rule& rule) const;

  const ir::Module& module_;
  Program& program_;
  bool nonplayable_;
  std::vector<DomainIndex> domains_;          ///< by ir::DomainId
  std::vector<PredicateId> predicates_;       ///< by relation
  std::vector<std::uint32_t> time_offset_;    ///< by relation: 1 for next.*
  std::vector<bool> init_of_;                 ///< by relation: whether it is init.*
  std::vector<bool> dynamic_;                 ///< by relation: whether it depends on true or does
  std::vector<PredicateId> static_versions_;  ///< by relation; ir::no_id if none
  PredicateId terminated_;
  PredicateId has_legal_ = ir::no_id;
  PredicateId stuck_ = ir::no_id;
  ir::RelationId terminal_;
};

}  // namespace tesuji::proofs
