// Converts diagnostics in the format of docs/cli/diagnostics-json.md to those of the protocol.
#include "tools/base/json.h"
#include "tools/servers/lsp/language_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace tesuji::tools {
namespace {

constexpr int unnecessary = 1;  // a DiagnosticTag: shown faded

int severity_number(const std::string& severity) {
  return severity == "error" ? 1 : severity == "warning" ? 2 : 3;
}

/// Returns the place of a diagnostic or a note; the beginning of the text if it has none.
frontend::TextRange place_of(const Json& entry, const ir::SourceFile& source) {
  if (!entry.contains("line")) return {};
  const auto number = [&](const char* name) { return entry.at(name).get<std::uint32_t>(); };
  return {frontend::offset_of(source, {number("line"), number("column")}),
          frontend::offset_of(source, {number("end_line"), number("end_column")})};
}

}  // namespace

Json to_protocol(const Json& diagnostics, const Workspace& workspace,
                 const OpenDocument& document) {
  Json list = Json::array();
  for (const Json& entry : diagnostics) {
    const frontend::TextRange place = place_of(entry, document.source());
    std::string message = entry.at("message").get<std::string>();
    Json related = Json::array();
    for (const Json& note : entry.value("notes", Json::array())) {
      const std::string text = note.at("message").get<std::string>();
      const bool here = note.contains("line") && note.at("file") == document.path();
      if (note.contains("line") && !here) {
        const auto line = note.at("line").get<std::uint32_t>();
        message += fmt::format("\nnote: {}:{}: {}", note.at("file").get<std::string>(), line, text);
      } else if (here && workspace.related_places) {
        const Json location = to_location(workspace, document, place_of(note, document.source()));
        related.push_back({{"location", location}, {"message", text}});
      } else {
        message += "\nnote: " + text;
      }
    }
    const std::string code = entry.at("code").get<std::string>();
    Json diagnostic{{"range", document.range(place, workspace.units)},
                    {"severity", severity_number(entry.at("severity").get<std::string>())},
                    {"code", code},
                    {"source", "tesuji"},
                    {"message", message}};
    if (code == "unused" || code == "duplicate-clause") diagnostic["tags"] = {unnecessary};
    if (!related.empty()) diagnostic["relatedInformation"] = std::move(related);
    list.push_back(std::move(diagnostic));
  }
  return list;
}

}  // namespace tesuji::tools
