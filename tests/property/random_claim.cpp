#include "tests/property/random_claim.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tesuji::tests {

namespace {

using ir::Argument;
using ir::Formula;

void collect(Formula& formula, Formula::Kind kind, std::vector<Formula*>& found) {
  if (formula.kind == kind) found.push_back(&formula);
  for (Formula& part : formula.parts) collect(part, kind, found);
}

class ClaimMaker {
 public:
  ClaimMaker(const ir::Module& module, const std::vector<std::uint32_t>& relations,
             runtime::Rng& rng)
      : module_(module), rng_(rng) {
    for (const std::uint32_t id : relations) {
      const ir::Relation& relation = module.relations[id];
      if (module.product_size(relation) == 0) continue;
      const bool is_state = relation.kind == ir::RelationKind::state;
      relations_.insert(relations_.end(), is_state ? 3 : 1, id);
    }
  }

  ir::Invariant make() {
    if (relations_.empty()) return std::move(result_);
    result_.formula = chance(30)                     ? counted()
                      : chance(end_atom() ? 45 : 10) ? far_ahead()
                                                     : clause();
    for (std::uint64_t i = rng_.below(3); i > 0; --i) generalise();
    return std::move(result_);
  }

 private:
  bool chance(std::uint64_t percent) { return rng_.below(100) < percent; }

  const std::vector<ir::Symbol>& column(std::uint32_t relation, std::size_t index) const {
    return module_.domains[module_.relations[relation].columns[index]].values;
  }

  Formula atom() {
    const std::uint32_t id = relations_[rng_.below(relations_.size())];
    std::vector<Argument> args;
    for (std::size_t i = 0; i < module_.relations[id].columns.size(); ++i) {
      const auto& values = column(id, i);
      args.push_back(Argument::constant(values[rng_.below(values.size())]));
    }
    return ir::atom_of(id, std::move(args));
  }

  Formula literal() {
    Formula result = atom();
    if (chance(50)) result = ir::negation_of(std::move(result));
    if (chance(30)) result = ir::next_of(std::move(result));
    if (chance(10)) result = ir::next_of(std::move(result));
    if (chance(10)) result = ir::negation_of(std::move(result));
    return result;
  }

  Formula clause() {
    std::vector<Formula> parts;
    for (std::uint64_t i = 1 + rng_.below(3); i > 0; --i) parts.push_back(literal());
    if (parts.size() == 1) return std::move(parts.front());
    return chance(80) ? ir::disjunction_of(std::move(parts)) : ir::conjunction_of(std::move(parts));
  }

  /// `p and next next q`: of what comes after the end nothing is asked. p may be what fails at the
  /// end alone, and q what is always so.
  Formula far_ahead() {
    const auto literal = [&] {
      Formula result = atom();
      return chance(60) ? ir::negation_of(std::move(result)) : result;
    };
    std::optional<Formula> end;
    if (chance(60)) end = end_atom();
    Formula now = end ? ir::negation_of(std::move(*end)) : literal();
    Formula then = literal();
    if (chance(40)) then = ir::disjunction_of({then, ir::negation_of(then)});
    std::vector<Formula> parts{std::move(now), ir::next_of(ir::next_of(std::move(then)))};
    return chance(80) ? ir::conjunction_of(std::move(parts)) : ir::disjunction_of(std::move(parts));
  }

  /// The fluent that ends the game, where one alone does.
  std::optional<Formula> end_atom() {
    for (const ir::Rule& rule : module_.rules) {
      if (module_.relations[rule.head].answer != ir::Answer::terminal || rule.body.size() != 1) {
        continue;
      }
      const ir::Literal& literal = rule.body.front();
      if (literal.kind != ir::Literal::Kind::positive ||
          module_.relations[literal.relation].kind != ir::RelationKind::state) {
        continue;
      }
      const bool ground =
          std::none_of(literal.args.begin(), literal.args.end(),
                       [](const Argument& arg) { return arg.kind != Argument::Kind::constant; });
      if (ground) return ir::atom_of(literal.relation, literal.args);
    }
    return std::nullopt;
  }

