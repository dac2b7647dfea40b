#include "tools/files/position_lines.h"

#include <utility>

namespace tesuji::tools {

std::optional<PositionLines> PositionLines::make(const driver::FeatureSet& set, Form form,
                                                 bool game, ir::Diagnostics& diagnostics) {
  if (form == Form::automatic) {
    const bool board = !set.board.squares.empty();
    form = game ? Form::states : board ? Form::board : Form::facts;
  }
  PositionLines lines(set);
  if (form == Form::states && !game) {
    diagnostics.error({}, "usage", "--states needs --game");
    return std::nullopt;
  }
  if (form == Form::states) return lines;
  if (set.game) {
    diagnostics.error({}, "usage",
                      "positions of a plugin are states: fluents, as in (owns x d5) (to_move x)");
    return std::nullopt;
  }
  lines.reader_ = driver::PositionReader::make(
      set, form == Form::board ? driver::PositionForm::board : driver::PositionForm::facts,
      diagnostics);
  if (!lines.reader_) return std::nullopt;
  return lines;
}

bool PositionLines::is_blank(std::string_view line) const {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  return begin == std::string_view::npos || line[begin] == (reader_ ? '%' : '#');
}

bool PositionLines::read(std::string_view line, driver::ReadPosition& into,
                         driver::PositionFault& fault) const {
  return reader_ ? reader_->read(line, into, fault) : read_state(line, into, fault);
}

bool PositionLines::read_state(std::string_view line, driver::ReadPosition& into,
                               driver::PositionFault& fault) const {
  if (!driver::read_trailer(line, into, fault)) return false;
  std::vector<ListedFluent> terms;
  if (!split_fluents(line, terms)) {
    fault = {"parentheses do not match", terms.empty() ? 1 : terms.back().begin};
    return false;
  }
  std::vector<std::string> fluents;
  for (const ListedFluent& term : terms) fluents.push_back(term.text);
  std::string unknown;
  auto state = driver::state_of(*set_, fluents, &unknown);
  if (state) {
    into.state = std::move(*state);
    return true;
  }
  fault = {"the game has no fluent `" + unknown + "`", 1};
  for (const ListedFluent& term : terms) {
    if (term.text == unknown) fault.column = term.begin;
  }
  return false;
}

}  // namespace tesuji::tools
