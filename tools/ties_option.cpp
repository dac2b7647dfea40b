#include "tools/ties_option.h"

#include "tools/move_list.h"

namespace tesuji::tools {

void add_ties_option(CLI::App& command, std::string& ties) {
  command
      .add_option("--ties", ties,
                  "Which of equally good moves perfect players take: the `first` or the `last` in "
                  "move order, or the one that comes first in this file, one move per line")
      ->type_name("first|last|FILE")
      ->capture_default_str();
}

std::optional<runtime::MovePreference> move_preference(const std::string& ties,
                                                       const runtime::Game& game,
                                                       driver::Session& session) {
  if (ties == "first") return runtime::MovePreference();
  if (ties == "last") return runtime::MovePreference::last_first();
  const auto file = driver::read_file(ties, session);
  if (!file) return std::nullopt;
  const auto moves = read_moves(*file, game, session.diagnostics);
  if (!moves) return std::nullopt;
  return runtime::MovePreference(*moves);
}

}  // namespace tesuji::tools
