// What `tesuji induce` reads: examples, background, bias and the metarules that go with these.
#pragma once

#include "backend/driver/driver.h"
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

struct InduceTexts {
  std::vector<ir::ExampleText> examples;
  ir::BackgroundText background;
  std::vector<ir::ClauseMetarule> metarules;
  /// The metarules are the forms that the bias allows: add_forms makes them.
  bool forms_of_bias = false;
  /// What clauses there are, and which limits left others out.
  learner::ClauseSpace space;
};

/// Nothing where a file was wrong, which is reported.
[[nodiscard]] std::optional<InduceTexts> read_texts(const InduceFiles& files,
                                                    driver::Session& session);

/// Makes the metarules that the bias allows for this target over what the background offers. Warns
/// (code "bias") where it has a max_body, and bodies of that length would be too many forms. Errors:
/// "bias" where there is no form.
[[nodiscard]] bool add_forms(const learner::InductionTask& task,
                             const learner::FactBackground& background, InduceTexts& texts,
                             ir::Diagnostics& diagnostics);

/// Notes for a search that found nothing: what the bias does not ask for, or the metarules do not
/// have.
[[nodiscard]] std::vector<std::string> space_hints(const InduceTexts& texts);

}  // namespace tesuji::tools
