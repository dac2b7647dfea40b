// The relations of a random rulesheet and the types of their columns.
#pragma once

#include "runtime/host/memory/rng.h"
#include "tests/property/term_types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tests {

/// Levels order relations so that every program is stratified: a rule refers
/// positively to relations of its head's level or lower, negatively to lower ones.
/// A relation of each of the `_derived` levels may thus be recursive.
namespace level {
enum Level : std::uint8_t {
  facts,           ///< nothing but facts; with `role`
  static_derived,  ///< neither state nor moves
  static_layered,
  state,  ///< `true`
  state_derived,
  state_layered,
  legal,
  after_legal,
  terminal,
  goal,
  does,  ///< from here on: what depends on moves
  move_derived,
  next,  ///< and `sees`
  head_only,
};
}  // namespace level

struct RandomRelation {
  std::string name;
  std::vector<TypeId> columns;
  level::Level at = level::facts;
  /// A column of constants, by which the relation refers to itself negatively too:
  /// rules for its constant i refer to constants before i only. Stratified locally.
  std::optional<std::size_t> layers;
};

struct Vocabulary {
  TermTypes types;
  std::vector<std::string> roles;
  TypeId role = 0;      ///< the roles
  TypeId stranger = 0;  ///< the roles and somebody else
  TypeId fluent = 0;
  TypeId move = 0;
  /// Derived relations and those of GDL that may stand in bodies.
  std::vector<RandomRelation> relations;
  RandomRelation init;
  RandomRelation next;
  std::optional<RandomRelation> sees;

  [[nodiscard]] const RandomRelation* find(const std::string& name) const;
};

[[nodiscard]] Vocabulary random_vocabulary(runtime::Rng& rng);

}  // namespace tesuji::tests
