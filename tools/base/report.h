// Reports errors of subcommands: texts on standard error, JSON, exit codes.
#pragma once

#include "ir/core/counted.h"
#include "ir/core/diagnostics.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// Objects keep the order in which their members were added.
using Json = nlohmann::ordered_json;

/// Writes every diagnostic to standard error, but warnings and notes once in a process.
void print_diagnostics(const ir::Diagnostics& diagnostics);

/// 0 without errors; 2 for options that make no sense (code "usage"); 3 if every
/// error is a limit; 70 if the verifier refused what a pass had made (code "ir";
/// `input_is_ir`: the text that was read may be to blame, so 1); otherwise 1.
[[nodiscard]] int exit_code_of(const ir::Diagnostics& diagnostics, bool input_is_ir = false);

/// The diagnostics as docs/cli/diagnostics-json.md describes them.
[[nodiscard]] Json to_json(const ir::Diagnostics& diagnostics);

/// JSON text and a line end; on one line where `indent` is negative. Bytes that are no UTF-8 become
/// replacement characters.
[[nodiscard]] std::string json_text(const Json& json, int indent);

/// One JSON text on standard output.
void print_json(const Json& json);

using ir::counted;

}  // namespace tesuji::tools
