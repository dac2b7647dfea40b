#include "frontend/prolog/logic_program.h"

#include "frontend/prolog/feature_aggregates.h"
#include "frontend/prolog/term_forms.h"
#include "ir/module/relation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace tesuji::frontend {

using ir::Argument;
using ir::PrologTerm;
using Kind = PrologTerm::Kind;

namespace {

/// Predicates of Prolog that are not relations: no table can list where they hold.
constexpr std::array meta_logical = {
    "assert", "asserta", "assertz", "retract", "retractall", "abolish", "!",      "findall",
    "bagof",  "setof",   "forall",  "call",    "once",       "ignore",  "var",    "nonvar",
    "atom",   "number",  "functor", "arg",     "copy_term",  "->",      ";",      "is",
    "count",  "write",   "print",   "format",  "nl",         "read",    "member", "length",
    "append", "between", "fail",    "true",    "false",      "repeat",  "halt",   "tab"};

constexpr std::array equalities = {"=", "\\=", "==", "\\=="};
constexpr std::array orders = {"<", ">", "=<", ">=", "=:=", "=\\="};

}  // namespace

std::string signature(const PrologTerm& atom) {
  return fmt::format("{}/{}", atom.name, atom.args.size());
}

LogicProgram::LogicProgram(ir::Module module, ir::Diagnostics& diagnostics)
    : module_(std::move(module)), diagnostics_(diagnostics) {
  find_game_atoms();
}

void LogicProgram::fail(ir::Span span, std::string_view code, std::string message) {
  diagnostics_.error(span, std::string(code), std::move(message));
}

bool LogicProgram::is_reserved(const PrologTerm& atom) {
  const auto is = [&](const char* name) { return atom.name == name; };
  return std::any_of(meta_logical.begin(), meta_logical.end(), is) ||
         std::any_of(orders.begin(), orders.end(), is) ||
         std::any_of(equalities.begin(), equalities.end(), is);
}

ir::RelationId LogicProgram::add_relation(std::string name, std::size_t arity,
                                          ir::RelationKind kind, ir::Span span,
                                          std::string written) {
  ir::Relation relation;
  relation.name = module_.relations.unused_name(std::move(name));
  relation.written = std::move(written);
  relation.columns.assign(arity, ir::no_id);
  relation.kind = kind;
  relation.span = span;
  return module_.relations.push_back(std::move(relation));
}

ir::RelationId LogicProgram::declare(const PrologTerm& head) {
  const ir::RelationId id =
      add_relation(head.name, head.args.size(), ir::RelationKind::derived, head.span, head.name);
  declare(head, id);
  return id;
}

ir::RelationId LogicProgram::declare(const PrologTerm& head, const PrologTerm& form) {
  const ir::RelationId id = add_relation(relation_name(form), head.args.size(),
                                         ir::RelationKind::derived, head.span, form.name);
  module_.relations[id].atom = pattern_text(form);
  declare(head, id);
  return id;
}

void LogicProgram::declare(const PrologTerm& head, ir::RelationId relation) {
  ids_.emplace(std::pair(head.name, head.args.size()), relation);
}

std::optional<ir::RelationId> LogicProgram::find(std::string_view name, std::size_t arity) const {
  const auto found = ids_.find({std::string(name), arity});
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

/// Marks the relations that depend on the moves made.
std::vector<bool> LogicProgram::relations_on_moves() const {
  std::vector<bool> result;
  for (const ir::Relation& relation : module_.relations) {
    result.push_back(relation.kind == ir::RelationKind::input);
  }
  for (bool grown = true; grown;) {
    grown = false;
    for (const ir::Rule& rule : module_.rules) {
      const bool reads =
          std::any_of(rule.body.begin(), rule.body.end(), [&](const ir::Literal& literal) {
            return literal.relation != ir::no_id && result[literal.relation];
          });
      if (reads && !result[rule.head]) result[rule.head] = grown = true;
    }
  }
  return result;
}

void LogicProgram::find_game_atoms() {
  const std::vector<bool> on_moves = relations_on_moves();
  for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
    ir::TermPattern pattern = ir::atom_pattern(module_, id);
    const std::string& functor = module_.symbols->text(pattern.functor);
    if (functor == "init" || functor == "next" || functor == "does") continue;
    if (functor == "true" && pattern.args.size() == 1) {
      if (pattern.args[0].is_leaf()) {
        bare_fluents_ = id;
        continue;
      }
      pattern = ir::TermPattern(pattern.args[0]);
    }
    game_atoms_.emplace(module_.symbols->text(pattern.functor),
                        GameAtom{id, std::move(pattern), on_moves[id]});
  }
}

bool LogicProgram::game_has(const PrologTerm& head) const {
  const auto [first, last] = game_atoms_.equal_range(head.name);
  return std::any_of(first, last, [&](const auto& one) {
    return one.second.pattern.args.size() == head.args.size();
  });
}

