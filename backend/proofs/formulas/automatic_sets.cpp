#include "backend/proofs/formulas/automatic_sets.h"

#include "backend/proofs/formulas/goal_invariants.h"
#include "backend/proofs/formulas/invariant_maker.h"
#include "backend/proofs/formulas/names.h"
#include "ir/core/counted.h"
#include "ir/core/symbol.h"
#include "ir/module/module.h"
#include "runtime/host/game/term_names.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::proofs {

namespace {

// Groups fluents as functors with arguments; the IR has a relation for each shape of the arguments.

/// A relation of fluents: the shapes of its functor's arguments.
struct FluentShape {
  ir::RelationId relation = ir::no_id;
  std::vector<std::string> arguments;  ///< KIF with `?` for each leaf
  std::vector<std::size_t> leaves;     ///< per argument: number of columns
};

/// All relations of fluents with the same functor and number of arguments.
struct FluentSymbol {
  std::string functor;
  std::size_t arity = 0;
  std::vector<FluentShape> shapes;
};

/// Returns the module's fluents with arguments, in the order of its relations.
std::vector<FluentSymbol> fluent_symbols(const ir::Module& module) {
  std::vector<FluentSymbol> result;
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    if (relation.kind != ir::RelationKind::state) continue;
    const auto found = runtime::term_parts(relation.term);
    if (!found) continue;
    const std::vector<std::string>& parts = *found;
    FluentShape shape;
    shape.relation = id;
    for (std::size_t i = 1; i < parts.size(); ++i) {
      shape.leaves.push_back(
          static_cast<std::size_t>(std::count(parts[i].begin(), parts[i].end(), '?')));
    }
    shape.arguments.assign(parts.begin() + 1, parts.end());
    const std::size_t arity = shape.arguments.size();
    if (arity == 0) continue;
    auto place = std::find_if(result.begin(), result.end(), [&](const FluentSymbol& symbol) {
      return symbol.functor == parts.front() && symbol.arity == arity;
    });
    if (place == result.end()) {
      result.push_back({parts.front(), arity, {}});
      place = result.end() - 1;
    }
    place->shapes.push_back(std::move(shape));
  }
  return result;
}

using ir::Argument;
using ir::Formula;
using ir::Invariant;
using ir::RelationId;
using ir::Symbol;
using ir::VariableId;

constexpr std::size_t most_arguments = 8;  ///< of a fluent whose subsequences are all tried
constexpr std::uint64_t most_instances = 1'000'000;  ///< of a family

// Functionals.

/// Makes the formula: for all X with these shapes there are lower..1 Y. `counted` selects the
/// arguments Y.
Invariant functional(const ir::Module& module, const FluentSymbol& symbol,
                     std::span<const FluentShape* const> shapes, std::uint32_t counted,
                     std::uint64_t lower, std::string name) {
  Maker maker(std::move(name));
  std::vector<VariableId> all;  // X, shared by the shapes
  std::vector<std::vector<VariableId>> of_argument(symbol.arity);
  for (std::size_t i = 0; i < symbol.arity; ++i) {
    if ((counted >> i & 1U) != 0) continue;
    // An argument of one shape may range over different constants in another relation.
    std::size_t column = 0;
    for (std::size_t before = 0; before < i; ++before) column += shapes.front()->leaves[before];
    for (std::size_t leaf = 0; leaf < shapes.front()->leaves[i]; ++leaf) {
      std::vector<Symbol> domain;
      for (const FluentShape* shape : shapes) {
        std::size_t offset = 0;
        for (std::size_t before = 0; before < i; ++before) offset += shape->leaves[before];
        const auto& some = column_values(module, shape->relation, offset + leaf);
        domain.insert(domain.end(), some.begin(), some.end());
      }
      ir::make_domain_values(domain, *module.symbols);
      of_argument[i].push_back(
          maker.variable(fmt::format("X{}", column + leaf + 1), std::move(domain)));
    }
    all.insert(all.end(), of_argument[i].begin(), of_argument[i].end());
  }
  Formula count;
  count.kind = Formula::Kind::count;
  count.lower = lower;
  count.upper = 1;
  for (const FluentShape* shape : shapes) {
    std::vector<VariableId> args;
    std::vector<VariableId> bound;
    std::size_t column = 0;
    for (std::size_t i = 0; i < symbol.arity; ++i) {
      for (std::size_t leaf = 0; leaf < shape->leaves[i]; ++leaf, ++column) {
        if ((counted >> i & 1U) == 0) {
          args.push_back(of_argument[i][leaf]);
          continue;
        }
        args.push_back(maker.variable(fmt::format("Y{}", column + 1),
                                      column_values(module, shape->relation, column)));
        bound.push_back(args.back());
      }
    }
    count.ranges.push_back(std::move(bound));
    count.parts.push_back(ir::atom_of(shape->relation, variables_of(args)));
  }
  return maker.make(all.empty() ? std::move(count) : ir::forall_of(all, std::move(count)));
}

