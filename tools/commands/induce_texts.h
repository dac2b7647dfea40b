// What `tesuji induce` reads: examples, background, bias and the metarules that go with these.
#pragma once

#include "backend/driver/session.h"
#include "ir/formulas/clause_metarule.h"
#include "ir/formulas/induction_text.h"
#include "learner/induction/induction_task.h"
#include "learner/induction/search_cuts.h"

#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// Paths, as the command line has them.
struct InduceFiles {
  std::vector<std::string> examples;
  std::vector<std::string> negative;
  std::vector<std::string> background;
  std::vector<std::string> bias;
  std::string game;
  std::string metarules;  ///< usual, bias, migo or a path; empty: as fits
};

/// The clauses that one search chooses from.
struct ClauseShapes {
  std::string name;  ///< usual, bias, migo or a path
  std::vector<ir::ClauseMetarule> metarules;
  /// The metarules are the forms that the bias allows: add_forms makes them. No predicate is
  /// invented.
  bool of_bias = false;
  /// Forms of the bias: those whose body holds for no positive example are left out.
  bool by_examples = false;
  /// What clauses there are, and which limits left others out.
  learner::ClauseSpace space;
};

struct InduceTexts {
  std::vector<ir::ExampleText> examples;
  ir::BackgroundText background;
  /// Mostly one. A bias with enable_pi has the usual metarules, which invent predicates, and the
  /// forms of the bias, so that it finds what it finds without enable_pi.
  std::vector<ClauseShapes> shapes;
};

/// Nothing where a file was wrong, which is reported.
[[nodiscard]] std::optional<InduceTexts> read_texts(const InduceFiles& files,
                                                    driver::Session& session);

/// Makes the forms that the bias allows for this target over what the background offers, where
/// `texts.shapes` has them. Warns (code "bias") where it has a max_body, and bodies of that length
/// would be too many forms. Errors: "bias" where there is no form. Where there are other shapes,
/// too, it does neither, and leaves out the forms of which there are none.
/// Forms that hold for no positive example are left out where there are too many, but not with
/// `noise`.
[[nodiscard]] bool add_forms(const learner::InductionTask& task,
                             learner::FactBackground& background, bool noise, InduceTexts& texts,
                             ir::Diagnostics& diagnostics);

/// Notes for a search of `shapes` that found nothing: what the bias does not ask for, or the
/// metarules do not have.
[[nodiscard]] std::vector<std::string> space_hints(const ir::BiasText& bias,
                                                   const ClauseShapes& shapes);

}  // namespace tesuji::tools
