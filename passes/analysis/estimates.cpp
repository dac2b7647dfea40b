#include "passes/analysis/estimates.h"

#include "ir/module/agenda_premises.h"
#include "passes/analysis/dependencies.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace tesuji::passes {

// --- Fluents that only moves make

namespace {

using ir::Argument;

/// Whether the literal binds all variables of the rule's head.
bool binds_head(const ir::Literal& literal, const ir::Rule& rule) {
  return std::all_of(rule.head_args.begin(), rule.head_args.end(), [&](const Argument& arg) {
    return arg.kind == Argument::Kind::constant ||
           std::find(literal.args.begin(), literal.args.end(), arg) != literal.args.end();
  });
}

/// Returns the maximum number of tuples that the rule derives from a joint move.
std::optional<double> most_of_rule(const ir::Module& module, const ir::Rule& rule) {
  std::optional<double> most;
  for (const ir::Literal& literal : rule.body) {
    if (literal.kind != ir::Literal::Kind::positive ||
        module.relations[literal.relation].kind != ir::RelationKind::input ||
        !binds_head(literal, rule)) {
      continue;
    }
    const bool of_one_role = literal.args[0].kind == Argument::Kind::constant;
    const double moves = of_one_role ? 1 : static_cast<double>(module.roles.size());
    most = std::min(most.value_or(moves), moves);
  }
  return most;
}

}  // namespace

std::optional<double> most_made_by_moves(const ir::Module& module, const ir::Relation& fluent) {
  std::optional<double> sum;
  if (fluent.next == ir::no_id) return sum;
  for (const ir::Rule& rule : module.rules) {
    if (rule.head != fluent.next) continue;
    const std::optional<double> most = most_of_rule(module, rule);
    if (!most) return std::nullopt;
    sum = sum.value_or(0) + *most;
  }
  return sum;
}

// --- Estimates