std::optional<ir::RelationId> LogicProgram::resolve(const PrologTerm& atom,
                                                    std::vector<const PrologTerm*>& leaves) {
  for (const PrologTerm& arg : atom.args) leaves.push_back(&arg);
  if (const auto declared = find(atom.name, atom.args.size())) return declared;
  if (std::find(orders.begin(), orders.end(), atom.name) != orders.end() && atom.args.size() == 2) {
    return order_relation(atom);
  }
  const auto [first, last] = game_atoms_.equal_range(atom.name);
  for (auto one = first; one != last; ++one) {
    leaves.clear();
    if (!fits(atom, one->second.pattern, leaves)) continue;
    if (!one->second.on_moves) return one->second.relation;
    fail(atom.span, "feature",
         fmt::format("{} depends on the moves that are made, and a position has none",
                     signature(atom)));
    return std::nullopt;
  }
  if (is_bare_fluent(atom)) {
    leaves.assign({&atom});
    return bare_fluents_;
  }
  report_unknown(atom);
  return std::nullopt;
}

/// Whether the game has a fluent of this name without arguments.
bool LogicProgram::is_bare_fluent(const PrologTerm& atom) const {
  if (atom.kind != Kind::atom || bare_fluents_ == ir::no_id) return false;
  const ir::Relation& fluents = module_.relations[bare_fluents_];
  const auto is_it = [&](ir::Symbol symbol) { return module_.symbols->text(symbol) == atom.name; };
  for (const ir::RelationId made : {fluents.init, fluents.next}) {
    if (made == ir::no_id) continue;
    const std::vector<ir::Symbol>& cells = module_.relations[made].facts.cells;
    if (std::any_of(cells.begin(), cells.end(), is_it)) return true;
    for (const ir::Rule& rule : module_.rules) {
      if (rule.head != made) continue;
      const ir::Argument& fluent = rule.head_args.front();
      if (fluent.kind != ir::Argument::Kind::constant || is_it(fluent.id)) return true;
    }
  }
  return false;
}

bool LogicProgram::fits(const PrologTerm& term, const ir::TermPattern& pattern,
                        std::vector<const PrologTerm*>& leaves) const {
  if (pattern.is_leaf()) {
    leaves.push_back(&term);
    return term.kind != Kind::compound && term.kind != Kind::list;
  }
  if (term.name != module_.symbols->text(pattern.functor) ||
      term.args.size() != pattern.args.size() || term.kind == Kind::variable) {
    return false;
  }
  for (std::size_t i = 0; i < term.args.size(); ++i) {
    if (!fits(term.args[i], pattern.args[i], leaves)) return false;
  }
  return true;
}

void LogicProgram::report_unknown(const PrologTerm& atom) {
  if (atom.name == "is") {
    fail(atom.span, "meta-logical",
         "arithmetic such as is/2 is not supported: write its results as facts, such as "
         "plus(1,2,3)., and call them");
    return;
  }
  if (is_reserved(atom)) {
    fail(atom.span, "meta-logical",
         fmt::format("{} is not a relation: features and domain theories consist of relations; "
                     "rules and facts can express most of this",
                     signature(atom)));
    return;
  }
  std::vector<std::string> names;
  std::vector<std::string> arities;
  for (const auto& [one, id] : ids_) {
    names.push_back(one.first);
    if (one.first == atom.name) arities.push_back(fmt::format("{}/{}", one.first, one.second));
  }
  for (const auto& [name, one] : game_atoms_) names.push_back(name);
  ir::Diagnostic& error = diagnostics_.error(atom.span, "unknown-predicate",
                                             fmt::format("unknown predicate {}", signature(atom)));
  const std::string nearest = ir::nearest_name(atom.name, names);
  if (features_.contains(atom.name)) {
    error.notes.push_back(
        {atom.span, fmt::format("`{}` is a feature, and features do not call each other: what "
                                "several of them need goes to the domain theory (--domain)",
                                atom.name)});
  } else if (!arities.empty()) {
    error.notes.push_back({atom.span, fmt::format("there is {}", fmt::join(arities, ", "))});
  } else if (!nearest.empty() && nearest != atom.name) {
    error.notes.push_back({atom.span, fmt::format("did you mean `{}`?", nearest)});
  } else if (game_atoms_.contains(atom.name)) {
    error.notes.push_back({atom.span, "the game has it with other arguments"});
  }
}

void LogicProgram::note_arguments(const PrologTerm& atom,
                                  const std::vector<const PrologTerm*>& leaves) {
  std::vector<ir::Span>& spans = argument_spans_[place_of(atom.span)];
  spans.clear();
  for (const PrologTerm* leaf : leaves) spans.push_back(leaf->span);
}

std::set<ir::RelationId> LogicProgram::comparisons() const {
  std::set<ir::RelationId> result;
  for (const auto& [name, id] : order_ids_) result.insert(id);
  return result;
}

