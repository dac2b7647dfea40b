// Proposes completions at a place of a rulesheet.
#include "frontend/gdl/editing/complete.h"
#include "tools/base/json.h"
#include "tools/servers/lsp/workspace.h"

#include <fmt/format.h>

namespace tesuji::tools {
namespace {

// Returns the protocol's CompletionItemKind.
int item_kind(frontend::Completion::Kind kind) {
  switch (kind) {
    case frontend::Completion::Kind::keyword:
      return 14;
    case frontend::Completion::Kind::relation:
      return 3;
    case frontend::Completion::Kind::function:
      return 22;
    case frontend::Completion::Kind::constant:
      return 20;
    case frontend::Completion::Kind::variable:
      return 6;
  }
  return 1;
}

}  // namespace

Json list_completions(const Workspace& workspace, const OpenDocument& document,
                      const Json& params) {
  constexpr std::size_t most_items = 500;
  const frontend::Completions found =
      frontend::complete(document.sheet(), asked_offset(workspace, document, params));
  const Json range = document.range(found.replaced, workspace.units);
  Json items = Json::array();
  for (const frontend::Completion& completion : found.list) {
    if (items.size() >= most_items) break;
    Json item{{"label", completion.name},
              {"kind", item_kind(completion.kind)},
              {"sortText", fmt::format("{:04}", items.size())},
              {"filterText", completion.name},
              {"textEdit", {{"range", range}, {"newText", completion.name}}}};
    if (!completion.detail.empty()) item["detail"] = completion.detail;
    items.push_back(std::move(item));
  }
  return {{"isIncomplete", found.list.size() > most_items}, {"items", std::move(items)}};
}

}  // namespace tesuji::tools
