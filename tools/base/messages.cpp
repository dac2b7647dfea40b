#include "tools/base/messages.h"

#include "ir/core/diagnostic_style.h"
#include "tools/base/progress.h"
#include "tools/base/terminal.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace tesuji::tools {
namespace {

constexpr std::string_view program_name = "tesuji";

const ir::DiagnosticStyle& style_of_messages() {
  static constexpr ir::DiagnosticStyle plain;
  return wants_color(Stream::messages) ? ir::coloured_style() : plain;
}

}  // namespace

std::string diagnostic_text(const ir::Diagnostics& diagnostics, const ir::Diagnostic& diagnostic) {
  static const bool with_codes = std::getenv("TESUJI_DIAGNOSTIC_CODES") != nullptr;
  const ir::DiagnosticStyle& style = style_of_messages();
  std::string text;
  if (!diagnostic.span.known())
    text = fmt::format("{}{}:{} ", style.place, program_name, style.end);
  text += ir::render(diagnostics, diagnostic, style);
  if (!with_codes) return text;
  const std::string_view severity = ir::name_of(diagnostic.severity);
  // Behind its colour, if it has one.
  std::size_t place = text.find(fmt::format("{}: ", severity));
  if (place == std::string::npos) place = text.find(fmt::format("{}:\x1b", severity));
  return text.insert(place + severity.size(), fmt::format("[{}]", diagnostic.code));
}

void print_diagnostic(const ir::Diagnostics& diagnostics, const ir::Diagnostic& diagnostic) {
  std::fflush(stdout);
  hide_progress();
  fmt::print(stderr, "{}", diagnostic_text(diagnostics, diagnostic));
}

void print_message(std::string_view place, ir::Severity severity, std::string_view message) {
  std::fflush(stdout);
  hide_progress();
  const std::string_view named = place.empty() ? program_name : place;
  fmt::print(stderr, "{}\n", ir::styled_message(named, severity, message, style_of_messages()));
}

void print_error(std::string_view message) {
  print_message({}, ir::Severity::error, message);
}
void print_warning(std::string_view message) {
  print_message({}, ir::Severity::warning, message);
}
void print_note(std::string_view message) {
  print_message({}, ir::Severity::note, message);
}

}  // namespace tesuji::tools
