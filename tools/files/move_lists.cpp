#include "tools/files/move_lists.h"

#include "tools/files/state_list.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace tesuji::tools {
namespace {

constexpr int playouts = 8;  // from which moves' names are collected
constexpr int longest_playout = 100;

std::vector<std::string> some_moves(const runtime::Game& game) {
  std::set<std::string> names;
  const auto scratch = game.make_scratch();
  std::vector<std::vector<runtime::Move>> legal;
  std::vector<runtime::Move> joint(game.roles().size());
  runtime::Rng rng(1);
  for (int i = 0; i < playouts; ++i) {
    runtime::State state(game.initial().begin(), game.initial().end());
    for (int step = 0; step < longest_playout && !game.terminal(state, *scratch); ++step) {
      game.legal(state, *scratch, legal);
      for (const auto& moves : legal) {
        for (const runtime::Move move : moves) names.insert(game.move_name(move));
      }
      if (!runtime::choose_at_random(legal, rng, joint)) break;
      runtime::State next(game.state_words());
      game.next(state, joint, *scratch, next);
      state.swap(next);
    }
  }
  return {names.begin(), names.end()};
}

}  // namespace

std::optional<std::vector<runtime::Move>> read_moves(ir::FileId file, const runtime::Game& game,
                                                     ir::Diagnostics& diagnostics) {
  const ir::SourceFile& source = diagnostics.sources()[file];
  std::vector<runtime::Move> moves;
  std::vector<std::string> known;  // collected when first needed
  const std::size_t errors = diagnostics.error_count();
  for (std::uint32_t number = 1; number <= source.line_starts.size(); ++number) {
    std::string_view line = source.line(number);
    line = line.substr(0, line.find_first_of(";%"));
    while (!line.empty() && ir::is_blank(line.back())) line.remove_suffix(1);
    std::uint32_t column = 1;
    for (; !line.empty() && ir::is_blank(line.front()); line.remove_prefix(1)) ++column;
    if (line.empty()) continue;
    const std::string name = tidy_term(line);
    if (const auto move = game.find_move(name)) {
      moves.push_back(*move);
      continue;
    }
    if (known.empty()) known = some_moves(game);
    const std::string near = ir::nearest_name(name, known);
    diagnostics.error(
        {file, {number, column}, {number, column + static_cast<std::uint32_t>(line.size())}},
        "unknown-move",
        "`" + name + "` is not a move of " + std::string(game.name()) +
            (near.empty() ? "" : "; did you mean `" + near + "`?"));
  }
  if (diagnostics.error_count() > errors) return std::nullopt;
  return moves;
}

namespace {

class Reader {
 public:
  Reader(ir::FileId file, ir::Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

  driver::MoveWeights run() {
    const ir::SourceFile& source = diagnostics_.sources()[file_];
    for (std::uint32_t line = 1; line <= source.line_starts.size(); ++line) {
      const std::string text = list_line(source, line);
      if (!is_remark(text)) read(line, text);
    }
    return std::move(weights_);
  }

 private:
  void read(std::uint32_t number, std::string_view line) {
    const std::size_t end = line.size();
    std::size_t begin = 0;
    while (ir::is_blank(line[begin])) ++begin;
    const auto span = [&](std::size_t from, std::size_t to) {
      return ir::Span{file_,
                      {number, static_cast<std::uint32_t>(from + 1)},
                      {number, static_cast<std::uint32_t>(to + 1)}};
    };
    std::uint32_t weight = 0;
    const auto [rest, error] = std::from_chars(line.data() + begin, line.data() + end, weight);
    const auto after = static_cast<std::size_t>(rest - line.data());
    if (error != std::errc() || weight == 0 || weight > driver::most_move_weight ||
        (after < end && !ir::is_blank(line[after]))) {
      diagnostics_.error(
          span(begin, end), "weights",
          fmt::format("expected a weight from 1 to {} and a move", driver::most_move_weight));
      return;
    }
    const std::string move = tidy_term(line.substr(after, end - after));
    if (move.empty()) {
      diagnostics_.error(span(begin, end), "weights", "expected a move after the weight");
    } else if (!weights_.try_emplace(move, driver::MoveWeight{weight, span(begin, end)}).second) {
      diagnostics_.error(span(begin, end), "weights", "`" + move + "` has a weight already");
    }
  }

  ir::FileId file_;
  ir::Diagnostics& diagnostics_;
  driver::MoveWeights weights_;
};

}  // namespace

std::optional<driver::MoveWeights> read_move_weights(ir::FileId file,
                                                     ir::Diagnostics& diagnostics) {
  driver::MoveWeights weights = Reader(file, diagnostics).run();
  if (diagnostics.has_errors()) return std::nullopt;
  return weights;
}

}  // namespace tesuji::tools