/// Returns a name such as `cell(X,Y,_)`, with an underscore for each counted argument.
std::string functional_name(const FluentSymbol& symbol, const FluentShape& shape,
                            std::uint32_t counted, std::uint64_t lower, bool several) {
  std::string args;
  for (std::size_t i = 0; i < symbol.arity; ++i) {
    if (i > 0) args += '_';
    args += (counted >> i & 1U) != 0 ? "y" : "x";
    if (several && (counted >> i & 1U) == 0) args += shape.arguments[i];
  }
  return fmt::format("{}_{}_{}", lower == 0 ? "at_most_one" : "exactly_one", symbol.functor, args);
}

void add_functionals(const ir::Module& module, const FluentSymbol& symbol, InvariantSet& set) {
  if (symbol.arity > most_arguments) {
    set.left_out.push_back(fmt::format("`{}` has {}, more than {}", symbol.functor,
                                       ir::counted(symbol.arity, "argument"), most_arguments));
    return;
  }
  for (std::uint32_t counted = 1; counted < 1U << symbol.arity; ++counted) {
    // Makes one formula for each possible shape of X.
    std::map<std::vector<std::string>, std::vector<const FluentShape*>> by_fixed;
    for (const FluentShape& shape : symbol.shapes) {
      std::vector<std::string> fixed;
      for (std::size_t i = 0; i < symbol.arity; ++i)
        if ((counted >> i & 1U) == 0) fixed.push_back(shape.arguments[i]);
      by_fixed[std::move(fixed)].push_back(&shape);
    }
    for (const std::uint64_t lower : {0U, 1U}) {
      for (const auto& [fixed, shapes] : by_fixed) {
        set.invariants.push_back(functional(
            module, symbol, shapes, counted, lower,
            functional_name(symbol, *shapes.front(), counted, lower, by_fixed.size() > 1)));
      }
    }
  }
}

/// Makes the formula that exactly one fluent holds whose only argument is a role, if there are
/// several such fluents.
std::optional<Invariant> one_control(const ir::Module& module,
                                     const std::vector<FluentSymbol>& symbols) {
  const std::vector<Symbol> roles = sorted_roles(module);
  Maker maker("one_control");
  Formula count;
  count.kind = Formula::Kind::count;
  count.lower = 1;
  count.upper = 1;
  for (const FluentSymbol& symbol : symbols) {
    if (symbol.arity != 1 || symbol.shapes.size() != 1) continue;
    const FluentShape& shape = symbol.shapes.front();
    if (shape.leaves.front() != 1) continue;
    const std::vector<Symbol>& domain = column_values(module, shape.relation, 0);
    if (domain.empty() || !std::all_of(domain.begin(), domain.end(), [&](Symbol value) {
          return std::find(roles.begin(), roles.end(), value) != roles.end();
        })) {
      continue;
    }
    const VariableId role = maker.variable("R", domain);
    count.ranges.push_back({role});
    count.parts.push_back(ir::atom_of(shape.relation, {Argument::variable(role)}));
  }
  if (count.parts.size() < 2) return std::nullopt;
  return maker.make(std::move(count));
}

// Legals.

Invariant playable(const ir::Module& module) {
  Maker maker{std::string(playability)};
  const VariableId role = maker.variable("R", sorted_roles(module));
  Formula some = ir::forall_of({role}, moves_of(module, maker, role, 1));
  return maker.make(ir::implication_of(ir::negation_of(terminal_of(module)), std::move(some)));
}

