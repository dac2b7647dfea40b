// Lists tests and links for clauses (literal_choices.h).
#include "learner/game_rules/literal_choices.h"

#include <algorithm>
#include <iterator>

namespace tesuji::learner {

namespace {

/// A negated literal uses constants only from columns with at most this many.
constexpr std::size_t most_constants = 12;
/// Constants in one test.
constexpr std::uint32_t most_constants_of_test = 3;
constexpr std::uint32_t most_new_variables = 4;

}  // namespace

LiteralChoices::LiteralChoices(const RuleProblem& problem, PlayPredicate target,
                               const LiteralLanguage& language)
    : problem_(problem), positive_(language.only.has_value()) {
  if (language.only && language.few_constants) board_ = problem.world->table(*language.only);
  heads_.resize(problem.world->vocabulary()[target].arity);
  for (const PlayAtom& atom : problem.atoms) {
    for (std::size_t i = 0; i < heads_.size(); ++i) heads_[i].push_back(atom.args[i]);
  }
  for (auto& column : heads_) {
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
  }
  for (const PlayPredicate predicate : problem.world->predicates()) {
    const FactTable* table = problem.world->table(predicate);
    if (predicate == target || table->size == 0) continue;
    if (language.only && table->dynamic && predicate != *language.only) continue;
    if (!language.powers && !table->dynamic && table->defined) continue;
    Relation& relation = relations_.emplace_back(Relation{predicate, table, {}});
    relation.columns.resize(table->arity);
    for (std::size_t i = 0; i < table->arity; ++i) {
      if (language.few_constants && !table->dynamic) continue;
      if (table->columns[i].size() <= (language.few_constants ? few_values : most_constants)) {
        relation.columns[i].constants = table->columns[i];
      }
      relation.columns[i].none_here =
          language.few_constants && table->columns[i].size() > few_values;
    }
  }
}

std::vector<ColumnValues> LiteralChoices::origins(const PlayClause& clause) const {
  std::vector<ColumnValues> origins(variable_count(clause), nullptr);
  for (std::size_t i = 0; i < clause.head.arity; ++i) {
    const PlayArg& arg = clause.head.args[i];
    if (arg.kind == PlayArg::Kind::variable) origins[arg.value] = &heads_[i];
  }
  for (const PlayLiteral& literal : clause.body) {
    if (literal.negated || literal.predicate == equality) continue;
    const FactTable* table = problem_.world->table(literal.predicate);
    ColumnValues of_board = nullptr;
    for (const PlayArg& arg : literal.arguments()) {
      if (board_ == nullptr || table->dynamic || arg.kind != PlayArg::Kind::variable) continue;
      if (is_of_board(origins[arg.value])) of_board = origins[arg.value];
    }
    for (std::size_t i = 0; i < literal.arity; ++i) {
      const PlayArg& arg = literal.args[i];
      if (arg.kind != PlayArg::Kind::variable || origins[arg.value] != nullptr) continue;
      origins[arg.value] =
          of_board != nullptr && fits(of_board, &table->columns[i]) ? of_board : &table->columns[i];
    }
  }
  return origins;
}

void LiteralChoices::look_at(std::uint32_t state) {
  const std::uint32_t words = problem_.world->words();
  for (Relation& relation : relations_) {
    const FactTable& table = *relation.table;
    for (std::size_t i = 0; i < table.arity; ++i) {
      std::vector<Constant>& here = relation.columns[i].here;
      if (!table.dynamic) {
        here = relation.columns[i].constants;
        continue;
      }
      here.clear();
      if (relation.columns[i].none_here) continue;
      for (std::uint32_t index = 0; index < table.size; ++index) {
        const Word word = table.bits[std::size_t{index} * words + state / 64];
        if ((word >> state % 64 & 1) != 0) here.push_back(table.tuple(index)[i]);
      }
      std::sort(here.begin(), here.end());
      here.erase(std::unique(here.begin(), here.end()), here.end());
    }
  }
}

bool LiteralChoices::is_of_board(ColumnValues column) const {
  return board_ != nullptr && !board_->columns.empty() && column >= board_->columns.data() &&
         column < board_->columns.data() + board_->columns.size();
}

bool LiteralChoices::mixes(const PlayLiteral& literal,
                           std::span<const ColumnValues> origins) const {
  ColumnValues of_board = nullptr;
  for (const PlayArg& arg : literal.arguments()) {
    if (arg.kind != PlayArg::Kind::variable || arg.value >= origins.size() ||
        !is_of_board(origins[arg.value])) {
      continue;
    }
    if (of_board != nullptr && of_board != origins[arg.value]) return true;
    of_board = origins[arg.value];
  }
  return false;
}

bool LiteralChoices::fits(ColumnValues origin, ColumnValues column) const {
  if (is_of_board(origin) && is_of_board(column)) return origin == column;
  const auto [entry, added] = fits_.try_emplace({origin, column}, false);
  if (added) {
    std::vector<Constant> common;
    std::set_intersection(origin->begin(), origin->end(), column->begin(), column->end(),
                          std::back_inserter(common));
    entry->second =
        !common.empty() && 2 * common.size() >= std::min(origin->size(), column->size());
  }
  return entry->second;
}

void LiteralChoices::enumerate(const Relation& relation, std::span<const ColumnValues> origins,
                               std::span<const std::uint32_t> wanted, bool negated,
                               PlayLiteral& literal, std::vector<PlayLiteral>& tests) const {
  const FactTable& table = *relation.table;
  const std::uint32_t column = literal.arity;
  if (column == table.arity) {
    std::uint32_t variables = 0;
    for (const PlayArg& arg : literal.arguments()) {
      if (arg.kind == PlayArg::Kind::variable) variables |= 1U << arg.value;
    }
    if (!table.dynamic && (variables == 0 || mixes(literal, origins))) return;
    for (const std::uint32_t set : wanted) {
      if ((variables & set) == 0) return;
    }
    literal.negated = negated;
    tests.push_back(literal);
    return;
  }
  PlayArg& arg = literal.args[column];
  ++literal.arity;
  arg = {};
  enumerate(relation, origins, wanted, negated, literal, tests);
  std::uint32_t constants = 0;
  for (std::uint32_t i = 0; i < column; ++i) {
    constants += literal.args[i].kind == PlayArg::Kind::constant ? 1 : 0;
  }
  for (std::uint32_t variable = 0; variable < origins.size() && variable < 32; ++variable) {
    const PlayArg chosen{PlayArg::Kind::variable, variable};
    const auto before = literal.args.begin() + column;
    if (std::find(literal.args.begin(), before, chosen) != before) continue;
    if (!fits(origins[variable], &table.columns[column])) continue;
    arg = chosen;
    enumerate(relation, origins, wanted, negated, literal, tests);
  }
  if (constants < (table.arity < 4 ? most_constants_of_test : 1)) {
    const Column& values = relation.columns[column];
    for (const Constant value : negated ? values.constants : values.here) {
      arg = {PlayArg::Kind::constant, value};
      enumerate(relation, origins, wanted, negated, literal, tests);
    }
  }
  arg = {};
  --literal.arity;
}

void LiteralChoices::equalities(std::span<const ColumnValues> origins,
                                std::span<const std::uint32_t> wanted,
                                std::vector<PlayLiteral>& tests) const {
  PlayLiteral literal{equality, false, 2, {}};
  const auto has_wanted = [&](std::uint32_t variables) {
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](std::uint32_t set) { return (variables & set) != 0; });
  };
  for (std::uint32_t left = 0; left < origins.size() && left < 32; ++left) {
    literal.args[0] = {PlayArg::Kind::variable, left};
    for (std::uint32_t right = left + 1; right < origins.size() && right < 32; ++right) {
      if (!has_wanted(1U << left | 1U << right) || !fits(origins[left], origins[right])) continue;
      literal.args[1] = {PlayArg::Kind::variable, right};
      for (const bool negated : {false, true}) {
        literal.negated = negated;
        tests.push_back(literal);
      }
    }
    if (!has_wanted(1U << left) || origins[left]->size() > most_constants) continue;
    for (const Constant value : *origins[left]) {
      literal.args[1] = {PlayArg::Kind::constant, value};
      literal.negated = true;
      tests.push_back(literal);
    }
  }
}

