// Checks rulesheets as written, for faults that later stages accept.
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

/// Reads a file that has to be a rulesheet; refuses IR text (code "usage").
[[nodiscard]] std::optional<ir::FileId> read_rulesheet(const std::string& path, Session& session);

/// As parse_rulesheet(); where the text has errors, clauses without any are checked all the same.
[[nodiscard]] std::optional<frontend::Rulesheet> parse_and_check(const std::string& path,
                                                                 Session& session);

/// The stages of load_clauses() for a text that is in the sources already, such as that of an
/// editor. Each reports its faults and returns nothing where there was an error.
/// As parse_and_check().
[[nodiscard]] std::optional<frontend::Rulesheet> parse_and_check(ir::FileId file, Session& session);
/// A rulesheet that was parsed, found valid, and normalised.
[[nodiscard]] std::optional<frontend::Rulesheet> check_rulesheet(ir::FileId file, Session& session);
/// What check_rulesheet() returned, lowered to clauses; the game is named after the path.
[[nodiscard]] std::optional<ir::Module> lower_rulesheet(const frontend::Rulesheet& sheet,
                                                        const std::string& path, Session& session);

/// Of the rulesheet that the session has loaded first of all; nothing where that was none.
[[nodiscard]] std::optional<RulesAsWritten> rules_as_written(Session& session);

/// The first clause of a relation. As rules_as_written().
[[nodiscard]] std::optional<ir::Span> first_clause(Session& session, std::string_view relation);

/// The first clause of a relation, `legal` or `goal`, that names the role, else the first one for
/// any; of `goal` only those that may give `value`, unless that is empty. Nothing where there is
/// none. As rules_as_written().
[[nodiscard]] std::optional<ir::Span> clause_for_role(Session& session, std::string_view relation,
                                                      const std::string& role,
                                                      std::string_view value = {});

/// A fluent that is gone after a joint move, by mistake as it seems.
struct GoneFluent {
  bool for_good = false;        ///< vanished_fluents.h; else lost_fluents.h
  std::string fluent;           ///< in the syntax of the sheet
  std::string group;            ///< what vanished with it, `(at hare _ _)`; of lost ones empty
  std::string form;             ///< its functor, `(cell ..)`
  std::vector<ir::Span> rules;  ///< for `next`, which keep others, or are for other cases
  std::size_t game = 0;         ///< of `games`
  std::size_t step = 0;         ///< the joint move, counted from 0
};

/// What gets lost in these games, and what vanishes for good and has another functor
/// (frontend/gdl/checks). As rules_as_written().
[[nodiscard]] std::vector<GoneFluent> gone_fluents(Session& session,
                                                   const std::vector<runtime::RecordedGame>& games);

}  // namespace tesuji::driver
