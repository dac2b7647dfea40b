#include "backend/proofs/prove/discovered_set.h"

#include "backend/proofs/formulas/invariant_maker.h"
#include "backend/proofs/formulas/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tesuji::proofs {

namespace {

using ir::Argument;
using ir::Formula;
using ir::RelationId;
using ir::Symbol;
using ir::VariableId;

constexpr std::size_t most_relations = 24;
constexpr std::size_t most_columns = 5;
constexpr std::uint64_t most_tuples = 20'000;  ///< of a relation
constexpr std::uint64_t most_pairs = 2'500;    ///< of two relations with one column each
constexpr std::size_t most_counted_constants =
    20;  ///< constants of a column by which fluents are counted
constexpr std::uint64_t highest_count = 40;
constexpr std::uint64_t most_formulas = 20'000;  ///< candidates; each instance of a family counts

class Discovery {
 public:
  Discovery(const ir::Module& module, const NetAtoms& atoms) : module_(module) {
    for (RelationId id = 0; id < module.relations.size(); ++id) {
      const ir::Relation& relation = module.relations[id];
      if (relation.kind != ir::RelationKind::state || relation.columns.size() > most_columns ||
          tuples_of(id) > most_tuples) {
        continue;
      }
      relations_.push_back(id);
    }
    if (relations_.size() > most_relations) {
      set_.left_out.push_back(fmt::format("{} relations, more than {}",
                                          relations_.size() - most_relations, most_relations));
      relations_.resize(most_relations);
    }
    count_initial(atoms);
  }

  InvariantSet make() {
    set_.name = "Discovered";
    set_.premises = true;
    for (const RelationId a : relations_) {
      for (const RelationId b : relations_) {
        if (a == b || columns(a) > columns(b)) continue;
        relate(a, b);
        if (columns(b) <= 1 && a < b) add_apart(a, b);
      }
      add_counts(a);
    }
    for (ir::Invariant& invariant : set_.invariants) {
      invariant.name = predicate_name(invariant.name);
    }
    if (formulas_ > most_formulas) {
      set_.left_out.push_back(
          fmt::format("{} formulas behind the first {}", formulas_ - most_formulas, most_formulas));
    }
    return std::move(set_);
  }

 private:
  /// Whether `formulas` more formulas are allowed. Counts them in any case.
  [[nodiscard]] bool has_room(std::uint64_t formulas) {
    formulas_ += formulas;
    return formulas_ <= most_formulas;
  }

  [[nodiscard]] std::size_t columns(RelationId id) const {
    return module_.relations[id].columns.size();
  }
  [[nodiscard]] std::string name(RelationId id) const {
    return ir::short_name(module_.relations[id]);
  }
  [[nodiscard]] std::uint64_t tuples_of(RelationId id) const {
    std::uint64_t product = 1;
    for (std::size_t c = 0; c < columns(id); ++c) {
      product *= column_values(module_, id, c).size();
      if (product > most_tuples) break;
    }
    return product;
  }

  /// Whether two columns have a value in common.
  [[nodiscard]] bool meet(RelationId a, std::size_t i, RelationId b, std::size_t j) {
    const std::pair domains(module_.relations[a].columns[i], module_.relations[b].columns[j]);
    const auto [known, is_new] = meet_.try_emplace(domains, false);
    if (!is_new) return known->second;
    const std::vector<Symbol>& left = column_values(module_, a, i);
    const std::vector<Symbol>& right = column_values(module_, b, j);
    return known->second = std::any_of(left.begin(), left.end(), [&](Symbol value) {
             return std::find(right.begin(), right.end(), value) != right.end();
           });
  }

  /// Relates `a` and `b` for each way to map all columns of `a` to columns of `b`.
  void relate(RelationId a, RelationId b) {
    std::vector<std::size_t> places(columns(b));
    std::iota(places.begin(), places.end(), 0);
    std::vector<std::vector<std::size_t>> tried;
    do {
      std::vector<std::size_t> chosen(places.begin(),
                                      places.begin() + static_cast<std::ptrdiff_t>(columns(a)));
      if (std::find(tried.begin(), tried.end(), chosen) != tried.end()) continue;
      tried.push_back(chosen);
      bool fits = true;
      for (std::size_t i = 0; i < chosen.size(); ++i) fits = fits && meet(a, i, b, chosen[i]);
      if (fits) add_relations(a, b, chosen);
    } while (std::next_permutation(places.begin(), places.end()));
  }

  enum class How : std::uint8_t { never, implies, implied };

