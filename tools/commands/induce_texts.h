// What `tesuji induce` reads: examples, background, bias and the metarules that go with these.
#pragma once

#include "backend/driver/driver.h"
#include "ir/formulas/clause_metarule.h"
#include "ir/formulas/induction_text.h"
#include "learner/induction/induction_task.h"

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
};

/// Nothing where a file was wrong, which is reported.
[[nodiscard]] std::optional<InduceTexts> read_texts(const InduceFiles& files,
                                                    driver::Session& session);

/// Makes the metarules that the bias allows for this target over what the background offers. Warns
/// (code "bias") where bodies as long as max_body says would be too many forms. Errors: "bias"
/// where there is no form.
[[nodiscard]] bool add_forms(const learner::InductionTask& task,
                             const learner::FactBackground& background, InduceTexts& texts,
                             ir::Diagnostics& diagnostics);

/// The most literals that a body has by these metarules.
[[nodiscard]] std::uint32_t longest_body(const InduceTexts& texts);

/// What to say where nothing was found: bodies that the bias allows and no metarule has.
[[nodiscard]] std::string body_hint(const InduceTexts& texts);

}  // namespace tesuji::tools
