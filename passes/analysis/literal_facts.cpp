#include "passes/analysis/literal_facts.h"

#include "passes/analysis/narrowest_domain.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

/// Relations with more facts are not searched for a literal's constants.
constexpr std::size_t most_looked_through = 1024;
/// Relations with more rows are not projected and counted.
constexpr std::size_t most_counted = 200'000;

bool agrees(const Literal& literal, const ir::Symbol* row) {
  for (std::size_t c = 0; c < literal.args.size(); ++c) {
    const Argument& arg = literal.args[c];
    if (arg.kind == Argument::Kind::constant && arg.id != row[c]) return false;
  }
  return true;
}

}  // namespace

LiteralFacts::LiteralFacts(ir::Module& possible, const std::vector<bool>& is_static)
    : possible_(possible), is_static_(is_static), known_(possible.relations.size()) {}

ir::DomainId LiteralFacts::domain_of(ir::VariableId variable, const std::vector<Literal>& body) {
  ir::DomainId smallest = narrowest_domain(possible_, variable, body);
  for (const Literal& literal : body) {
    if (literal.kind != Literal::Kind::positive || literal.relation >= known_) continue;
    if (!is_static_[literal.relation]) continue;
    const auto column =
        std::find(literal.args.begin(), literal.args.end(), Argument::variable(variable));
    const bool has_constants =
        std::any_of(literal.args.begin(), literal.args.end(),
                    [](const Argument& arg) { return arg.kind == Argument::Kind::constant; });
    if (column == literal.args.end() || !has_constants) continue;
    const ir::DomainId found =
        agreeing_domain(literal, static_cast<std::size_t>(column - literal.args.begin()));
    if (found != ir::no_id &&
        possible_.domains[found].values.size() < possible_.domains[smallest].values.size()) {
      smallest = found;
    }
  }
  return smallest;
}

/// Returns the domain of a column's values in the facts that match the literal's constants; no_id
/// if no fact matches, or there are too many facts to search.
ir::DomainId LiteralFacts::agreeing_domain(const Literal& literal, std::size_t column) {
  const ir::Facts& facts = possible_.relations[literal.relation].facts;
  if (facts.rows > most_looked_through) return ir::no_id;
  std::vector<std::uint32_t> key{literal.relation, static_cast<std::uint32_t>(column)};
  for (const Argument& arg : literal.args) {
    key.push_back(arg.kind == Argument::Kind::constant ? arg.id : ir::no_id);
  }
  const auto [place, is_new] = agreeing_.try_emplace(std::move(key), ir::no_id);
  if (!is_new) return place->second;
  std::vector<ir::Symbol> values;
  for (std::size_t row = 0; row < facts.rows; ++row) {
    const ir::Symbol* const cells = facts.cells.data() + row * literal.args.size();
    if (agrees(literal, cells)) values.push_back(cells[column]);
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (!values.empty()) place->second = possible_.intern_domain(std::move(values));
  return place->second;
}

double LiteralFacts::share_of_needed(const Literal& guard, const std::set<ir::VariableId>& needed) {
  if (guard.kind != Literal::Kind::positive || guard.relation >= known_) return 1;
  const ir::Facts& facts = possible_.relations[guard.relation].facts;
  std::vector<std::uint32_t> key{guard.relation};
  std::vector<std::size_t> columns;
  bool leaves_out = false;
  for (std::size_t c = 0; c < guard.args.size(); ++c) {
    const Argument& arg = guard.args[c];
    const bool is_constant = arg.kind == Argument::Kind::constant;
    const bool is_needed = ir::is_variable(arg) && needed.contains(arg.id);
    if (is_needed) columns.push_back(c);
    leaves_out = leaves_out || (!is_needed && !is_constant);
    key.push_back(is_constant ? arg.id : ir::no_id);
    key.push_back(is_needed ? 1 : 0);
  }
  if (!leaves_out || facts.rows == 0 || facts.rows > most_counted) return 1;
  const auto [share, is_new] = shares_.try_emplace(std::move(key), 1.0);
  if (!is_new) return share->second;
  std::set<std::vector<ir::Symbol>> seen;
  std::vector<ir::Symbol> values(columns.size());
  std::size_t rows = 0;
  for (std::size_t row = 0; row < facts.rows; ++row) {
    const ir::Symbol* const cells = facts.cells.data() + row * guard.args.size();
    if (!agrees(guard, cells)) continue;
    ++rows;
    for (std::size_t i = 0; i < columns.size(); ++i) values[i] = cells[columns[i]];
    seen.insert(values);
  }
  if (rows > 0) share->second = static_cast<double>(seen.size()) / static_cast<double>(rows);
  return share->second;
}

bool LiteralFacts::narrows(const Literal& literal, const std::set<ir::VariableId>& inside,
                           const std::vector<Literal>& taken) {
  if (literal.relation >= known_ || !is_static_[literal.relation]) return false;
  const ir::Facts& facts = possible_.relations[literal.relation].facts;
  std::optional<std::size_t> column;
  for (std::size_t c = 0; c < literal.args.size(); ++c) {
    if (!ir::is_variable(literal.args[c]) || !inside.contains(literal.args[c].id)) continue;
    if (column) return false;
    column = c;
  }
  if (!column) return false;
  const ir::DomainId domain = domain_of(literal.args[*column].id, taken);
  if (domain == ir::no_id) return false;
  std::set<ir::Symbol> values;
  for (std::size_t row = 0; row < facts.rows; ++row) {
    const ir::Symbol* const cells = facts.cells.data() + row * literal.args.size();
    if (agrees(literal, cells) && !values.insert(cells[*column]).second) return false;
  }
  return 2 * values.size() < possible_.domains[domain].values.size();
}

}  // namespace tesuji::passes
