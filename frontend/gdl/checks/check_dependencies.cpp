// Checks which keyword may not depend on which: Definition 2 of Haufe, Schiffel and Thielscher
// (2012).
#include "frontend/gdl/checks/checks.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::frontend {
namespace {

struct Ban {
  std::string_view from;
  std::vector<std::string_view> to;
  std::string_view reason;
};

// `next` is not listed: it may not occur in a body at all.
std::vector<Ban> bans() {
  constexpr std::string_view moves = "it belongs to a state, whatever moves are made in it";
  return {{"init",
           {"true", "does", "legal", "goal", "terminal"},
           "the initial state is computed before there is any state"},
          {"legal", {"does"}, moves},
          {"goal", {"does"}, moves},
          {"terminal", {"does"}, moves}};
}

void report(const CheckContext& context, const std::vector<Dependency>& path,
            std::string_view reason) {
  const auto name = [&](ir::Symbol symbol) -> const std::string& {
    return context.symbols.text(symbol);
  };
  const std::string& from = name(path.front().head);
  const std::string& to = context.name(*path.back().atom);
  ir::Diagnostic& error =
      context.diagnostics.error(path.front().atom->span, "keyword",
                                fmt::format("`{}` may not depend on `{}`: {}", from, to, reason));
  for (std::size_t i = 1; i < path.size(); ++i) {
    error.notes.push_back(
        {path[i].atom->span, fmt::format("`{}` depends on `{}` here", name(path[i].head),
                                         context.name(*path[i].atom))});
  }
  ir::abridge_steps(error);
}

/// Reports the first forbidden dependency found; the others mostly have the same cause.
void check_ban(const CheckContext& context, const Ban& ban) {
  const std::optional<ir::Symbol> from = context.symbols.find(ban.from);
  if (!from) {
    return;
  }
  const Reachable reachable(context.graph, *from);
  for (const std::string_view target : ban.to) {
    const std::optional<ir::Symbol> to = context.symbols.find(target);
    if (to && reachable.contains(*to)) {
      report(context, reachable.path(*to), ban.reason);
      return;
    }
  }
}

}  // namespace

void check_dependencies(const CheckContext& context) {
  for (const Ban& ban : bans()) {
    check_ban(context, ban);
  }
}

}  // namespace tesuji::frontend
