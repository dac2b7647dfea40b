// Prints and parses the text form of the IR. print(parse(print(m))) == print(m).
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/module.h"

#include <optional>
#include <string>
#include <string_view>

namespace tesuji::ir {

/// Whether to print the places that units and relations come from.
enum class PrintedPlaces { all, none };

/// Prints the module as text, ending in a newline. See docs/engines/ir.md for the grammar.
[[nodiscard]] std::string print(const Module& module, PrintedPlaces places = PrintedPlaces::all);
[[nodiscard]] std::string print(const Module& module, const Rule& rule);
[[nodiscard]] std::string print(const Module& module, const Plan& plan);

/// Whether the text begins like IR text: `tir` and a version, after comments and blank lines.
[[nodiscard]] bool is_ir_text(std::string_view text);

/// Parses the output of print(). On errors reports them and returns nullopt. Spans of the result
/// refer to this text; origins.h finds the original places.
[[nodiscard]] std::optional<Module> parse(FileId file, std::shared_ptr<SourceMap> sources,
                                          Diagnostics& diagnostics);

}  // namespace tesuji::ir
