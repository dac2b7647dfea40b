#include "learner/explanation/game_rule_set.h"

#include "backend/rules/fact_origins.h"
#include "ir/core/prolog_term.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace tesuji::learner {
namespace {

using ir::Answer;
using ir::RelationId;
using ir::RelationKind;

/// Splits a term into words, including parentheses.
std::vector<std::string_view> words_of(std::string_view term) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < term.size();) {
    if (term[i] == ' ') {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    if (term[i] != '(' && term[i] != ')') {
      while (end < term.size() && term[end] != ' ' && term[end] != '(' && term[end] != ')') ++end;
    }
    words.push_back(term.substr(i, end - i));
    i = end;
  }
  return words;
}

/// Returns the text that each `?` of the pattern matches; nothing if the term does not match.
std::optional<std::vector<std::string_view>> match_term(std::string_view pattern,
                                                        std::string_view term) {
  const auto form = words_of(pattern);
  const auto words = words_of(term);
  if (form.size() != words.size()) return std::nullopt;
  std::vector<std::string_view> values;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == "?") {
      if (words[i] == "(" || words[i] == ")") return std::nullopt;
      values.push_back(words[i]);
    } else if (form[i] != words[i]) {
      return std::nullopt;
    }
  }
  return values;
}

}  // namespace

GameRuleSet::GameRuleSet(const ir::Module& clauses) : clauses_(clauses) {
  find_changing();
  find_shapes();
  find_needed();
  name_relations();
}

void GameRuleSet::find_changing() {
  const auto& relations = clauses_.relations;
  changing_.resize(relations.size());
  state_of_.assign(relations.size(), ir::no_id);
  for (RelationId id = 0; id < relations.size(); ++id) {
    const RelationKind kind = relations[id].kind;
    changing_[id] = kind == RelationKind::state || kind == RelationKind::input;
    if (kind == RelationKind::state && relations[id].next != ir::no_id) {
      state_of_[relations[id].next] = id;
    }
    // Answers that are the same in every state are still computed in each state.
    if (relations[id].answer != Answer::none) changing_[id] = true;
  }
  for (bool again = true; again;) {
    again = false;
    for (const ir::Rule& rule : clauses_.rules) {
      if (changing_[rule.head]) continue;
      for (const ir::Literal& literal : rule.body) {
        if (literal.relation != ir::no_id && changing_[literal.relation]) {
          changing_[rule.head] = again = true;
        }
      }
    }
  }
}

void GameRuleSet::find_shapes() {
  const auto& relations = clauses_.relations;
  for (RelationId id = 0; id < relations.size(); ++id) {
    if (relations[id].answer != Answer::legal) continue;
    MoveShape shape{id, ir::no_id, {}};
    for (RelationId other = 0; other < relations.size(); ++other) {
      if (relations[other].kind == RelationKind::input && relations[other].legal == id) {
        shape.does = other;
      }
    }
    const std::string term = ir::term_of(relations[id]);
    const auto words = words_of(term);
    if (words.size() > 1) {
      for (const std::string_view word : words) {
        if (word == "(" || word == ")" || word == "?") continue;
        shape.name += (shape.name.empty() ? "" : "_") + std::string(word);
      }
    }
    shapes_.push_back(std::move(shape));
  }
  // Moves of different forms may have the same words, such as `(go 1)` and `(go 1 2)`.
  std::set<std::string> names;
  for (MoveShape& shape : shapes_) {
    const std::string words = shape.name;
    for (std::size_t number = 2; !names.insert(shape.name).second; ++number) {
      shape.name = fmt::format("{}_form_{}", words, number);
    }
  }
}

void GameRuleSet::find_needed() {
  const auto& relations = clauses_.relations;
  needed_.resize(relations.size());
  std::vector<RelationId> open;
  const auto need = [&](RelationId id) {
    if (id == ir::no_id || needed_[id]) return;
    needed_[id] = true;
    open.push_back(id);
  };
  for (RelationId id = 0; id < relations.size(); ++id) {
    const Answer answer = relations[id].answer;
    if (answer == Answer::legal || answer == Answer::terminal || answer == Answer::goal) need(id);
  }
  while (!open.empty()) {
    const RelationId id = open.back();
    open.pop_back();
    need(relations[id].next);
    for (const ir::Rule& rule : clauses_.rules) {
      if (rule.head != id) continue;
      for (const ir::Literal& literal : rule.body) need(literal.relation);
    }
  }
}

