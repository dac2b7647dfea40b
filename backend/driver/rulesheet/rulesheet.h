// Parses, validates and lowers rulesheets; also finds faults in them that later stages accept.
#pragma once

#include "backend/driver/rulesheet/rule_use.h"
#include "backend/driver/session.h"
#include "frontend/gdl/checks/lost_fluents.h"
#include "frontend/gdl/checks/vanished_fluents.h"
#include "runtime/host/playouts/play_findings.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::driver {

/// Reads a file that must be a rulesheet; rejects IR text (code "usage"). In
/// backend/driver/session.cpp.
[[nodiscard]] std::optional<ir::FileId> read_rulesheet(const std::string& path, Session& session);

/// As parse_rulesheet(); if the text has errors, still checks the clauses without errors.
[[nodiscard]] std::optional<frontend::Rulesheet> parse_and_check(const std::string& path,
                                                                 Session& session);

/// The stages of load_clauses() for a text that is already in the sources, such as that of an
/// editor. Each reports its faults and returns nothing after an error. This one: as
/// parse_and_check() above.
[[nodiscard]] std::optional<frontend::Rulesheet> parse_and_check(ir::FileId file, Session& session);
/// Returns a parsed, valid and normalised rulesheet.
[[nodiscard]] std::optional<frontend::Rulesheet> check_rulesheet(ir::FileId file, Session& session);
/// Lowers the result of check_rulesheet() to clauses; names the game after the path.
[[nodiscard]] std::optional<ir::Module> lower_rulesheet(const frontend::Rulesheet& sheet,
                                                        const std::string& path, Session& session);

/// For the rulesheet that the session loaded first; nothing if its first text was not a rulesheet.
[[nodiscard]] std::optional<RulesAsWritten> rules_as_written(Session& session);

/// Returns the first clause of a relation. As rules_as_written().
[[nodiscard]] std::optional<ir::Span> first_clause(Session& session, std::string_view relation);

/// Returns the first clause of a relation, `legal` or `goal`, that names the role, else the first
/// one for any role; for `goal`, only clauses that may give `value`, unless that is empty. Returns
/// nothing if none exists. As rules_as_written().
[[nodiscard]] std::optional<ir::Span> clause_for_role(Session& session, std::string_view relation,
                                                      const std::string& role,
                                                      std::string_view value = {});

/// A rule for `next` about fluents of one functor.
struct NextRule {
  ir::Span span;
  bool keeps = false;  ///< its body requires the fluent that it derives
};
/// Returns the first rule for `next` that keeps fluents such as this one (a KIF term), else the
/// first one about them; nothing without one. As rules_as_written().
[[nodiscard]] std::optional<NextRule> rule_that_keeps(Session& session, const std::string& fluent);

/// A fluent that is gone after a joint move, probably by mistake.
struct GoneFluent {
  bool for_good = false;  ///< by vanished_fluents.h; otherwise by lost_fluents.h
  std::string fluent;     ///< in the syntax of the sheet
  std::string group;  ///< the group that vanished with it, `(at hare _ _)`; empty for lost fluents
  std::string form;   ///< its functor, `(cell ..)`
  std::vector<ir::Span> rules;  ///< for `next`, which keep other fluents, or are for other cases
  std::size_t game = 0;         ///< index into `games`
  std::size_t step = 0;         ///< the joint move, counted from 0
};

/// Returns the fluents that get lost in these games, and those that vanish for good and have a
/// different functor (frontend/gdl/checks). As rules_as_written().
[[nodiscard]] std::vector<GoneFluent> gone_fluents(Session& session,
                                                   const std::vector<runtime::RecordedGame>& games);

}  // namespace tesuji::driver
