#include "tools/options/ties_option.h"

#include "tools/files/move_lists.h"

namespace tesuji::tools {

void add_ties_option(Command& command, std::string& ties) {
  command
      .add_option("--ties", ties,
                  "Choice among equally good moves: first, last, or first in a file")
      ->type_name("first|last|FILE")
      ->capture_default_str();
}

namespace {

std::optional<runtime::MovePreference> listed(ir::FileId file, const runtime::Game& game,
                                              driver::Session& session) {
  const auto moves = read_moves(file, game, session.diagnostics);
  if (!moves) return std::nullopt;
  return runtime::MovePreference(*moves);
}

/// Returns the preference for the two values that are not files.
std::optional<runtime::MovePreference> named(const std::string& ties) {
  if (ties == "first") return runtime::MovePreference();
  if (ties == "last") return runtime::MovePreference::last_first();
  return std::nullopt;
}

}  // namespace

std::optional<runtime::MovePreference> move_preference(const std::string& ties,
                                                       const std::string& text,
                                                       const runtime::Game& game,
                                                       driver::Session& session) {
  if (auto preference = named(ties)) return preference;
  return listed(session.sources->add(ties, text), game, session);
}

std::optional<runtime::MovePreference> move_preference(const std::string& ties,
                                                       const runtime::Game& game,
                                                       driver::Session& session) {
  if (auto preference = named(ties)) return preference;
  const auto file = driver::read_file(ties, session);
  if (!file) return std::nullopt;
  return listed(*file, game, session);
}

}  // namespace tesuji::tools
