// Renames the names of a rulesheet.
#include "frontend/gdl/editing/rename.h"
#include "tools/base/json.h"
#include "tools/servers/lsp/workspace.h"

#include <utility>

namespace tesuji::tools {
namespace {

using frontend::no_node;
using frontend::NodeId;
using frontend::TextRange;

Json text_edit(const Workspace& workspace, const OpenDocument& document, TextRange range,
               const std::string& text) {
  return {{"range", document.range(range, workspace.units)}, {"newText", text}};
}

Json one_file_edit(const OpenDocument& document, Json edits) {
  return {{"changes", {{document.uri(), std::move(edits)}}}};
}

}  // namespace

Json prepare_rename(const Workspace& workspace, const OpenDocument& document, const Json& params) {
  const NodeId node = asked_node(workspace, document, params);
  const std::string fault = frontend::why_not_renamed(document.sheet(), node);
  if (!fault.empty()) throw RequestError(ErrorCode::request_failed, fault);
  return {{"range", document.range(document.sheet().tree()[node].word, workspace.units)},
          {"placeholder", document.sheet().written(node)}};
}

Json make_rename(const Workspace& workspace, const OpenDocument& document, const Json& params) {
  const NodeId node = asked_node(workspace, document, params);
  const frontend::Renaming renaming =
      frontend::plan_renaming(document.sheet(), node, params.at("newName").get<std::string>());
  if (!renaming.fault.empty()) throw RequestError(ErrorCode::request_failed, renaming.fault);
  Json edits = Json::array();
  for (const TextRange place : renaming.places) {
    edits.push_back(text_edit(workspace, document, place, renaming.name));
  }
  return one_file_edit(document, std::move(edits));
}

}  // namespace tesuji::tools
