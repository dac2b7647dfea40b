// Lowers a domain theory and features to IR clauses, alone or beside the rules of a game.
//
// owns(P,S) of a position becomes the state relation `true.owns`; the facts that `base` allows
// become `init.owns`.
//
// blank(S) of the theory becomes a derived or static relation `blank`.
//
// f2(A) :- owns(x,A). becomes a derived relation `feature.f2`, an answer about the position
// (relation.h).
//
// Parts of a feature's body that share no variable become separate relations, `feature.f.1`,
// `feature.f.2`, ..: the feature's value, its number of distinct solutions, is the product of their
// numbers of rows (Kaneko, Yamaguchi, Kawai, section 3.3).
//
// f(sum(V),S), f(max(V)) and f(min(V)) become counts (feature_aggregates.h).
//
// With a game, atoms are those of its rulesheet: fluents as `cell(A,B,x)`, its relations by their
// names; the theory adds predicates with other names.
#pragma once

#include "frontend/prolog/logic_program.h"
#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_text.h"
#include "ir/module/module.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::frontend {

struct LoweredFeature {
  std::string name;
  std::vector<std::string> parts;  ///< names of relations of the module
  ir::Span span;                   ///< of its first clause
};

struct LoweredFeatures {
  ir::Module module;                     ///< at level clauses, without domains
  std::vector<LoweredFeature> features;  ///< in the order of the text
  // For messages about the module's rules:
  std::size_t game_rules = 0;            ///< the game's rules come first, then the others
  std::set<ir::RelationId> comparisons;  ///< of numbers
  ir::RelationId upto = ir::no_id;       ///< of sums, maxima and minima (feature_aggregates.h)
  ir::RelationId over = ir::no_id;
  ArgumentSpans argument_spans;  ///< of the literals of the theory and the features
};

/// `module`: a new one, or a game's at level clauses, without domains. Errors: "unknown-predicate",
/// with suggestions; "unsafe" for variables that no positive literal binds; "meta-logical" for
/// predicates that are not relations; "arity" for a name of several features; "feature" for other
/// unsupported constructs. Reports several per run, and then returns nullopt. Warns where Prolog
/// would evaluate a negation differently, because its variables are bound after it, and (code
/// "unreachable") of clauses whose equations contradict each other.
[[nodiscard]] std::optional<LoweredFeatures> lower_features(const ir::DomainTheory& theory,
                                                            const ir::FeatureClauses& features,
                                                            ir::Module module,
                                                            ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
