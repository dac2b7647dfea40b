// Formats a rulesheet, or the clauses on some of its lines.
#include "frontend/gdl/editing/format_rulesheet.h"
#include "tools/base/json.h"
#include "tools/servers/lsp/workspace.h"

#include <algorithm>
#include <optional>
#include <string>

namespace tesuji::tools {
namespace {

using frontend::TextRange;

/// Returns one edit, from the first line that differs to the last one; none if none differs.
/// `range` consists of whole lines.
Json line_edits(const Workspace& workspace, const OpenDocument& document, TextRange range,
                const std::string& formatted) {
  const std::string text = document.source().text.substr(range.begin, range.end - range.begin);
  if (formatted == text) return Json::array();
  std::size_t same = static_cast<std::size_t>(
      std::mismatch(text.begin(), text.end(), formatted.begin(), formatted.end()).first -
      text.begin());
  same = same == 0 ? std::string::npos : text.rfind('\n', same - 1);
  same = same == std::string::npos ? 0 : same + 1;
  std::size_t behind = 0;
  const std::size_t most = std::min(text.size(), formatted.size()) - same;
  while (behind < most &&
         text[text.size() - behind - 1] == formatted[formatted.size() - behind - 1]) {
    ++behind;
  }
  // Only complete lines: no edit ends between the bytes of a character.
  const std::size_t end = text.find('\n', text.size() - behind);
  behind = end == std::string::npos ? 0 : text.size() - end - 1;
  if (same + behind > formatted.size()) behind = 0;
  const TextRange replaced{range.begin + static_cast<std::uint32_t>(same),
                           range.end - static_cast<std::uint32_t>(behind)};
  return Json::array({make_object("range", document.range(replaced, workspace.units), "newText",
                                  formatted.substr(same, formatted.size() - behind - same))});
}

[[noreturn]] void refuse(const ir::Diagnostics& diagnostics) {
  throw RequestError(ErrorCode::request_failed,
                     "not formatted: " + diagnostics.all().front().message);
}

}  // namespace

Json make_formatting(const Workspace& workspace, const OpenDocument& document, const Json&) {
  const frontend::SheetSnapshot& sheet = document.sheet();
  ir::Diagnostics diagnostics(sheet.sources());
  const auto formatted = frontend::format_rulesheet(sheet.file(), diagnostics);
  if (!formatted) refuse(diagnostics);
  const auto size = static_cast<std::uint32_t>(document.source().text.size());
  return line_edits(workspace, document, {0, size}, *formatted);
}

Json make_range_formatting(const Workspace& workspace, const OpenDocument& document,
                           const Json& params) {
  // In infix form the tree omits clauses with errors, so no part is known to be whole.
  if (document.sheet().syntax() == frontend::Syntax::infix) {
    ir::Diagnostics faults(document.sheet().sources());
    if (!frontend::format_rulesheet(document.sheet().file(), faults)) refuse(faults);
  }
  const Json& asked = params.at("range");
  const TextRange range{offset_of(document.source(), asked.at("start"), workspace.units),
                        offset_of(document.source(), asked.at("end"), workspace.units)};
  const TextRange lines = frontend::lines_of_clauses(document.sheet(), range);
  if (lines.empty()) return Json::array();
  ir::SourceMap sources;
  const ir::FileId file = sources.add(
      document.path(), document.source().text.substr(lines.begin, lines.end - lines.begin));
  ir::Diagnostics diagnostics(sources);
  const auto formatted = frontend::format_rulesheet(file, diagnostics, document.sheet().syntax());
  if (!formatted) refuse(diagnostics);
  return line_edits(workspace, document, lines, *formatted);
}

}  // namespace tesuji::tools