void GameRuleSet::name_relations() {
  const auto& relations = clauses_.relations;
  std::map<std::string, std::size_t> uses;
  const auto short_one = [&](RelationId id) {
    return relations[id].term == "?" ? std::string("fluent") : ir::short_name(relations[id]);
  };
  for (RelationId id = 0; id < relations.size(); ++id) {
    ++uses[relations[id].kind == RelationKind::state ? short_one(id) : relations[id].name];
  }
  for (RelationId id = 0; id < relations.size(); ++id) {
    const bool is_short = relations[id].kind == RelationKind::state && uses[short_one(id)] == 1;
    names_.push_back(is_short ? short_one(id) : relations[id].name);
    // Inside absent conjunctions such a fact would be read as a comparison.
    if (driver::is_comparison_word(names_.back())) names_.back() += "_fact";
  }
  for (RelationId id = 0; id < relations.size(); ++id) {
    if (!changing_[id]) fixed_.insert(clauses_.symbols->intern(names_[id]));
  }
  fixed_.insert(clauses_.symbols->intern(always_name));
}

ir::Symbol GameRuleSet::name_at(RelationId relation, std::size_t moment) const {
  const ir::Relation& it = clauses_.relations[relation];
  const bool plain = !changing_[relation] || (it.kind == RelationKind::state && moment == 0);
  return clauses_.symbols->intern(plain ? names_[relation]
                                        : fmt::format("{}@{}", names_[relation], moment));
}

ir::Symbol GameRuleSet::legal_name(const MoveShape& shape, std::size_t moment) const {
  return name_at(shape.legal, moment);
}

ir::Symbol GameRuleSet::does_name(const MoveShape& shape, std::size_t moment) const {
  if (shape.does != ir::no_id) return name_at(shape.does, moment);
  return clauses_.symbols->intern(
      fmt::format("does of {}@{}", clauses_.relations[shape.legal].name, moment));
}

const GameRuleSet::MoveShape* GameRuleSet::shape_of(ir::Symbol does, std::size_t moment) const {
  for (const MoveShape& shape : shapes_) {
    if (does_name(shape, moment) == does) return &shape;
  }
  return nullptr;
}

std::string GameRuleSet::argument_text(const ir::Argument& argument, const ir::Rule& rule) const {
  if (argument.kind == ir::Argument::Kind::constant) return clauses_.symbols->text(argument.id);
  if (argument.kind == ir::Argument::Kind::ignore) return "_";
  // Names of variables may differ only in case, which rules ignore.
  std::string name = "?";
  for (const char letter : rule.variables[argument.id]) {
    const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                       (letter >= '0' && letter <= '9');
    name += plain ? letter : '_';
  }
  return fmt::format("{}.{}", name, argument.id);
}

std::string GameRuleSet::atom_at(RelationId relation, const std::vector<ir::Argument>& args,
                                 const ir::Rule& rule, std::size_t moment) const {
  std::string text = "(" + clauses_.symbols->text(name_at(relation, moment));
  for (const ir::Argument& argument : args) text += " " + argument_text(argument, rule);
  return text + ")";
}

std::string GameRuleSet::literal_at(const ir::Literal& literal, const ir::Rule& rule,
                                    std::size_t moment) const {
  using Kind = ir::Literal::Kind;
  if (literal.kind == Kind::positive) {
    return fmt::format("(present {})", atom_at(literal.relation, literal.args, rule, moment));
  }
  if (literal.kind == Kind::negative) {
    return fmt::format("(absent {})", atom_at(literal.relation, literal.args, rule, moment));
  }
  std::vector<std::string> pairs;
  const bool different = literal.kind == Kind::different;
  const bool together = different && literal.args.size() != 1;
  for (std::size_t i = 0; i < literal.args.size(); ++i) {
    pairs.push_back(fmt::format("({} {} {})", different && !together ? "different" : "same",
                                argument_text(literal.args[i], rule),
                                argument_text(literal.right[i], rule)));
  }
  if (!together) return fmt::format("{}", fmt::join(pairs, " "));
  return fmt::format("(absent ({}) {})", always_name, fmt::join(pairs, " "));
}

std::string GameRuleSet::text_at(const ir::Rule& rule, std::size_t moment,
                                 std::size_t number) const {
  std::string text = fmt::format("(rule r{}@{} (premises", number, moment);
  for (const ir::Literal& literal : rule.body) text += " " + literal_at(literal, rule, moment);
  const RelationId state = state_of_[rule.head];
  const bool is_next = clauses_.relations[rule.head].answer == Answer::next;
  const std::string head = is_next ? atom_at(state, rule.head_args, rule, moment + 1)
                                   : atom_at(rule.head, rule.head_args, rule, moment);
  return text + fmt::format(") (conclusions (add {})))\n", head);
}