  void add_relations(RelationId a, RelationId b, const std::vector<std::size_t>& chosen) {
    for (const How how : {How::never, How::implies, How::implied}) {
      // A symmetric formula between relations with equally many columns would be made twice.
      if (how != How::implies && columns(a) == columns(b) && a > b) continue;
      if (!has_room(1)) continue;
      std::string title = how == How::never     ? "never_" + name(a) + "_" + name(b)
                          : how == How::implies ? name(a) + "_implies_" + name(b)
                                                : name(b) + "_implies_" + name(a);
      for (const std::size_t place : chosen) title += fmt::format("_{}", place + 1);
      Maker maker(std::move(title));
      std::vector<VariableId> shared;
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        shared.push_back(maker.variable(fmt::format("X{}", i + 1), column_values(module_, a, i)));
      }
      std::vector<VariableId> rest;
      std::vector<Argument> args;
      for (std::size_t j = 0; j < columns(b); ++j) {
        const auto at = std::find(chosen.begin(), chosen.end(), j);
        if (at != chosen.end()) {
          args.push_back(Argument::variable(shared[static_cast<std::size_t>(at - chosen.begin())]));
          continue;
        }
        rest.push_back(maker.variable(fmt::format("Y{}", j + 1), column_values(module_, b, j)));
        args.push_back(Argument::variable(rest.back()));
      }
      Formula one = ir::atom_of(a, variables_of(shared));
      Formula other = ir::atom_of(b, std::move(args));
      if (!rest.empty()) other = ir::count_of(rest, std::move(other));
      if (how == How::implied) std::swap(one, other);
      if (how == How::never) other = ir::negation_of(std::move(other));
      Formula all = ir::implication_of(std::move(one), std::move(other));
      if (!shared.empty()) all = ir::forall_of(shared, std::move(all));
      set_.invariants.push_back(maker.make(std::move(all)));
    }
  }

  void add_apart(RelationId a, RelationId b) {
    const std::uint64_t pairs = tuples_of(a) * tuples_of(b);
    if (pairs > most_pairs || columns(a) + columns(b) == 0 || !has_room(pairs)) return;
    Maker maker("apart_" + name(a) + "_" + name(b));
    std::vector<Formula> both;
    for (const RelationId some : {a, b}) {
      std::vector<VariableId> parameters;
      if (columns(some) == 1) {
        parameters.push_back(
            maker.variable(some == a ? "X" : "Y", column_values(module_, some, 0)));
        maker.parameter(parameters.back());
      }
      both.push_back(ir::atom_of(some, variables_of(parameters)));
    }
    set_.invariants.push_back(maker.make(ir::negation_of(ir::conjunction_of(std::move(both)))));
  }

  void count_initial(const NetAtoms& atoms) {
    const ir::Net& net = atoms.net();
    for (std::uint32_t i = 0; i < net.fluents.size(); ++i) {
      if (!net.fluents[i].initially) continue;
      const std::optional<Formula> atom = atoms.fluent_atom(i);
      if (!atom) continue;
      for (std::size_t c = 0; c < atom->args.size(); ++c) {
        ++initially_[{atom->relation, c, atom->args[c].id}];
        std::vector<Argument> others = atom->args;
        others[c] = Argument::ignored();
        std::vector<Symbol> key;
        for (const Argument& other : others) key.push_back(other.id);
        if (!without_[{atom->relation, c}].insert(std::move(key)).second) {
          keys_.insert({atom->relation, c});
        }
      }
    }
  }

  /// Adds: there are never more fluents with a given constant in a column than initially. Only for
  /// columns that hold the contents of a place, which the other columns name.
  void add_counts(RelationId relation) {
    if (columns(relation) < 2) return;
    for (std::size_t c = 0; c < columns(relation); ++c) {
      if (keys_.contains({relation, c})) continue;
      const std::vector<Symbol>& values = column_values(module_, relation, c);
      if (values.size() > most_counted_constants) continue;
      for (const Symbol value : values) add_count(relation, c, value);
    }
  }

  void add_count(RelationId relation, std::size_t column, Symbol value) {
    const auto found = initially_.find({relation, column, value});
    const std::uint64_t most = found == initially_.end() ? 0 : found->second;
    const std::uint64_t all = tuples_of(relation) / column_values(module_, relation, column).size();
    if (most == 0 || most > highest_count || most >= all || !has_room(1)) return;
    Maker maker(
        fmt::format("at_most_{}_{}_{}", most, name(relation), module_.symbols->text(value)));
    std::vector<VariableId> rest;
    std::vector<Argument> args;
    for (std::size_t c = 0; c < columns(relation); ++c) {
      if (c == column) {
        args.push_back(Argument::constant(value));
        continue;
      }
      rest.push_back(
          maker.variable(fmt::format("X{}", c + 1), column_values(module_, relation, c)));
      args.push_back(Argument::variable(rest.back()));
    }
    set_.invariants.push_back(
        maker.make(ir::count_of(rest, ir::atom_of(relation, std::move(args)), 0, most)));
  }

  const ir::Module& module_;
  std::vector<RelationId> relations_;
  std::uint64_t formulas_ = 0;  ///< made or left out
  std::map<std::pair<ir::DomainId, ir::DomainId>, bool> meet_;
  /// Number of initial fluents, by relation, column, and the constant there.
  std::map<std::tuple<RelationId, std::size_t, Symbol>, std::uint64_t> initially_;
  /// Initial fluents without one column; and columns whose constants the other columns do not
  /// determine.
  std::map<std::pair<RelationId, std::size_t>, std::set<std::vector<Symbol>>> without_;
  std::set<std::pair<RelationId, std::size_t>> keys_;
  InvariantSet set_;
};

}  // namespace

InvariantSet discovered_set(const ir::Module& module, const NetAtoms& atoms) {
  return Discovery(module, atoms).make();
}

}  // namespace tesuji::proofs
