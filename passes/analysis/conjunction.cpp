#include "passes/analysis/conjunction.h"

#include "ir/module/module.h"
#include "passes/analysis/dependencies.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tesuji::passes {

namespace {

// Searches constants for the variables of some literals, using only facts and comparisons.

class FactsSearch {
 public:
  /// Considers only literals over static relations and comparisons. Keeps references.
  FactsSearch(const ir::Module& module, const std::vector<ir::Literal>& literals,
              std::size_t variables);

  /// Whether some constants satisfy the literals; also true if that is undecided after some hundred
  /// thousand rows. Variables without a positive literal over facts may have any value.
  [[nodiscard]] bool finds_any();

 private:
  [[nodiscard]] bool fits_alone(const ir::Literal& literal);
  [[nodiscard]] bool bind(const ir::Literal& literal, const ir::Symbol* row,
                          std::vector<ir::VariableId>& bound);
  [[nodiscard]] bool extend(std::size_t done);
  [[nodiscard]] bool try_row(const ir::Literal& literal, const ir::Symbol* row, std::size_t done);
  [[nodiscard]] std::size_t best_literal(std::size_t done) const;
  [[nodiscard]] std::size_t bound_args(const ir::Literal& literal) const;
  [[nodiscard]] bool contradicts(const ir::Literal& literal) const;
  [[nodiscard]] bool is_fact(const ir::Literal& literal) const;
  /// Returns the argument's constant, or no_symbol.
  [[nodiscard]] ir::Symbol value(const ir::Argument& argument) const;

