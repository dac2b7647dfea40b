#include "tools/library/messages.h"

#include <memory>
#include <utility>

namespace tesuji::library {
namespace {

std::uint32_t severity_of(ir::Severity severity) {
  switch (severity) {
    case ir::Severity::note:
      return TSJ_NOTE;
    case ir::Severity::warning:
      return TSJ_WARNING;
    case ir::Severity::error:
      break;
  }
  return TSJ_ERROR;
}

const char* keep(tsj_messages& all, std::string text) {
  return all.strings.emplace_back(std::move(text)).c_str();
}

tsj_message message_of(tsj_messages& all, const ir::Diagnostic& diagnostic, std::string full,
                       const ir::SourceMap& sources) {
  tsj_message message{};
  message.severity = severity_of(diagnostic.severity);
  message.file = "";
  if (diagnostic.span.known()) {
    message.line = diagnostic.span.begin.line;
    message.column = diagnostic.span.begin.column;
    message.end_line = diagnostic.span.end.line;
    message.end_column = diagnostic.span.end.column;
    message.file = keep(all, sources[diagnostic.span.file].path);
  }
  message.code = keep(all, diagnostic.code);
  message.text = keep(all, diagnostic.message);
  message.full = keep(all, std::move(full));
  return message;
}

}  // namespace

void give(const ir::Diagnostics& diagnostics, tsj_messages** messages) noexcept {
  if (messages == nullptr) return;
  *messages = nullptr;
  if (diagnostics.all().empty()) return;
  try {
    auto all = std::make_unique<tsj_messages>();
    for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
      all->messages.push_back(
          message_of(*all, diagnostic, diagnostics.render(diagnostic), diagnostics.sources()));
    }
    all->text = diagnostics.render();
    *messages = all.release();
  } catch (const std::exception&) {
    *messages = nullptr;
  }
}

void give_error(const char* code, const std::string& text, tsj_messages** messages) noexcept {
  if (messages == nullptr) return;
  try {
    const ir::SourceMap sources;
    ir::Diagnostics diagnostics(sources);
    diagnostics.error({}, code, text);
    give(diagnostics, messages);
  } catch (const std::exception&) {
    *messages = nullptr;
  }
}

}  // namespace tesuji::library

extern "C" {

size_t tsj_messages_count(const tsj_messages* messages) {
  return messages == nullptr ? 0 : messages->messages.size();
}

const tsj_message* tsj_messages_get(const tsj_messages* messages, size_t number) {
  return number < tsj_messages_count(messages) ? &messages->messages[number] : nullptr;
}

const char* tsj_messages_text(const tsj_messages* messages) {
  return messages == nullptr ? "" : messages->text.c_str();
}

void tsj_messages_free(tsj_messages* messages) {
  delete messages;
}
}
