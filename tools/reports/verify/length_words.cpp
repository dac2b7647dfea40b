#include "tools/reports/verify/length_words.h"

#include "ir/core/counted.h"
#include "ir/formulas/formula_text.h"

#include <fmt/core.h>

#include <vector>

namespace tesuji::tools {
namespace {

using proofs::Claim;

/// Returns a fluent with the text in one column, `_` in the others.
std::string fluent_with(ir::RelationId relation, std::size_t column, const std::string& value,
                        const ir::Module& module, const FormulaWords& words) {
  std::vector<std::string> columns(module.relations[relation].columns.size(), "_");
  if (column < columns.size()) columns[column] = value;
  return words.fluent(relation, columns);
}

std::string quantity(const driver::LengthBound& bound, const ir::Module& module,
                     const FormulaWords& words) {
  const std::string value =
      bound.value ? ir::name_text(module.symbols->text(*bound.value)) : std::string("_");
  const char* const each = bound.moves == 1 ? "each move" : "one of two moves";
  const bool uses_up = bound.kind == Claim::Kind::uses_up;
  if (uses_up || bound.kind == Claim::Kind::fills) {
    return fmt::format("{} makes a {} {}, which stays so", each,
                       fluent_with(bound.relation, bound.column, value, module, words),
                       uses_up ? "false" : "true");
  }
  return progress_words(bound.kind, bound.relation, bound.column, module, words);
}

}  // namespace

std::string length_words(const driver::LengthBound& bound, const ir::Module& module,
                         const FormulaWords& words) {
  const std::string moves =
      bound.least == bound.most ? "exactly " + ir::counted(bound.most, "move")
      : bound.least > 0 ? fmt::format("{} to {}", bound.least, ir::counted(bound.most, "move"))
                        : "at most " + ir::counted(bound.most, "move");
  return moves + ": " + quantity(bound, module, words);
}

std::string play_length_words(const driver::PlayLength& length, const ir::Module& module,
                              const FormulaWords& words) {
  if (!length.bound && length.undecided) return "no bound found in time";
  if (!length.bound) return "no bound found: no quantity that moves change in one direction only";
  return "every play ends, after " + length_words(*length.bound, module, words);
}

std::string progress_words(Claim::Kind kind, ir::RelationId relation, std::size_t column,
                           const ir::Module& module, const FormulaWords& words) {
  return fmt::format(
      "the N of {} {} with each move", fluent_with(relation, column, "N", module, words),
      kind == Claim::Kind::advances ? "advances by one" : "moves in one direction");
}

}  // namespace tesuji::tools