  const ir::Module& module_;
  std::vector<const ir::Literal*> facts_;   ///< positive; those already processed come first
  std::vector<const ir::Literal*> checks_;  ///< negated ones and comparisons
  std::vector<ir::Symbol> values_;          ///< by variable
  std::uint64_t steps_left_;
};

using ir::Argument;
using ir::Literal;

/// Maximum number of rows examined.
constexpr std::uint64_t most_steps = 200'000;

FactsSearch::FactsSearch(const ir::Module& module, const std::vector<Literal>& literals,
                         std::size_t variables)
    : module_(module), values_(variables, ir::no_symbol), steps_left_(most_steps) {
  for (const Literal& literal : literals) {
    if (literal.relation == ir::no_id) {
      checks_.push_back(&literal);
    } else if (module.relations[literal.relation].kind == ir::RelationKind::fixed) {
      (literal.kind == Literal::Kind::positive ? facts_ : checks_).push_back(&literal);
    }
  }
}

bool FactsSearch::finds_any() {
  // Often a single literal has no row: it requires that two equal arguments differ.
  const bool each = std::all_of(facts_.begin(), facts_.end(),
                                [&](const Literal* literal) { return fits_alone(*literal); });
  return each && (extend(0) || steps_left_ == 0);
}

bool FactsSearch::fits_alone(const Literal& literal) {
  const ir::Facts& facts = module_.relations[literal.relation].facts;
  for (std::size_t row = 0; row < facts.rows; ++row) {
    const ir::Symbol* const cells = facts.cells.data() + row * literal.args.size();
    std::vector<ir::VariableId> bound;
    const bool fits = bind(literal, cells, bound);
    for (const ir::VariableId v : bound) values_[v] = ir::no_symbol;
    if (fits) return true;
  }
  return false;
}

/// Binds open variables to the row's constants, up to the first mismatch.
bool FactsSearch::bind(const Literal& literal, const ir::Symbol* row,
                       std::vector<ir::VariableId>& bound) {
  for (std::size_t c = 0; c < literal.args.size(); ++c) {
    const ir::Symbol known = value(literal.args[c]);
    if (known == ir::no_symbol) {
      values_[literal.args[c].id] = row[c];
      bound.push_back(literal.args[c].id);
    } else if (known != row[c]) {
      return false;
    }
  }
  return true;
}

ir::Symbol FactsSearch::value(const Argument& argument) const {
  return argument.kind == Argument::Kind::constant ? argument.id : values_[argument.id];
}

std::size_t FactsSearch::bound_args(const Literal& literal) const {
  return static_cast<std::size_t>(
      std::count_if(literal.args.begin(), literal.args.end(),
                    [&](const Argument& arg) { return value(arg) != ir::no_symbol; }));
}

/// Returns the literal with the fewest open arguments; among these the one with the fewest facts.
std::size_t FactsSearch::best_literal(std::size_t done) const {
  const auto cost = [&](std::size_t i) {
    const Literal& literal = *facts_[i];
    return std::pair(literal.args.size() - bound_args(literal),
                     module_.relations[literal.relation].facts.rows);
  };
  std::size_t best = done;
  for (std::size_t i = done + 1; i < facts_.size(); ++i) {
    if (cost(i) < cost(best)) best = i;
  }
  return best;
}

bool FactsSearch::extend(std::size_t done) {
  const bool refuted = std::any_of(checks_.begin(), checks_.end(),
                                   [&](const Literal* check) { return contradicts(*check); });
  if (refuted) return false;
  if (done == facts_.size()) return true;
  std::swap(facts_[done], facts_[best_literal(done)]);
  const Literal& literal = *facts_[done];
  const ir::Facts& facts = module_.relations[literal.relation].facts;
  for (std::size_t row = 0; row < facts.rows && steps_left_ > 0; ++row) {
    --steps_left_;
    if (try_row(literal, facts.cells.data() + row * literal.args.size(), done)) return true;
  }
  return false;
}

bool FactsSearch::try_row(const Literal& literal, const ir::Symbol* row, std::size_t done) {
  std::vector<ir::VariableId> bound;
  const bool found = bind(literal, row, bound) && extend(done + 1);
  for (const ir::VariableId v : bound) values_[v] = ir::no_symbol;
  return found;
}

bool FactsSearch::contradicts(const Literal& literal) const {
  if (literal.kind == Literal::Kind::negative) return is_fact(literal);
  bool all_same = true;
  for (std::size_t c = 0; c < literal.args.size(); ++c) {
    if (literal.args[c] == literal.right[c]) continue;
    const ir::Symbol left = value(literal.args[c]);
    const ir::Symbol right = value(literal.right[c]);
    if (left == ir::no_symbol || right == ir::no_symbol) {
      all_same = false;
      continue;
    }
    if (left == right) continue;
    if (literal.kind == Literal::Kind::same) return true;
    return false;
  }
  return literal.kind == Literal::Kind::different && all_same;
}

/// Returns false while an argument is open.
bool FactsSearch::is_fact(const Literal& literal) const {
  const std::size_t width = literal.args.size();
  if (bound_args(literal) != width) return false;
  const ir::Facts& facts = module_.relations[literal.relation].facts;
  for (std::size_t row = 0; row < facts.rows; ++row) {
    const ir::Symbol* const cells = facts.cells.data() + row * width;
    const bool fits =
        std::equal(literal.args.begin(), literal.args.end(), cells,
                   [&](const Argument& arg, ir::Symbol s) { return value(arg) == s; });
    if (fits) return true;
  }
  return false;
}

bool same(const Literal& a, const Literal& b) {
  return a.relation == b.relation && a.args == b.args;
}

/// Whether `given` implies `wanted`; `_` matches any constant.
bool follows(const Literal& wanted, const Literal& given) {
  if (wanted.relation != given.relation) return false;
  for (std::size_t c = 0; c < wanted.args.size(); ++c) {
    const Argument& arg = wanted.args[c];
    if (arg.kind != Argument::Kind::ignore && !(arg == given.args[c])) return false;
  }
  return true;
}

/// Returns a rule's literal in terms of the columns of its head, in up to two forms: with its
/// constants, and without those that are not in a column.
std::vector<Literal> over_columns(const ir::Rule& rule, const Literal& literal) {
  Literal exact;
  exact.relation = literal.relation;
  exact.span = literal.span;
  Literal loose = exact;
  for (const Argument& arg : literal.args) {
    const auto found = std::find(rule.head_args.begin(), rule.head_args.end(), arg);
    const bool column = found != rule.head_args.end() && arg.kind != Argument::Kind::ignore;
    const Argument place =
        column ? Argument::variable(static_cast<ir::VariableId>(found - rule.head_args.begin()))
               : Argument::ignored();
    loose.args.push_back(place);
    exact.args.push_back(arg.kind == Argument::Kind::constant && !column ? arg : place);
  }
  if (same(exact, loose)) return {exact};
  return {exact, loose};
}

}  // namespace

