#include "tools/servers/lsp/open_document.h"

#include "backend/driver/rulesheet/rulesheet.h"
#include "frontend/invariants/invariants_parser.h"
#include "frontend/invariants/invariants_reader.h"
#include "frontend/prolog/clause_metarules_reader.h"
#include "frontend/prolog/feature_reader.h"
#include "frontend/prolog/induction_reader.h"
#include "frontend/rules/facts_reader.h"
#include "frontend/rules/metarules_parser.h"
#include "frontend/rules/rules_parser.h"
#include "frontend/strategy/strategy_checks.h"
#include "frontend/strategy/strategy_parser.h"
#include "ir/core/characters.h"
#include "ir/text/text.h"
#include "tools/base/json.h"
#include "tools/reports/sheet_check.h"
#include "tools/servers/url_text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

namespace tesuji::tools {

namespace {

/// Loads and lowers the first existing rulesheet; returns nothing if it has errors.
std::optional<ir::Module> load_sheet(const std::string& path, const ReadText& read_text,
                                     const std::shared_ptr<ir::SourceMap>& sources) {
  for (const std::string& sheet : sheets_of_invariants(path)) {
    std::optional<std::string> text = read_text(sheet);
    if (!text) continue;
    // Its messages are for the editor of that sheet. Messages about invariants may have notes in
    // it.
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
  for (const std::string_view extension : driver::format_of(FileKind::rulesheet).extensions()) {
    sheets.push_back(file.replace_extension(extension).string());
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

namespace {

/// Checks a text of clauses that turns out not to be a strategy. Its reader is unknown, so it is
/// only faulty if no reader accepts it: then reports the faults found by the first one.
void check_other_clauses(ir::FileId file, driver::Session& session) {
  ir::Diagnostics quiet(*session.sources);
  ir::FeatureClauses features;
  ir::BackgroundText background;
  ir::BackgroundText bias;
  ir::DomainTheory theory;
  if (frontend::read_features(file, features, quiet) ||
      frontend::read_background(file, background, quiet) ||
      frontend::read_bias(file, bias, quiet) ||
      frontend::read_facts(file, *session.symbols, quiet) ||
      frontend::read_clause_metarules(file, quiet)) {
    return;
  }
  static_cast<void>(frontend::read_domain_theory(file, theory, session.diagnostics));
}

void check_in(FileKind language, ir::FileId file, const std::string& path, driver::Session& session,
              const ReadText& read_text, const std::function<void()>& read) {
  switch (language) {
    case FileKind::rulesheet:
      if (ir::is_ir_text((*session.sources)[file].text)) return;
      report_sheet(file, path, session, read);
      return;
    case FileKind::clauses:
      if (frontend::has_strategy_clause(file, *session.sources)) {
        static_cast<void>(frontend::parse_strategy(file, session.diagnostics));
      } else {
        check_other_clauses(file, session);
      }
      return;
    case FileKind::rules:
      static_cast<void>(frontend::parse_rules(file, *session.symbols, session.diagnostics));
      return;
    case FileKind::metarules:
      static_cast<void>(frontend::parse_metarules(file, session.diagnostics));
      return;
    case FileKind::formulas:
      check_invariants(file, path, read_text, session);
      return;
    default:
      return;
  }
}

}  // namespace

std::optional<FileKind> language_of(const std::string& path, std::string_view editor_name) {
  for (const FileKind kind : {FileKind::rulesheet, FileKind::clauses, FileKind::rules,
                              FileKind::metarules, FileKind::formulas}) {
    if (driver::is_named_as(kind, path)) return kind;
  }
  if (editor_name == "gdl" || editor_name == "kif") return FileKind::rulesheet;
  if (editor_name == "prolog") return FileKind::clauses;
  return std::nullopt;
}

void check_text(std::optional<FileKind> language, const std::string& path, const std::string& text,
                const ReadText& read_text, const BackgroundCheck::Send& send) {
  driver::Session session;
  const ir::FileId file = session.sources->add(path, text);
  const auto report = [&](bool whole) {
    send({{"whole", whole}, {"diagnostics", to_json(session.diagnostics)}});
  };
  if (language) check_in(*language, file, path, session, read_text, [&] { report(false); });
  report(true);
}

std::string path_of_uri(std::string_view uri) {
  constexpr std::string_view scheme = "file://";
  if (uri.starts_with(scheme)) {
    uri.remove_prefix(scheme.size());
    uri.remove_prefix(std::min(uri.find('/'), uri.size()));  // a host
  } else if (const std::size_t slash = uri.rfind('/'); slash != std::string_view::npos) {
    uri.remove_prefix(slash + 1);
  }
  return percent_decoded(uri);
}

std::string uri_of_path(const std::string& path) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : path) {
    if (ir::is_word_byte(c) || std::string_view("/-.~").find(c) != std::string_view::npos) {
      uri += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      uri += '%';
      uri += digits[byte >> 4U];
      uri += digits[byte & 15U];
    }
  }
  return uri;
}

OpenDocument::OpenDocument(std::string uri, std::string_view editor_language, std::int64_t version,
                           std::string text)
    : uri_(std::move(uri)),
      path_(path_of_uri(uri_)),
      language_(language_of(path_, editor_language)),
      version_(version) {
  set_text(std::move(text));
}

void OpenDocument::set_text(std::string text) {
  sheet_.reset();
  sources_ = std::make_unique<ir::SourceMap>();
  file_ = sources_->add(path_, std::move(text));
}

void OpenDocument::change(const Json& changes, std::int64_t version, PositionUnits units) {
  version_ = version;
  for (const Json& change : changes) {
    std::string text = change.at("text").get<std::string>();
    const auto range = change.find("range");
    if (range != change.end() && !range->is_null()) {
      const std::uint32_t begin = tools::offset_of(source(), range->at("start"), units);
      const std::uint32_t end =
          std::max(begin, tools::offset_of(source(), range->at("end"), units));
      std::string whole = source().text;
      whole.replace(begin, end - begin, text);
      text = std::move(whole);
    }
    set_text(std::move(text));
  }
}

Json OpenDocument::range(frontend::TextRange range, PositionUnits units) const {
  return to_range(source(), range, units);
}

const frontend::SheetSnapshot& OpenDocument::sheet() const {
  if (!sheet_) sheet_ = std::make_unique<frontend::SheetSnapshot>(path_, source().text);
  return *sheet_;
}

}  // namespace tesuji::tools