void LiteralChoices::tests(std::span<const ColumnValues> origins,
                           std::span<const std::uint32_t> wanted,
                           std::vector<PlayLiteral>& tests) const {
  equalities(origins, wanted, tests);
  for (const Relation& relation : relations_) {
    for (const bool negated : {false, true}) {
      if (negated && positive_) break;
      PlayLiteral literal;
      literal.predicate = relation.predicate;
      enumerate(relation, origins, wanted, negated, literal, tests);
    }
  }
}

void LiteralChoices::links(std::span<const ColumnValues> origins, double most_fanout, bool steps,
                           std::vector<PlayLiteral>& links) const {
  for (const Relation& relation : relations_) {
    const FactTable& table = *relation.table;
    if (steps && (table.dynamic || table.arity != 2)) continue;
    std::vector<PlayLiteral> partial(1);
    partial[0].predicate = relation.predicate;
    for (std::uint32_t column = 0; column < table.arity; ++column) {
      std::vector<PlayLiteral> longer;
      for (const PlayLiteral& literal : partial) {
        const auto with = [&](PlayArg arg) {
          longer.push_back(literal);
          longer.back().args[column] = arg;
          ++longer.back().arity;
        };
        // A new variable; its number is set below.
        with({PlayArg::Kind::any, 0});
        for (std::uint32_t variable = 0; variable < origins.size(); ++variable) {
          const PlayArg chosen{PlayArg::Kind::variable, variable};
          const auto before = literal.args.begin() + column;
          if (std::find(literal.args.begin(), before, chosen) != before) continue;
          if (fits(origins[variable], &table.columns[column])) with(chosen);
        }
        if (!table.dynamic) continue;
        for (const Constant value : relation.columns[column].here) {
          with({PlayArg::Kind::constant, value});
        }
      }
      partial = std::move(longer);
      if (partial.size() > 20'000) break;
    }
    for (PlayLiteral& literal : partial) {
      if (literal.arity != table.arity) break;
      std::uint32_t bound = 0;
      std::uint32_t old = 0;
      std::uint32_t fresh = 0;
      std::uint32_t constants = 0;
      for (std::uint32_t column = 0; column < table.arity; ++column) {
        PlayArg& arg = literal.args[column];
        if (arg.kind == PlayArg::Kind::any) {
          arg = {PlayArg::Kind::variable, static_cast<std::uint32_t>(origins.size()) + fresh++};
          continue;
        }
        bound |= 1U << column;
        old += arg.kind == PlayArg::Kind::variable ? 1 : 0;
        constants += arg.kind == PlayArg::Kind::constant ? 1 : 0;
      }
      if (fresh == 0 || fresh > most_new_variables || constants > most_constants_of_test) continue;
      if (!table.dynamic && mixes(literal, origins)) continue;
      if (!table.dynamic && (old == 0 || (steps && old != 1))) continue;
      const Projection* projection = problem_.world->projection(relation.predicate, bound);
      if (projection->fanout > most_fanout) continue;
      links.push_back(literal);
    }
  }
}

}  // namespace tesuji::learner
