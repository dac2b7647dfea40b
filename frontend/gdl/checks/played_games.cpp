#include "frontend/gdl/checks/played_games.h"

#include "frontend/gdl/syntax.h"

namespace tesuji::frontend {

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

}  // namespace tesuji::frontend