namespace {

/// Static relations with more rows are not counted for every pattern of bound arguments: their
/// distinct values per column suffice.
constexpr std::size_t max_counted_facts = 20'000;
/// The same limit in cells, for very wide relations.
constexpr std::size_t max_counted_cells = 16 * max_counted_facts;

/// Cost of testing a word of bits that are all 0, relative to a step with a match.
constexpr double word_cost = 0.5;

/// Cost of a call, which evaluates other plans, relative to a step with a match.
constexpr double call_cost = 8;

/// For fluents that are initially empty, and facts added by production rules: a power of the
/// product, between one tuple and all. A huge product says little about the number of tuples, since
/// the author expects it to be computable.
constexpr double unknown_exponent = 0.5;
/// Recursive relations: closures fill more of the product, but less of it is ever needed
/// (demand.h).
constexpr double recursive_exponent = 2.0 / 3;
constexpr double needs_exponent = 1.0 / 3;
constexpr double most_needs = 50;

double unknown_rows(double product, double exponent) {
  constexpr double most = 1000;
  return std::clamp(std::pow(product, exponent), 1.0, most);
}

/// Each role makes one move, of any shape, including shapes that no rule reads.
double moves_per_shape(const ir::Module& module) {
  const auto shapes = std::count_if(
      module.relations.begin(), module.relations.end(),
      [](const ir::Relation& relation) { return relation.answer == ir::Answer::legal; });
  const auto roles = static_cast<double>(std::max<std::size_t>(1, module.roles.size()));
  return roles / static_cast<double>(std::max<std::ptrdiff_t>(1, shapes));
}

double expected_rows(const ir::Module& module, const ir::Relation& relation) {
  const auto product = static_cast<double>(module.product_size(relation));
  switch (relation.kind) {
    case ir::RelationKind::fixed:
      return static_cast<double>(relation.facts.rows);
    case ir::RelationKind::input:
      return std::min(product, moves_per_shape(module));
    case ir::RelationKind::state:
      if (relation.init != ir::no_id && module.relations[relation.init].facts.rows > 0) {
        return static_cast<double>(module.relations[relation.init].facts.rows);
      }
      return std::min(unknown_rows(product, unknown_exponent),
                      most_made_by_moves(module, relation).value_or(product));
    case ir::RelationKind::derived:  // unless recursive, estimated from their plans
      if (relation.origin == ir::Origin::need) {
        return std::min(most_needs, unknown_rows(product, needs_exponent));
      }
      return std::min(product, unknown_rows(product, recursive_exponent));
    case ir::RelationKind::memory: {  // added facts extend the given ones
      const auto given = static_cast<double>(relation.facts.rows);
      return std::min(product, std::max(given, unknown_rows(product, unknown_exponent)));
    }
  }
  return std::min(product, unknown_rows(product, unknown_exponent));
}

/// Marks relations whose facts are known from the start: static ones, and memory relations with
/// facts to which no rule adds. These may change slightly between the steps of a sequence.
std::vector<bool> given_relations(const ir::Module& module) {
  std::vector<bool> given;
  for (const ir::Relation& relation : module.relations) {
    given.push_back(relation.kind == ir::RelationKind::fixed ||
                    (relation.kind == ir::RelationKind::memory && relation.facts.rows > 0));
  }
  for (const ir::Agenda& rule : module.agendas) {
    for (const ir::Operation& conclusion : ir::conclusions_of(rule)) {
      given[conclusion.relation] = false;
    }
  }
  return given;
}

/// Whether production rules add facts to the relation, all of them equal in both columns.
bool always_added_equal(const ir::Module& module, ir::RelationId relation, std::size_t left,
                        std::size_t right) {
  bool added = false;
  for (const ir::Agenda& rule : module.agendas) {
    for (const ir::Operation& conclusion : ir::conclusions_of(rule)) {
      if (conclusion.relation != relation) continue;
      added = true;
      const Argument& first = conclusion.args[left];
      const Argument& second = conclusion.args[right];
      if (first.kind != second.kind || first.id != second.id) return false;
    }
  }
  return added;
}

/// Returns for each variable, numbered by first occurrence, the column where it first occurs; the
/// number of columns if there is no such variable.
std::vector<std::size_t> first_columns(const std::vector<Argument>& args) {
  std::vector<std::size_t> first(args.size(), args.size());
  for (std::size_t c = args.size(); c-- > 0;) {
    if (is_variable(args[c])) first[args[c].id] = c;
  }
  return first;
}

/// Returns the facts that match the constants and repeated variables.
std::vector<const ir::Symbol*> agreeing_facts(const ir::Facts& facts,
                                              const std::vector<Argument>& args) {
  const std::vector<std::size_t> first = first_columns(args);
  std::vector<const ir::Symbol*> rows;
  for (std::size_t r = 0; r < facts.rows; ++r) {
    const ir::Symbol* row = facts.cells.data() + r * args.size();
    bool agrees = true;
    for (std::size_t c = 0; c < args.size() && agrees; ++c) {
      if (args[c].kind == Argument::Kind::constant) agrees = row[c] == args[c].id;
      if (is_variable(args[c])) agrees = row[c] == row[first[args[c].id]];
    }
    if (agrees) rows.push_back(row);
  }
  return rows;
}

/// Returns the number of distinct combinations of values in these columns.
double count_combinations(std::vector<const ir::Symbol*> rows,
                          const std::vector<std::size_t>& columns) {
  const auto compare = [&](const ir::Symbol* a, const ir::Symbol* b) {
    for (const std::size_t c : columns) {
      if (a[c] != b[c]) return a[c] < b[c] ? -1 : 1;
    }
    return 0;
  };
  std::sort(rows.begin(), rows.end(), [&](auto a, auto b) { return compare(a, b) < 0; });
  const auto end =
      std::unique(rows.begin(), rows.end(), [&](auto a, auto b) { return compare(a, b) == 0; });
  return static_cast<double>(end - rows.begin());
}

std::vector<const ir::Symbol*> all_facts(const ir::Facts& facts, std::size_t width) {
  std::vector<const ir::Symbol*> rows;
  for (std::size_t r = 0; r < facts.rows; ++r) rows.push_back(facts.cells.data() + r * width);
  return rows;
}

}  // namespace

bool Estimates::Shape::operator<(const Shape& other) const {
  const auto key = [](const Argument& arg) { return std::pair(arg.kind, arg.id); };
  if (relation != other.relation) return relation < other.relation;
  if (given != other.given) return given < other.given;
  return std::lexicographical_compare(
      args.begin(), args.end(), other.args.begin(), other.args.end(),
      [&](const Argument& left, const Argument& right) { return key(left) < key(right); });
}

Estimates::Estimates(const ir::Module& module)
    : module_(module), given_(given_relations(module)), demanded_(demanded_relations(module)) {
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    rows_.push_back(given_[id] ? static_cast<double>(relation.facts.rows)
                               : expected_rows(module, relation));
    distinct_.emplace_back(relation.columns.size(), 0);
  }
}

