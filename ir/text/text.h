// Prints and parses the text form of the IR. print(parse(print(m))) == print(m).
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/module.h"

#include <optional>
#include <string>
#include <string_view>

namespace tesuji::ir {

/// Whether units and relations are printed with where they come from.
enum class PrintedPlaces { all, none };

/// The module as text; ends in a newline. See docs/engines/ir.md for the grammar.
[[nodiscard]] std::string print(const Module& module, PrintedPlaces places = PrintedPlaces::all);
[[nodiscard]] std::string print(const Module& module, const Rule& rule);
[[nodiscard]] std::string print(const Module& module, const Plan& plan);

/// Whether the text begins as IR text does: `tir` and a version, after comments and blank lines.
[[nodiscard]] bool is_ir_text(std::string_view text);

/// Reads what print() writes. On errors reports them and returns nothing. What is
/// read lies where it stands in this text; origins.h finds what it was made of.
[[nodiscard]] std::optional<Module> parse(FileId file, std::shared_ptr<SourceMap> sources,
                                          Diagnostics& diagnostics);

}  // namespace tesuji::ir
