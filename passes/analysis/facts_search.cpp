#include "passes/analysis/facts_search.h"

#include <algorithm>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

/// Rows that are looked at.
constexpr std::uint64_t most_steps = 200'000;

}  // namespace

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
  // Often one literal alone has no row: that two places differ which have come to be the same.
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

/// Binds open variables to the row's constants, up to where these do not agree.
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

/// The literal with the fewest places open; of these the one of the fewest facts.
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

/// False while a place is open.
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

}  // namespace tesuji::passes