void Estimates::know(ir::RelationId relation) {
  for (auto id = static_cast<ir::RelationId>(rows_.size()); id < module_.relations.size(); ++id) {
    const ir::Relation& added = module_.relations[id];
    given_.push_back(added.kind == ir::RelationKind::fixed);
    demanded_.push_back(false);
    rows_.push_back(given_[id] ? static_cast<double>(added.facts.rows)
                               : expected_rows(module_, added));
    distinct_.emplace_back(added.columns.size(), 0);
  }
  const ir::Relation& known = module_.relations[relation];
  given_[relation] = known.kind == ir::RelationKind::fixed;
  rows_[relation] = static_cast<double>(known.facts.rows);
  distinct_[relation].assign(known.columns.size(), 0);
  // All keys are sorted by relation.
  for (auto* shapes : {&counted_, &agreeing_}) {
    shapes->erase(shapes->lower_bound({relation, {}, {}}),
                  shapes->lower_bound({relation + 1, {}, {}}));
  }
  joint_.erase(joint_.lower_bound({relation, {}}), joint_.lower_bound({relation + 1, {}}));
  shares_.erase(shares_.lower_bound({relation, 0, 0}), shares_.lower_bound({relation + 1, 0, 0}));
}

void Estimates::set_rows(ir::RelationId relation, double rows) {
  const auto product = static_cast<double>(module_.product_size(module_.relations[relation]));
  rows_[relation] = std::min(rows, product);
}

/// Returns the number of constants that a column may have, or has if its facts are known.
double Estimates::distinct(ir::RelationId relation, std::size_t column) const {
  double& known = distinct_[relation][column];
  if (known > 0) return known;
  const ir::Relation& asked = module_.relations[relation];
  std::size_t count = module_.domains[asked.columns[column]].values.size();
  if (given_[relation]) {
    std::vector<bool> seen(module_.symbols->size(), false);
    const std::size_t most = count;
    count = 0;
    for (std::size_t i = column; i < asked.facts.cells.size() && count < most;
         i += asked.columns.size()) {
      if (seen[asked.facts.cells[i]]) continue;
      seen[asked.facts.cells[i]] = true;
      ++count;
    }
  }
  known = std::max(1.0, static_cast<double>(count));
  return known;
}

double Estimates::matches(ir::RelationId relation, const std::vector<bool>& bound) const {
  if (!may_call(module_.relations[relation], bound)) return never;
  double matches = rows_[relation];
  for (std::size_t c = 0; c < bound.size(); ++c) {
    if (bound[c]) matches /= distinct(relation, c);
  }
  return matches;
}

double Estimates::matches(ir::RelationId relation, const std::vector<Argument>& args,
                          const std::vector<bool>& bound) const {
  Shape shape{relation, args, {}};
  std::unordered_map<std::uint32_t, std::uint32_t> numbers;  // of variables
  std::vector<bool> again;                                   // per column: repeats an open variable
  for (Argument& arg : shape.args) {
    shape.given.push_back(arg.kind == Argument::Kind::constant ||
                          (is_variable(arg) && bound[arg.id]));
    again.push_back(false);
    if (!is_variable(arg)) continue;
    const auto [known, is_new] =
        numbers.emplace(arg.id, static_cast<std::uint32_t>(numbers.size()));
    again.back() = !is_new && !shape.given.back();
    arg.id = known->second;
  }
  const ir::Relation& asked = module_.relations[relation];
  if (!may_call(asked, shape.given)) return never;
  const bool all_given =
      std::all_of(shape.given.begin(), shape.given.end(), [](bool g) { return g; });
  const bool plain =
      !all_given && std::none_of(shape.given.begin(), shape.given.end(), [](bool g) { return g; });
  const bool tied = std::find(again.begin(), again.end(), true) != again.end();
  if (given_[relation] && asked.facts.rows <= max_counted_facts &&
      asked.facts.cells.size() <= max_counted_cells && !(plain && !tied)) {
    const auto found = counted_.find(shape);
    return found != counted_.end() ? found->second : counted_[shape] = count(shape);
  }
  const std::vector<std::size_t> first = first_columns(shape.args);
  for (std::size_t c = 0; c < again.size(); ++c) {
    const bool restricts =
        again[c] && !always_added_equal(module_, relation, first[shape.args[c].id], c);
    again[c] = restricts || shape.given[c];
  }
  double expected = matches(relation, again);
  // Bound variables of a large static relation also have correlated values, and values passed on as
  // a need do occur.
  const bool found_often = given_[relation] || demanded_[relation];
  if (found_often && !all_given && !tied) {
    expected = std::max(expected, std::min(1.0, rows_[relation]));
  }
  // A fluent's initial tuples are better evidence about a constant than an even spread, but they
  // will change.
  for (std::size_t c = 0; c < shape.args.size(); ++c) {
    if (shape.args[c].kind != Argument::Kind::constant) continue;
    const double share = initial_share(asked, c, shape.args[c].id);
    if (share > 0) expected *= std::sqrt(share * distinct(relation, c));
  }
  return asks_for_any(shape) ? std::min(1.0, expected) : expected;
}

