#include "tools/servers/lsp/invariants_check.h"

#include "backend/driver/rulesheet/rulesheet.h"
#include "frontend/invariants/invariants_parser.h"
#include "frontend/invariants/invariants_reader.h"

#include <array>
#include <filesystem>
#include <string_view>

namespace tesuji::tools {
namespace {

/// The first rulesheet that is there, lowered; nothing where it has errors.
std::optional<ir::Module> load_sheet(const std::string& path, const ReadText& read_text,
                                     const std::shared_ptr<ir::SourceMap>& sources) {
  for (const std::string& sheet : sheets_of_invariants(path)) {
    std::optional<std::string> text = read_text(sheet);
    if (!text) continue;
    // Its messages are for who opens it. Messages about invariants may have notes in it.
    driver::Session quiet{.sources = sources};
    const ir::FileId file = sources->add(sheet, std::move(*text));
    const auto checked = driver::check_rulesheet(file, quiet);
    if (!checked) return std::nullopt;
    auto module = driver::lower_rulesheet(*checked, sheet, quiet);
    constexpr std::array<std::string_view, 1> passes{"infer-domains"};
    if (!module || !driver::run_passes(*module, passes, {}, quiet)) return std::nullopt;
    return module;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> sheets_of_invariants(const std::string& path) {
  std::filesystem::path file(path);
  std::vector<std::string> sheets;
  for (const char* const ending : {".kif", ".gdl"}) {
    sheets.push_back(file.replace_extension(ending).string());
  }
  return sheets;
}

void check_invariants(ir::FileId file, const std::string& path, const ReadText& read_text,
                      driver::Session& session) {
  if (const auto module = load_sheet(path, read_text, session.sources)) {
    static_cast<void>(frontend::read_invariants(file, *module, session.diagnostics));
  } else {
    static_cast<void>(frontend::parse_invariants(file, *session.symbols, session.diagnostics));
  }
}

}  // namespace tesuji::tools