Literal with_columns(const Literal& literal, const std::vector<Argument>& args) {
  Literal result = literal;
  for (Argument& arg : result.args) {
    if (ir::is_variable(arg)) arg = args[arg.id];
  }
  return result;
}

ImpliedLiterals::ImpliedLiterals(const ir::Module& module)
    : module_(module), implied_(module.relations.size()) {
  const Dependencies dependencies = find_dependencies(module);
  for (std::size_t c = 0; c < dependencies.members.size(); ++c) {
    if (dependencies.recursive[c]) continue;
    for (const ir::RelationId id : dependencies.members[c]) {
      if (module.relations[id].kind == ir::RelationKind::derived) {
        implied_[id] = find(dependencies.rules[id]);
      }
    }
  }
}

std::vector<Literal> ImpliedLiterals::find(const std::vector<std::uint32_t>& rules) const {
  std::vector<Literal> common;
  if (rules.empty()) return common;
  for (const std::uint32_t r : rules) {
    for (const Literal& literal : literals_of(module_.rules[r])) {
      for (Literal& form : over_columns(module_.rules[r], literal)) {
        const bool known = std::any_of(common.begin(), common.end(),
                                       [&](const Literal& other) { return same(form, other); });
        if (!known) common.push_back(std::move(form));
      }
    }
  }
  for (const std::uint32_t r : rules) {
    const std::vector<Literal> own = literals_of(module_.rules[r]);
    std::erase_if(common, [&](const Literal& literal) {
      const Literal wanted = with_columns(literal, module_.rules[r].head_args);
      return std::none_of(own.begin(), own.end(),
                          [&](const Literal& given) { return follows(wanted, given); });
    });
  }
  return common;
}

std::vector<Literal> ImpliedLiterals::literals_of(const ir::Rule& rule) const {
  std::vector<Literal> literals;
  for (const Literal& literal : rule.body) {
    if (literal.kind != Literal::Kind::positive) continue;
    const ir::RelationKind kind = module_.relations[literal.relation].kind;
    if (kind == ir::RelationKind::fixed || kind == ir::RelationKind::state) {
      literals.push_back(literal);
    }
    for (const Literal& implied : implied_[literal.relation]) {
      literals.push_back(with_columns(implied, literal.args));
    }
  }
  return literals;
}

std::vector<Argument> Conjunction::add(const ir::Rule& rule) {
  const std::size_t shift = values_.size();
  for (std::size_t v = 0; v < rule.variables.size(); ++v) values_.add();
  for (const Literal& literal : rule.body) add(literal, shift);
  std::vector<Argument> head = rule.head_args;
  for (Argument& arg : head) {
    if (ir::is_variable(arg)) arg.id += static_cast<ir::VariableId>(shift);
  }
  return head;
}

/// Replaces `_` by new variables, so that they can be unified.
void Conjunction::add(Literal literal, std::size_t shift) {
  for (auto* args : {&literal.args, &literal.right}) {
    for (Argument& arg : *args) {
      if (ir::is_variable(arg)) arg.id += static_cast<ir::VariableId>(shift);
      if (arg.kind == Argument::Kind::ignore) arg = values_.add();
    }
  }
  if (literal.kind == Literal::Kind::positive) add_implied(literal);
  literals_.push_back(std::move(literal));
}

/// Adds implied literals; a move that is made is legal.
void Conjunction::add_implied(const Literal& literal) {
  const ir::Relation& relation = module_.relations[literal.relation];
  const bool is_move = relation.kind == ir::RelationKind::input;
  const ir::RelationId source = is_move ? relation.legal : literal.relation;
  if (source == ir::no_id) return;
  for (const Literal& implied : implied_.of(source)) {
    add(with_columns(implied, literal.args), 0);
  }
}

