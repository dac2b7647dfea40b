// Changes a rulesheet's text: renaming, formatting, corrections.
#include "frontend/gdl/editing/format_rulesheet.h"
#include "frontend/gdl/editing/rename.h"
#include "tools/base/json.h"
#include "tools/servers/lsp/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace tesuji::tools {
namespace {

using frontend::no_node;
using frontend::NodeId;
using frontend::TextRange;

/// Returns the proposal of a message: the name in quotes after `did you mean`; empty: none.
std::string_view proposed_by(std::string_view message) {
  constexpr std::string_view phrase = "did you mean ";
  const std::size_t begin = message.find(phrase);
  if (begin == std::string_view::npos) return {};
  message.remove_prefix(begin + phrase.size());
  if (message.starts_with('`')) {
    message.remove_prefix(1);
    return message.substr(0, std::min(message.find('`'), message.size()));
  }
  // A variable is not quoted: `did you mean ?x?`.
  const std::size_t end = message.find_first_of(" ?;", 1);
  return message.substr(0, std::min(end, message.size()));
}

/// The change that replaces the subject of a message by a proposal.
struct Correction {
  TextRange range;
  std::string text;
};

std::optional<Correction> correction_of(const OpenDocument& document, TextRange place,
                                        std::string_view message) {
  const std::string_view proposal = proposed_by(message);
  if (proposal.empty()) return std::nullopt;
  const frontend::SourceTree& tree = document.sheet().tree();
  const auto node =
      std::find_if(tree.nodes.begin(), tree.nodes.end(), [&](const frontend::SheetNode& one) {
        return one.whole.begin == place.begin && !one.word.empty();
      });
  if (node == tree.nodes.end()) return std::nullopt;
  const std::string& text = document.source().text;
  // `(true (cell ..))` for an atom: the atom itself becomes the fluent.
  if (const std::size_t dots = proposal.find(" .."); dots != std::string_view::npos) {
    if (!proposal.starts_with("(true (")) return std::nullopt;
    return Correction{
        node->whole,
        "(true " + text.substr(node->whole.begin, node->whole.end - node->whole.begin) + ")"};
  }
  return Correction{node->word, std::string(proposal)};
}

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

/// One edit, from the first line that differs to the last one.
Json make_formatting(const Workspace& workspace, const OpenDocument& document, const Json&) {
  const frontend::SheetSnapshot& sheet = document.sheet();
  ir::Diagnostics diagnostics(sheet.sources());
  const auto formatted = frontend::format_rulesheet(sheet.file(), diagnostics);
  if (!formatted) {
    throw RequestError(ErrorCode::request_failed,
                       "not formatted: " + diagnostics.all().front().message);
  }
  const std::string& text = document.source().text;
  if (*formatted == text) return Json::array();
  std::size_t same = static_cast<std::size_t>(
      std::mismatch(text.begin(), text.end(), formatted->begin(), formatted->end()).first -
      text.begin());
  same = same == 0 ? std::string::npos : text.rfind('\n', same - 1);
  same = same == std::string::npos ? 0 : same + 1;
  std::size_t behind = 0;
  const std::size_t most = std::min(text.size(), formatted->size()) - same;
  while (behind < most &&
         text[text.size() - behind - 1] == (*formatted)[formatted->size() - behind - 1]) {
    ++behind;
  }
  // Only complete lines: no edit ends between the bytes of a character.
  const std::size_t end = text.find('\n', text.size() - behind);
  behind = end == std::string::npos ? 0 : text.size() - end - 1;
  if (same + behind > formatted->size()) behind = 0;
  const TextRange range{static_cast<std::uint32_t>(same),
                        static_cast<std::uint32_t>(text.size() - behind)};
  return Json::array({text_edit(workspace, document, range,
                                formatted->substr(same, formatted->size() - behind - same))});
}

Json list_code_actions(const Workspace& workspace, const OpenDocument& document,
                       const Json& params) {
  Json list = Json::array();
  const auto add = [&](const Json& diagnostic, const Json& range, const std::string& message) {
    const TextRange place{offset_of(document.source(), range.at("start"), workspace.units),
                          offset_of(document.source(), range.at("end"), workspace.units)};
    const auto correction = correction_of(document, place, message);
    if (!correction) return;
    const std::string& text = document.source().text;
    const TextRange old = correction->range;
    const std::string title = fmt::format(
        "Replace `{}` by `{}`", text.substr(old.begin, old.end - old.begin), correction->text);
    Json edit = Json::array({text_edit(workspace, document, old, correction->text)});
    list.push_back({{"title", title},
                    {"kind", "quickfix"},
                    {"diagnostics", Json::array({diagnostic})},
                    {"isPreferred", true},
                    {"edit", one_file_edit(document, std::move(edit))}});
  };
  for (const Json& diagnostic : params.at("context").at("diagnostics")) {
    // Corrections in notes within the message are for other places.
    const auto message = diagnostic.at("message").get<std::string>();
    add(diagnostic, diagnostic.at("range"), message.substr(0, message.find("\nnote: ")));
    const auto related = diagnostic.find("relatedInformation");
    if (related == diagnostic.end()) continue;
    for (const Json& note : *related) {
      add(diagnostic, note.at("location").at("range"), note.at("message").get<std::string>());
    }
  }
  return list;
}

}  // namespace tesuji::tools
