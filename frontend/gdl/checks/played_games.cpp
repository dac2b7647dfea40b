#include "frontend/gdl/checks/played_games.h"

#include "frontend/gdl/syntax.h"

#include <algorithm>

namespace tesuji::frontend {

// --- Played games

bool GroundGames::read(const std::vector<PlayedGame>& games, ir::SymbolTable& symbols) {
  std::map<std::string, std::size_t> numbers;
  std::string text;
  const auto add = [&](const std::vector<std::string>& terms) {
    for (const std::string& term : terms) {
      if (numbers.emplace(term, numbers.size()).second) text += term + "\n";
    }
  };
  for (const PlayedGame& game : games) {
    for (const auto& state : game.states) add(state);
    for (const auto& joint : game.moves) add(joint);
  }
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  auto terms = parse_terms(sources.add("", text), Syntax::kif, symbols, diagnostics);
  if (!terms || terms->size() != numbers.size()) return false;
  terms_ = std::move(*terms);
  const auto term_of = [&](const std::string& term) { return &terms_[numbers.at(term)]; };
  for (const PlayedGame& game : games) {
    GroundGame& read = games_.emplace_back();
    read.choices = game.choices;
    for (const auto& fluents : game.states) {
      GroundState& state = read.states.emplace_back();
      for (const std::string& fluent : fluents) {
        const Term* term = term_of(fluent);
        state[{term->name, term->args.size()}].push_back(term);
      }
    }
    for (const auto& joint : game.moves) {
      std::vector<const Term*>& moves = read.moves.emplace_back();
      for (const std::string& move : joint) moves.push_back(term_of(move));
    }
  }
  return !games_.empty() && !games_.front().states.empty();
}

// --- Ground terms

namespace {

bool less(const Term& a, const Term& b) {
  if (a.kind != b.kind) return a.kind < b.kind;
  if (a.name != b.name) return a.name < b.name;
  return std::lexicographical_compare(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(),
                                      less);
}

}  // namespace

const Term* value_of(const Bindings& bindings, ir::Symbol variable) {
  const auto found = std::find_if(bindings.begin(), bindings.end(),
                                  [&](const auto& binding) { return binding.first == variable; });
  return found == bindings.end() ? nullptr : found->second;
}

bool match(const Term& pattern, const Term& ground, Bindings& bindings) {
  if (pattern.kind == Term::Kind::variable) {
    if (const Term* value = value_of(bindings, pattern.name)) return same_term(*value, ground);
    bindings.emplace_back(pattern.name, &ground);
    return true;
  }
  return pattern.kind == ground.kind && pattern.name == ground.name &&
         std::equal(pattern.args.begin(), pattern.args.end(), ground.args.begin(),
                    ground.args.end(),
                    [&](const Term& a, const Term& b) { return match(a, b, bindings); });
}

bool is_bound(const Term& term, const Bindings& bindings) {
  bool bound = true;
  for_each_variable(term, [&](const Term& variable) {
    bound = bound && value_of(bindings, variable.name) != nullptr;
  });
  return bound;
}

Term instance(const Term& term, const Bindings& bindings) {
  if (term.kind == Term::Kind::variable) return *value_of(bindings, term.name);
  Term result{term.kind, term.name, {}, {}};
  for (const Term& argument : term.args) result.args.push_back(instance(argument, bindings));
  return result;
}

bool TermLess::operator()(const Term* a, const Term* b) const {
  return less(*a, *b);
}

}  // namespace tesuji::frontend
