// Checks the text of a document in the language that it is written in.
#pragma once

#include "tools/servers/lsp/background_check.h"
#include "tools/servers/lsp/invariants_check.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// What a document is written in.
enum class Language : std::uint8_t {
  gdl,
  clauses,    ///< in Prolog's syntax: strategies, features, domain theories, background knowledge
  rules,      ///< production rules
  metarules,  ///< of order
  invariants,
  other,  ///< nothing that is checked
};

/// By the ending of the path, else by the editor's name for the language (`gdl`, `prolog`).
[[nodiscard]] Language language_of(std::string_view path, std::string_view editor_name);

/// Sends arrays of diagnostics as docs/cli.md describes them: what is found soon, and then all.
/// `read_text` is asked for the rulesheet of invariants.
void check_text(Language language, const std::string& path, const std::string& text,
                const ReadText& read_text, const BackgroundCheck::Send& send);

}  // namespace tesuji::tools
