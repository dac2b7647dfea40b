#include "tools/servers/lsp/workspace.h"

#include "tools/base/json.h"

#include <array>

namespace tesuji::tools {

const OpenDocument& Workspace::document(const Json& params) const {
  const bool entry = params.is_object() && params.contains("item");
  const std::string uri = params.at(entry ? "item" : "textDocument").at("uri").get<std::string>();
  const auto found = documents.find(uri);
  if (found == documents.end()) {
    throw RequestError(ErrorCode::invalid_params, "the document is not open: " + uri);
  }
  return found->second;
}

DocumentRequest find_document_request(const std::string& method) {
  constexpr std::array<std::pair<std::string_view, DocumentRequest>, 26> requests{{
      {"textDocument/hover", show_hover},
      {"textDocument/completion", list_completions},
      {"textDocument/signatureHelp", show_signature},
      {"textDocument/definition", find_definition},
      {"textDocument/declaration", find_definition},
      {"textDocument/implementation", find_implementations},
      {"textDocument/references", find_references},
      {"textDocument/documentHighlight", find_highlights},
      {"textDocument/documentSymbol", list_symbols},
      {"textDocument/foldingRange", list_foldings},
      {"textDocument/semanticTokens/full", list_tokens},
      {"textDocument/semanticTokens/range", list_tokens_of_range},
      {"textDocument/inlayHint", list_hints},
      {"textDocument/prepareRename", prepare_rename},
      {"textDocument/rename", make_rename},
      {"textDocument/formatting", make_formatting},
      {"textDocument/rangeFormatting", make_range_formatting},
      {"textDocument/codeAction", list_code_actions},
      {"textDocument/codeLens", list_lenses},
      {"textDocument/documentLink", list_links},
      {"textDocument/selectionRange", list_selections},
      {"textDocument/prepareCallHierarchy", prepare_calls},
      {"callHierarchy/incomingCalls", list_incoming_calls},
      {"callHierarchy/outgoingCalls", list_outgoing_calls},
      {"textDocument/typeDefinition", find_definition},
      {"tesuji/rule", show_rule},
  }};
  for (const auto& [name, request] : requests) {
    if (name == method) return request;
  }
  return nullptr;
}

bool is_about_every_language(const std::string& method) {
  return method == "textDocument/codeLens" || method == "textDocument/documentLink";
}

Json server_capabilities(PositionUnits units) {
  constexpr int incremental = 2;
  return {
      {"positionEncoding", name_of(units)},
      {"textDocumentSync", {{"openClose", true}, {"change", incremental}}},
      {"hoverProvider", true},
      {"completionProvider", {{"triggerCharacters", {"(", "?", " "}}}},
      {"signatureHelpProvider",
       {{"triggerCharacters", {"(", " "}}, {"retriggerCharacters", {" ", ")"}}}},
      {"definitionProvider", true},
      {"implementationProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"documentSymbolProvider", true},
      {"workspaceSymbolProvider", true},
      {"foldingRangeProvider", true},
      {"renameProvider", {{"prepareProvider", true}}},
      {"documentFormattingProvider", true},
      {"documentRangeFormattingProvider", true},
      {"selectionRangeProvider", true},
      {"callHierarchyProvider", true},
      {"documentLinkProvider", Json::object()},
      {"codeLensProvider", Json::object()},
      {"codeActionProvider", {{"codeActionKinds", {"quickfix", "source.declare"}}}},
      {"inlayHintProvider", true},
      {"semanticTokensProvider", {{"legend", token_legend()}, {"full", true}, {"range", true}}}};
}

std::uint32_t asked_offset(const Workspace& workspace, const OpenDocument& document,
                           const Json& params) {
  return offset_of(document.source(), params.at("position"), workspace.units);
}

frontend::NodeId asked_node(const Workspace& workspace, const OpenDocument& document,
                            const Json& params) {
  const std::uint32_t offset = asked_offset(workspace, document, params);
  return document.sheet().tree().in_comment(offset) ? frontend::no_node
                                                    : document.sheet().tree().named_at(offset);
}

Json to_location(const Workspace& workspace, const OpenDocument& document,
                 frontend::TextRange range) {
  return make_object("uri", document.uri(), "range", document.range(range, workspace.units));
}

}  // namespace tesuji::tools