/// Returns the share of a fluent's initial tuples with the constant in the column; 0 for others.
double Estimates::initial_share(const ir::Relation& fluent, std::size_t column,
                                ir::Symbol value) const {
  if (fluent.kind != ir::RelationKind::state || fluent.init == ir::no_id) return 0;
  const ir::Facts& facts = module_.relations[fluent.init].facts;
  if (facts.rows == 0) return 0;
  const auto [known, is_new] = shares_.try_emplace({fluent.init, column, value}, 0.0);
  if (!is_new) return known->second;
  std::size_t agreeing = 0;
  for (std::size_t i = column; i < facts.cells.size(); i += fluent.columns.size()) {
    agreeing += facts.cells[i] == value ? 1 : 0;
  }
  known->second = static_cast<double>(agreeing) / static_cast<double>(facts.rows);
  return known->second;
}

bool Estimates::binds(const Shape& shape) {
  for (std::size_t c = 0; c < shape.args.size(); ++c) {
    if (is_variable(shape.args[c]) && !shape.given[c]) return true;
  }
  return false;
}

bool Estimates::asks_for_any(const Shape& shape) {
  return !binds(shape) &&
         std::any_of(shape.args.begin(), shape.args.end(),
                     [](const Argument& arg) { return arg.kind == Argument::Kind::ignore; });
}

double Estimates::count(const Shape& shape) const {
  const ir::Facts& facts = module_.relations[shape.relation].facts;
  std::vector<std::size_t> key_columns;
  double combinations = 1;
  for (const std::size_t column : first_columns(shape.args)) {
    if (column == shape.args.size()) break;
    if (!shape.given[column]) continue;
    key_columns.push_back(column);
    combinations *= distinct(shape.relation, column);
  }
  // Facts that differ only in `_` count once.
  if (asks_for_any(shape)) {
    return count_combinations(agreeing_facts(facts, shape.args), key_columns) / combinations;
  }
  // The values of bound variables are correlated if the literal binds others; a test has values
  // from elsewhere.
  if (binds(shape) && key_columns.size() > 1) {
    combinations = joint_values(shape.relation, key_columns);
  }
  return agreeing(shape) / combinations;
}

/// Returns the number of facts that match regardless of bound variables; cached.
double Estimates::agreeing(const Shape& shape) const {
  const auto [known, is_new] = agreeing_.try_emplace(Shape{shape.relation, shape.args, {}}, 0.0);
  if (is_new) {
    const ir::Facts& facts = module_.relations[shape.relation].facts;
    known->second = static_cast<double>(agreeing_facts(facts, shape.args).size());
  }
  return known->second;
}

double Estimates::joint_values(ir::RelationId relation,
                               const std::vector<std::size_t>& columns) const {
  const auto [known, is_new] = joint_.try_emplace({relation, columns}, 0.0);
  if (is_new) {
    const ir::Relation& counted = module_.relations[relation];
    const auto rows = all_facts(counted.facts, counted.columns.size());
    known->second = std::max(1.0, count_combinations(rows, columns));
  }
  return known->second;
}

double Estimates::walk(ir::RelationId relation, const std::vector<bool>& bound) const {
  const double found = matches(relation, bound);
  switch (module_.relations[relation].storage) {
    case ir::Storage::bits: {
      // Free columns before the last bound one are enumerated, those after it are a range of bits.
      std::size_t last = bound.size();
      while (last > 0 && !bound[last - 1]) --last;
      double loops = 1;
      for (std::size_t c = 0; c < last; ++c) {
        if (!bound[c]) loops *= distinct(relation, c);
      }
      double range = 1;
      for (std::size_t c = last; c < bound.size(); ++c) range *= distinct(relation, c);
      return word_cost * loops * std::max(1.0, range / 64) + found;
    }
    case ir::Storage::list:
      return rows_[relation];
    case ir::Storage::call:
      return may_call(module_.relations[relation], bound) ? call_cost + found : never;
    default:
      return 1 + found;
  }
}

bool may_call(const ir::Relation& relation, const std::vector<bool>& bound) {
  if (relation.storage != ir::Storage::call) return true;
  return std::all_of(relation.indexes[0].begin(), relation.indexes[0].end(),
                     [&](std::uint32_t column) { return bound[column]; });
}

}  // namespace tesuji::passes