Invariant takes_turns(const ir::Module& module) {
  Maker maker{std::string(turn_taking)};
  const VariableId role = maker.variable("R", sorted_roles(module));
  Formula several = moves_of(module, maker, role, 2);
  return maker.make(ir::count_of({role}, std::move(several), 0, 1));
}

// Persistence.

/// Makes the formula that each fluent of the relation keeps its value once it holds, or once it
/// does not.
Invariant persistent(const ir::Module& module, RelationId relation, bool holds) {
  // A fluent that is a constant is named by that constant.
  const ir::Relation& fluents = module.relations[relation];
  Maker maker(fmt::format("{}_{}", holds ? "stays" : "stays_away",
                          fluents.term == "?" ? "" : ir::short_name(fluents)));
  std::vector<VariableId> all;
  for (std::size_t column = 0; column < module.relations[relation].columns.size(); ++column) {
    all.push_back(
        maker.variable(fmt::format("X{}", column + 1), column_values(module, relation, column)));
    maker.parameter(all.back());
  }
  const auto fluent = [&] {
    Formula atom = ir::atom_of(relation, variables_of(all));
    return holds ? atom : ir::negation_of(std::move(atom));
  };
  return maker.make(ir::implication_of(fluent(), ir::next_of(fluent())));
}

double fluents_of(const ir::Module& module, RelationId relation) {
  double product = 1;
  for (std::size_t column = 0; column < module.relations[relation].columns.size(); ++column) {
    product *= static_cast<double>(column_values(module, relation, column).size());
  }
  return product;
}

}  // namespace

void make_names_unique(std::vector<InvariantSet>& sets) {
  std::set<std::string> taken;
  for (const bool of_user : {true, false}) {
    for (InvariantSet& set : sets) {
      if (set.of_user != of_user) continue;
      for (Invariant& invariant : set.invariants) {
        const std::string base = invariant.name;
        for (std::size_t number = 2; !taken.insert(invariant.name).second; ++number) {
          invariant.name = fmt::format("{}_{}", base, number);
        }
      }
    }
  }
}

std::string_view single_name(const Invariant& invariant) {
  if (invariant.span.known()) return {};  // named by the user
  for (const std::string_view name :
       {playability, turn_taking, zero_sum, unique_goals, monotonic_goals}) {
    if (!invariant.name.starts_with(name)) continue;
    const std::string_view rest = std::string_view(invariant.name).substr(name.size());
    const bool number = rest.size() > 1 && rest.front() == '_' &&
                        rest.find_first_not_of("0123456789", 1) == std::string_view::npos;
    if (rest.empty() || number) return name;
  }
  return {};
}

std::vector<InvariantSet> automatic_sets(const ir::Module& module) {
  std::vector<InvariantSet> sets;
  const std::vector<FluentSymbol> symbols = fluent_symbols(module);
  InvariantSet functionals{"Functionals", {}, 2, true};
  for (const FluentSymbol& symbol : symbols) {
    add_functionals(module, symbol, functionals);
  }
  if (auto control = one_control(module, symbols)) {
    functionals.invariants.push_back(std::move(*control));
  }
  sets.push_back(std::move(functionals));

  sets.push_back({"Legals", {playable(module), takes_turns(module)}});

  InvariantSet goals{"Goals", {}};
  goals.invariants = goal_invariants(module, goals.left_out);
  sets.push_back(std::move(goals));

  InvariantSet persistence{"Persistence", {}};
  for (const RelationId relation : relations_of_kind(module, ir::RelationKind::state)) {
    Invariant stays = persistent(module, relation, true);
    // Floating point, so that the product of many domains does not overflow.
    const double size = fluents_of(module, relation);
    if (size > static_cast<double>(most_instances)) {
      persistence.left_out.push_back(fmt::format("`{}` stands for {:.3g} fluents, more than {}",
                                                 ir::short_name(module.relations[relation]), size,
                                                 most_instances));
      continue;
    }
    persistence.invariants.push_back(std::move(stays));
    persistence.invariants.push_back(persistent(module, relation, false));
  }
  sets.push_back(std::move(persistence));
  for (InvariantSet& set : sets) {
    for (Invariant& invariant : set.invariants) invariant.name = predicate_name(invariant.name);
  }
  make_names_unique(sets);
  return sets;
}

}  // namespace tesuji::proofs
