// Reads the input of `tesuji induce`: examples, background, bias and the metarules that fit them.
#pragma once

#include "backend/driver/session.h"
#include "ir/formulas/clause_metarule.h"
#include "ir/formulas/logic_text.h"
#include "learner/induction/induction_task.h"
#include "learner/induction/search_cuts.h"

#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// Paths from the command line.
struct InduceFiles {
  std::vector<std::string> examples;
  std::vector<std::string> negative;
  std::vector<std::string> background;
  std::vector<std::string> bias;
  std::string game;
  std::string metarules;  ///< usual, bias, migo or a path; empty: chosen by the other files
};

/// The clauses that one search chooses from.
struct ClauseShapes {
  std::string name;  ///< usual, bias, migo or a path
  std::vector<ir::ClauseMetarule> metarules;
  /// The metarules are the forms that the bias allows, made by add_forms. No predicate is invented.
  bool of_bias = false;
  /// Forms of the bias: omit those whose body holds for no positive example.
  bool by_examples = false;
  /// The space of clauses, and the limits that left others out.
  learner::ClauseSpace space;
};

struct InduceTexts {
  std::vector<ir::ExampleText> examples;
  ir::BackgroundText background;
  /// Usually one. A bias with enable_pi has two: the usual metarules, which invent predicates, and
  /// the forms of the bias, so that it finds all that it finds without enable_pi.
  std::vector<ClauseShapes> shapes;
};

/// Returns nothing if a file was wrong, which is reported.
[[nodiscard]] std::optional<InduceTexts> read_texts(const InduceFiles& files,
                                                    driver::Session& session);

/// Options of the forms of a bias from the command line.
struct FormArguments {
  bool noise = false;
  std::size_t max_forms = 0;
};

/// Makes the forms that the bias allows for this target over the offered predicates, for shapes in
/// `texts.shapes` that have them. Warns (code "bias") if the bias has a max_body, and bodies of
/// that length would be too many forms. Errors: "bias" if there is no form. If there are other
/// shapes, too, it does neither, and removes shapes without forms. If there are too many forms,
/// omits those that hold for no positive example, but not with `how.noise`.
[[nodiscard]] bool add_forms(const learner::InductionTask& task,
                             learner::FactBackground& background, const FormArguments& how,
                             InduceTexts& texts, ir::Diagnostics& diagnostics);

/// Returns notes for a search of `shapes` that found nothing: what the bias does not request, or
/// the metarules lack.
[[nodiscard]] std::vector<std::string> space_hints(const ir::BiasText& bias,
                                                   const ClauseShapes& shapes);

}  // namespace tesuji::tools