bool Conjunction::unify(const Argument& left, const Argument& right) {
  if (values_.of(left) == values_.of(right)) return true;
  changed_ = true;
  return values_.unify(left, right);
}

void Conjunction::differ(std::vector<Argument> left, std::vector<Argument> right) {
  Literal literal;
  literal.kind = Literal::Kind::different;
  literal.args = std::move(left);
  literal.right = std::move(right);
  literals_.push_back(std::move(literal));
}

bool Conjunction::is_refuted() {
  if (!chase()) return true;
  resolve();
  return contradicts_itself() || !fits_facts();
}

bool Conjunction::agree(const std::vector<Argument>& left,
                        const std::vector<Argument>& right) const {
  return std::equal(
      left.begin(), left.end(), right.begin(), right.end(),
      [&](const Argument& a, const Argument& b) { return values_.of(a) == values_.of(b); });
}

bool Conjunction::unify_all(const std::vector<Argument>& left, const std::vector<Argument>& right) {
  for (std::size_t c = 0; c < left.size(); ++c) {
    if (!unify(left[c], right[c])) return false;
  }
  return true;
}

/// Returns false if different constants would have to be equal.
bool Conjunction::chase() {
  for (const Literal& literal : literals_) {
    if (literal.kind == Literal::Kind::same && !unify_all(literal.args, literal.right)) {
      return false;
    }
  }
  do {
    changed_ = false;
    for (std::size_t i = 0; i < literals_.size(); ++i) {
      if (literals_[i].kind != Literal::Kind::positive) continue;
      for (std::size_t j = i + 1; j < literals_.size(); ++j) {
        if (literals_[j].kind != Literal::Kind::positive) continue;
        if (!chase(literals_[i], literals_[j])) return false;
      }
    }
  } while (changed_);
  return true;
}

bool Conjunction::chase(const Literal& left, const Literal& right) {
  const ir::RelationKind kind = module_.relations[left.relation].kind;
  if (kind == ir::RelationKind::input &&
      module_.relations[right.relation].kind == ir::RelationKind::input) {
    // Each role makes only one move.
    if (!(values_.of(left.args[0]) == values_.of(right.args[0]))) return true;
    return left.relation == right.relation && unify_all(left.args, right.args);
  }
  if (left.relation != right.relation || kind != ir::RelationKind::state) return true;
  return std::all_of(keys_.begin(), keys_.end(), [&](const FluentKey& key) {
    return !is_same_tuple(key, left, right) || unify_all(left.args, right.args);
  });
}

bool Conjunction::is_same_tuple(const FluentKey& key, const Literal& left,
                                const Literal& right) const {
  if (key.relation != left.relation) return false;
  for (std::size_t c = 0; c < key.columns.size(); ++c) {
    if (key.columns[c].kind == Argument::Kind::ignore) continue;
    const Argument found = values_.of(left.args[c]);
    if (!(found == values_.of(right.args[c]))) return false;
    const bool any = ir::is_variable(key.columns[c]);
    if (!any && !(found == key.columns[c])) return false;
  }
  return true;
}

bool Conjunction::contradicts_itself() const {
  return std::any_of(literals_.begin(), literals_.end(), [&](const Literal& literal) {
    if (literal.kind == Literal::Kind::different) return agree(literal.args, literal.right);
    return literal.kind == Literal::Kind::negative &&
           std::any_of(literals_.begin(), literals_.end(), [&](const Literal& other) {
             return other.kind == Literal::Kind::positive && other.relation == literal.relation &&
                    agree(other.args, literal.args);
           });
  });
}

/// Replaces variables by their values.
void Conjunction::resolve() {
  for (Literal& literal : literals_) {
    for (auto* args : {&literal.args, &literal.right}) {
      for (Argument& arg : *args) arg = values_.of(arg);
    }
  }
}

bool Conjunction::fits_facts() const {
  return FactsSearch(module_, literals_, values_.size()).finds_any();
}

}  // namespace tesuji::passes