std::string GameRuleSet::rules(std::size_t moments) const {
  std::string text;
  const auto add = [&](std::size_t number, std::size_t moment) {
    const ir::Rule& rule = clauses_.rules[number];
    if (!needed_[rule.head]) return;
    const bool is_next = clauses_.relations[rule.head].answer == Answer::next;
    if (is_next && (moment == moments || state_of_[rule.head] == ir::no_id)) return;
    if (!changing_[rule.head] && moment != 0) return;
    text += text_at(rule, moment, number);
  };
  for (std::size_t moment = 0; moment <= moments; ++moment) {
    for (std::size_t number = 0; number < clauses_.rules.size(); ++number) add(number, moment);
    // Facts of answers hold at every moment.
    for (RelationId id = 0; id < clauses_.relations.size(); ++id) {
      const ir::Relation& relation = clauses_.relations[id];
      if (!changing_[id] || !needed_[id] || relation.kind == RelationKind::state) continue;
      const bool is_next = relation.answer == Answer::next;
      if (is_next && (moment == moments || state_of_[id] == ir::no_id)) continue;
      const ir::Symbol name = is_next ? name_at(state_of_[id], moment + 1) : name_at(id, moment);
      for (std::size_t row = 0; row < relation.facts.rows; ++row) {
        text += fmt::format("(rule f{}.{}@{} (premises) (conclusions (add ({}", id, row, moment,
                            clauses_.symbols->text(name));
        const std::size_t width = relation.columns.size();
        for (std::size_t c = 0; c < width; ++c) {
          text += " " + clauses_.symbols->text(relation.facts.cells[row * width + c]);
        }
        text += "))))\n";
      }
    }
  }
  return text;
}

std::string GameRuleSet::fixed_facts() const {
  std::string text = std::string(always_name) + ".\n";
  for (RelationId id = 0; id < clauses_.relations.size(); ++id) {
    const ir::Relation& relation = clauses_.relations[id];
    if (changing_[id] || !needed_[id]) continue;
    const std::size_t width = relation.columns.size();
    std::vector<MemoryFact> facts;
    for (std::size_t row = 0; row < relation.facts.rows; ++row) {
      const auto begin = relation.facts.cells.begin() + static_cast<std::ptrdiff_t>(row * width);
      facts.push_back({name_at(id, 0), {begin, begin + static_cast<std::ptrdiff_t>(width)}});
    }
    text += this->text(facts);
  }
  return text;
}

std::optional<MemoryFact> GameRuleSet::fluent_fact(std::string_view term) const {
  for (RelationId id = 0; id < clauses_.relations.size(); ++id) {
    const ir::Relation& relation = clauses_.relations[id];
    if (relation.kind != RelationKind::state) continue;
    const auto values = match_term(ir::term_of(relation), term);
    if (!values) continue;
    MemoryFact fact{name_at(id, 0), {}};
    for (const std::string_view value : *values) {
      fact.args.push_back(clauses_.symbols->intern(value));
    }
    return fact;
  }
  return std::nullopt;
}

std::optional<MemoryFact> GameRuleSet::move_fact(std::string_view role, std::string_view term,
                                                 std::size_t moment) const {
  for (const MoveShape& shape : shapes_) {
    const auto values = match_term(ir::term_of(clauses_.relations[shape.legal]), term);
    if (!values) continue;
    MemoryFact fact{does_name(shape, moment), {clauses_.symbols->intern(role)}};
    for (const std::string_view value : *values) {
      fact.args.push_back(clauses_.symbols->intern(value));
    }
    return fact;
  }
  return std::nullopt;
}

std::string GameRuleSet::text(std::span<const MemoryFact> facts) const {
  std::string text;
  for (const MemoryFact& fact : facts) {
    text += ir::prolog_atom(clauses_.symbols->text(fact.relation));
    std::vector<std::string> args;
    for (const ir::Symbol arg : fact.args) {
      args.push_back(ir::prolog_constant(clauses_.symbols->text(arg)));
    }
    text += args.empty() ? ".\n" : fmt::format("({}).\n", fmt::join(args, ","));
  }
  return text;
}

}  // namespace tesuji::learner
