// Holds the data for answering requests of the Language Server Protocol: the open documents, and
// the editor's capabilities.
#pragma once

#include "tools/servers/lsp/open_document.h"

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {

/// Codes of errors, as JSON-RPC and the protocol define them.
enum class ErrorCode : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  not_initialised = -32002,
  request_failed = -32803,
  server_cancelled = -32802,
  content_modified = -32801,
  cancelled = -32800,
};

/// Thrown to answer a request with an error.
class RequestError : public std::runtime_error {
 public:
  RequestError(ErrorCode code, const std::string& what) : std::runtime_error(what), code_(code) {}
  [[nodiscard]] ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

struct Workspace {
  PositionUnits units = PositionUnits::utf16;
  bool related_places = false;       ///< the editor shows related places of a diagnostic
  bool markdown = false;             ///< the editor shows Markdown
  bool nested_symbols = false;       ///< the editor shows symbols within symbols
  std::set<std::string> commands;    ///< the editor's own, for lenses
  std::vector<std::string> folders;  ///< paths
  std::map<std::string, OpenDocument> documents;  ///< by URI

  /// Returns the document of `params["textDocument"]`, or of `params["item"]`, an entry of the call
  /// hierarchy. Throws RequestError if it is not open.
  [[nodiscard]] const OpenDocument& document(const Json& params) const;
};

/// Answers a request about a document; null if there is no result.
using DocumentRequest = Json (*)(const Workspace&, const OpenDocument&, const Json& params);

/// Returns null if no request of this name is about a document.
[[nodiscard]] DocumentRequest find_document_request(const std::string& method);

/// Whether the request is answered for all languages, not only for rulesheets.
[[nodiscard]] bool is_about_every_language(const std::string& method);

/// Returns `SymbolInformation` for the conclusions of a rulesheet's clauses, each once, at its
/// first clause.
[[nodiscard]] Json outline_of(const Workspace& workspace, const OpenDocument& document);

/// Returns the server's capabilities.
[[nodiscard]] Json server_capabilities(PositionUnits units);

/// Returns kinds of tokens and their modifiers, in the order of their numbers.
[[nodiscard]] Json token_legend();

/// Returns the byte of `params["position"]`.
[[nodiscard]] std::uint32_t asked_offset(const Workspace& workspace, const OpenDocument& document,
                                         const Json& params);
/// Returns the node whose name is there; no_node if none exists.
[[nodiscard]] frontend::NodeId asked_node(const Workspace& workspace, const OpenDocument& document,
                                          const Json& params);
/// Returns a `Location`.
[[nodiscard]] Json to_location(const Workspace& workspace, const OpenDocument& document,
                               frontend::TextRange range);

// The requests, by the files that answer them. navigation.cpp
[[nodiscard]] Json find_definition(const Workspace&, const OpenDocument&, const Json&);
[[nodiscard]] Json find_implementations(const Workspace&, const OpenDocument&, const Json&);
[[nodiscard]] Json find_references(const Workspace&, const OpenDocument&, const Json&);
[[nodiscard]] Json find_highlights(const Workspace&, const OpenDocument&, const Json&);
// outline.cpp
[[nodiscard]] Json list_symbols(const Workspace&, const OpenDocument&, const Json&);
[[nodiscard]] Json list_foldings(const Workspace&, const OpenDocument&, const Json&);
// semantic_tokens.cpp
[[nodiscard]] Json list_tokens(const Workspace&, const OpenDocument&, const Json&);
[[nodiscard]] Json list_tokens_of_range(const Workspace&, const OpenDocument&, const Json&);
// hovering.cpp
[[nodiscard]] Json show_hover(const Workspace&, const OpenDocument&, const Json&);
[[nodiscard]] Json show_signature(const Workspace&, const OpenDocument&, const Json&);
[[nodiscard]] Json list_hints(const Workspace&, const OpenDocument&, const Json&);
// code_lenses.cpp
[[nodiscard]] Json list_lenses(const Workspace&, const OpenDocument&, const Json&);
// explaining.cpp
[[nodiscard]] Json show_rule(const Workspace&, const OpenDocument&, const Json&);
// linking.cpp
[[nodiscard]] Json list_links(const Workspace&, const OpenDocument&, const Json&);
// selecting.cpp
[[nodiscard]] Json list_selections(const Workspace&, const OpenDocument&, const Json&);
// calls.cpp
[[nodiscard]] Json prepare_calls(const Workspace&, const OpenDocument&, const Json&);
[[nodiscard]] Json list_incoming_calls(const Workspace&, const OpenDocument&, const Json&);
[[nodiscard]] Json list_outgoing_calls(const Workspace&, const OpenDocument&, const Json&);
// completing.cpp
[[nodiscard]] Json list_completions(const Workspace&, const OpenDocument&, const Json&);
// renaming.cpp
[[nodiscard]] Json prepare_rename(const Workspace&, const OpenDocument&, const Json&);
[[nodiscard]] Json make_rename(const Workspace&, const OpenDocument&, const Json&);
// quick_fixes.cpp
[[nodiscard]] Json list_code_actions(const Workspace&, const OpenDocument&, const Json&);
// formatting.cpp
[[nodiscard]] Json make_formatting(const Workspace&, const OpenDocument&, const Json&);
[[nodiscard]] Json make_range_formatting(const Workspace&, const OpenDocument&, const Json&);

}  // namespace tesuji::tools
