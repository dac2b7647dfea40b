#include "tools/files/move_weights.h"

#include "tools/base/list_lines.h"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <string_view>

namespace tesuji::tools {
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
