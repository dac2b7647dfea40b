// Reports errors of subcommands: as text on standard error, as JSON, and as exit codes, by what
// caused them.
#pragma once

#include "ir/core/counted.h"
#include "ir/core/diagnostics.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::tools {

enum ExitCode : int;  // command.h

/// Objects keep the order in which their members were added.
using Json = nlohmann::ordered_json;

/// Writes every diagnostic to standard error; each warning and note only once in a process.
void print_diagnostics(const ir::Diagnostics& diagnostics);

/// Returns 0 without errors; 2 for options that make no sense (code "usage"); 3 if every error is a
/// limit; 70 if the verifier rejected a pass's result (code "ir"; with `input_is_ir` the input may
/// be the cause, so 1); otherwise 1.
[[nodiscard]] int exit_code_of(const ir::Diagnostics& diagnostics, bool input_is_ir = false);

/// Converts the diagnostics to JSON as docs/cli/diagnostics-json.md describes.
[[nodiscard]] Json to_json(const ir::Diagnostics& diagnostics);

/// Returns JSON text and a newline; on one line if `indent` is negative. Replaces bytes that are
/// not UTF-8 by replacement characters.
[[nodiscard]] std::string json_text(const Json& json, int indent);

/// Prints one JSON text on standard output.
void print_json(const Json& json);

using ir::counted;

/// The cause of an error.
enum class Blame {
  input,    ///< the input
  usage,    ///< the command line
  limit,    ///< one of our limits
  product,  ///< tesuji itself
};

/// Finds the cause by a diagnostic's code; `input` for codes without an entry in the table.
[[nodiscard]] Blame blame_of(std::string_view code);

[[nodiscard]] ExitCode exit_code_of(Blame blame);

/// Returns the more serious of two exit codes: a bug, wrong input, usage, a limit, in this order.
[[nodiscard]] int worse_exit_code(int left, int right);

/// Returns the character at which the library's parse_error found `byte`, which counts from 1.
[[nodiscard]] ir::Span json_place(const ir::SourceFile& source, ir::FileId file, std::size_t byte);

}  // namespace tesuji::tools
