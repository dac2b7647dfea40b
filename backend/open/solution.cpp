#include "backend/open/solution.h"

#include "backend/driver/games/plugin.h"
#include "frontend/gdl/syntax.h"
#include "runtime/host/memory/fnv.h"
#include "runtime/host/search/solution.h"

namespace tesuji::driver {

std::optional<std::uint64_t> solution_fingerprint(const std::string& path,
                                                  const runtime::Game& game, Session& session) {
  if (path == "-") {
    session.diagnostics.error({}, "usage", "solutions are for games in files, not standard input");
    return std::nullopt;
  }
  std::uint64_t rules = 0;
  if (is_ir_path(path) || is_plugin(path)) {
    const auto file = read_file(path, session);
    if (!file) return std::nullopt;
    rules = runtime::fnv1a((*session.sources)[*file].text);
  } else {
    const auto sheet = parse_rulesheet(path, session);
    if (!sheet) return std::nullopt;
    rules = runtime::fnv1a(
        frontend::print_rulesheet(*sheet, syntax_of(sheet->file, session), *session.symbols));
  }
  return runtime::fingerprint(game, rules);
}

}  // namespace tesuji::driver