bool LogicProgram::is_test(ir::RelationId relation) const {
  return std::any_of(order_ids_.begin(), order_ids_.end(),
                     [&](const auto& one) { return one.second == relation; });
}

void LogicProgram::push(ir::Rule rule) {
  const std::size_t number = ++rule_count_[rule.head];
  rule.name = fmt::format("{}#{}", module_.relations[rule.head].name, number);
  module_.rules.push_back(std::move(rule));
}

void LogicProgram::add_fact(ir::RelationId relation, std::vector<ir::Symbol> row, ir::Span span) {
  facts_[relation].emplace(std::move(row), span);
}

void LogicProgram::place_facts() {
  fill_orders();
  fill_numbers();
  for (const auto& [id, rows] : facts_) {
    if (rule_count_.contains(id) || module_.relations[id].answer != ir::Answer::none) {
      for (const auto& [row, span] : rows) {
        ir::Rule rule;
        rule.head = id;
        rule.span = span;
        for (const ir::Symbol cell : row) rule.head_args.push_back(Argument::constant(cell));
        push(std::move(rule));
      }
      continue;
    }
    ir::Relation& relation = module_.relations[id];
    relation.kind = ir::RelationKind::fixed;
    relation.facts.rows = rows.size();
    for (const auto& [row, span] : rows) {
      relation.facts.cells.insert(relation.facts.cells.end(), row.begin(), row.end());
    }
  }
}

ir::RelationId LogicProgram::order_relation(const PrologTerm& atom) {
  const auto found = order_ids_.find(atom.name);
  if (found != order_ids_.end()) return found->second;
  const auto id =
      add_relation("order." + atom.name, 2, ir::RelationKind::fixed, atom.span, atom.name);
  order_ids_.emplace(atom.name, id);
  return id;
}

ir::RelationId LogicProgram::declare_numbers(const char* name,
                                             bool (*holds)(std::uint32_t, std::uint32_t)) {
  const PrologTerm head{Kind::compound, name, {PrologTerm(), PrologTerm()}, {}};
  if (const auto known = find(name, head.args.size())) return *known;
  const ir::RelationId id = add_relation(name, head.args.size(), ir::RelationKind::fixed, {}, name);
  declare(head, id);
  number_relations_.emplace(id, holds);
  return id;
}

void LogicProgram::fill_numbers() {
  if (number_relations_.empty()) return;
  std::vector<std::pair<std::uint32_t, ir::Symbol>> values;
  std::uint32_t largest = 0;
  for (ir::Symbol symbol = 0; symbol < module_.symbols->size(); ++symbol) {
    const auto value = addend(module_.symbols->text(symbol));
    if (!value) continue;
    values.emplace_back(*value, symbol);
    largest = std::max(largest, *value);
  }
  for (std::uint32_t n = 1; n <= largest; ++n) {
    const ir::Symbol number = module_.symbols->intern(std::to_string(n));
    for (const auto& [value, symbol] : values) {
      for (const auto& [id, holds] : number_relations_) {
        if (holds(n, value)) {
          ir::Facts& facts = module_.relations[id].facts;
          facts.cells.insert(facts.cells.end(), {number, symbol});
          ++facts.rows;
        }
      }
    }
  }
}

/// Lists every pair of the program's integers for which the comparisons hold.
void LogicProgram::fill_orders() {
  if (order_ids_.empty()) return;
  std::vector<std::pair<long long, ir::Symbol>> numbers;
  for (ir::Symbol symbol = 0; symbol < module_.symbols->size(); ++symbol) {
    const std::string& text = module_.symbols->text(symbol);
    long long value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range && rest == text.data() + text.size()) {
      fail(module_.relations[order_ids_.begin()->second].span, "limit",
           "comparisons are of integers of 64 bits here, and the program has " + text);
      return;
    }
    if (error == std::errc() && rest == text.data() + text.size()) {
      numbers.emplace_back(value, symbol);
    }
  }
  constexpr std::size_t most = 2000;
  if (numbers.size() > most) {
    fail(module_.relations[order_ids_.begin()->second].span, "limit",
         fmt::format("comparisons are tables here: of {} numbers they would be too large",
                     numbers.size()));
    return;
  }
  for (const auto& [name, id] : order_ids_) {
    ir::Facts& facts = module_.relations[id].facts;
    for (const auto& [a, left] : numbers) {
      for (const auto& [b, right] : numbers) {
        const bool holds = name == "<"     ? a < b
                           : name == ">"   ? a > b
                           : name == "=<"  ? a <= b
                           : name == ">="  ? a >= b
                           : name == "=:=" ? a == b
                                           : a != b;
        if (!holds) continue;
        facts.cells.insert(facts.cells.end(), {left, right});
        ++facts.rows;
      }
    }
  }
}

}  // namespace tesuji::frontend