  /// Over these constants, or some of them and some other.
  ir::VariableId variable(std::vector<ir::Symbol> values) {
    if (values.size() > 1 && chance(30)) {
      values.erase(values.begin() + static_cast<std::ptrdiff_t>(rng_.below(values.size())));
    }
    if (chance(10)) {
      const auto other = static_cast<ir::Symbol>(rng_.below(module_.symbols->size()));
      if (std::find(values.begin(), values.end(), other) == values.end()) values.push_back(other);
      std::sort(values.begin(), values.end(),
                [&](ir::Symbol a, ir::Symbol b) { return module_.symbols->domain_less(a, b); });
    }
    result_.variables.push_back({"X", std::move(values)});
    return static_cast<ir::VariableId>(result_.variables.size() - 1);
  }

  /// Of tuples of one relation or two.
  Formula counted() {
    Formula count;
    count.kind = Formula::Kind::count;
    count.lower = rng_.below(3);
    count.upper = chance(30) ? Formula::unbounded : count.lower + rng_.below(2);
    for (std::uint64_t i = 1 + rng_.below(2); i > 0; --i) {
      Formula part = atom();
      std::vector<ir::VariableId> bound;
      for (std::size_t k = 0; k < part.args.size(); ++k) {
        if (chance(30)) continue;
        bound.push_back(variable(column(part.relation, k)));
        part.args[k] = Argument::variable(bound.back());
      }
      if (chance(15)) part = ir::next_of(std::move(part));
      count.ranges.push_back(std::move(bound));
      count.parts.push_back(std::move(part));
    }
    return count;
  }

  /// A variable in the place of a constant, wherever it is or in one place.
  void generalise() {
    std::vector<Formula*> atoms;
    collect(result_.formula, Formula::Kind::atom, atoms);
    std::erase_if(atoms, [](const Formula* atom) { return atom->args.empty(); });
    if (atoms.empty()) return;
    Formula& chosen = *atoms[rng_.below(atoms.size())];
    const std::size_t place = rng_.below(chosen.args.size());
    const Argument constant = chosen.args[place];
    if (constant.kind != Argument::Kind::constant) return;
    const ir::VariableId id = variable(column(chosen.relation, place));
    if (chance(30)) {
      chosen.args[place] = Argument::variable(id);
    } else {
      for (Formula* atom : atoms) {
        std::replace(atom->args.begin(), atom->args.end(), constant, Argument::variable(id));
      }
    }
    bind(id);
  }

  void bind(ir::VariableId id) {
    Formula body = std::move(result_.formula);
    switch (rng_.below(4)) {
      case 0:
        result_.formula = ir::forall_of({id}, std::move(body));
        break;
      case 1:
        result_.formula = ir::count_of({id}, std::move(body));
        break;
      default:
        result_.parameters.push_back(id);
        result_.formula = std::move(body);
    }
  }

  const ir::Module& module_;
  runtime::Rng& rng_;
  std::vector<std::uint32_t> relations_;  ///< state relations several times
  ir::Invariant result_;
};

}  // namespace

ir::Invariant random_claim(const ir::Module& lowered, const std::vector<std::uint32_t>& relations,
                           runtime::Rng& rng) {
  return ClaimMaker(lowered, relations, rng).make();
}

ir::Invariant varied(ir::Invariant invariant, const ir::Module& lowered, runtime::Rng& rng) {
  std::vector<Formula*> counts;
  collect(invariant.formula, Formula::Kind::count, counts);
  if (!counts.empty() && rng.below(2) == 0) {
    Formula& count = *counts[rng.below(counts.size())];
    if (rng.below(2) == 0) {
      count.lower = rng.below(3);
      count.upper = std::max(count.upper, count.lower);
    } else {
      count.upper = count.lower + rng.below(3);
    }
    return invariant;
  }
  std::vector<Formula*> atoms;
  collect(invariant.formula, Formula::Kind::atom, atoms);
  if (atoms.empty()) return invariant;
  Formula& atom = *atoms[rng.below(atoms.size())];
  if (atom.args.empty() || rng.below(3) == 0) {
    Formula inner = std::move(atom);
    atom = ir::negation_of(std::move(inner));
    return invariant;
  }
  const std::size_t place = rng.below(atom.args.size());
  const ir::DomainId column = lowered.relations[atom.relation].columns[place];
  const std::vector<ir::Symbol>& values = lowered.domains[column].values;
  if (!values.empty()) atom.args[place] = Argument::constant(values[rng.below(values.size())]);
  return invariant;
}

}  // namespace tesuji::tests
