// Writes relations as tables, for `tesuji run --csv`.
#pragma once

#include "frontend/rules/csv_facts.h"
#include "ir/core/diagnostics.h"
#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// A table to write, and its relation.
struct CsvTarget {
  frontend::CsvFile file;
  ir::RelationId relation = ir::no_id;
};

/// Interprets `[NAME=]FILE` arguments for these rules. Reports and returns nothing for files other
/// than .csv and .tsv (code "usage"), relations that no rule adds to ("undefined"; with
/// `all_facts`: and that are not given), relations without arguments ("arity"), and files that
/// cannot be written ("io").
[[nodiscard]] std::optional<std::vector<CsvTarget>> csv_targets(
    const std::vector<std::string>& arguments, const ir::Module& module, bool all_facts,
    ir::Diagnostics& diagnostics);

/// Writes each target's facts, a row each, in order of arrival; with `header` after a row of the
/// columns' names: the variables of the first conclusion that adds to the relation, `NAME_2` for a
/// second column without one. Reports (code "io") and returns false if that fails.
[[nodiscard]] bool write_csv(const std::vector<CsvTarget>& targets, const ir::Module& module,
                             const runtime::Facts& facts, bool header,
                             ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
