// Answers `features`: the number of solutions of logical features in states.
#include "backend/features/sets/features.h"
#include "runtime/host/game/stop.h"
#include "tools/answers/answers.h"
#include "tools/base/json.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

/// Adds texts to the session as files, with names of their own.
std::vector<std::string> as_files(const std::vector<std::string>& texts, const char* name,
                                  driver::Session& session) {
  std::vector<std::string> files;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    files.push_back(texts.size() == 1 ? fmt::format("{}.pl", name)
                                      : fmt::format("{}{}.pl", name, i + 1));
    session.texts[files.back()] = texts[i];
  }
  return files;
}

}  // namespace

std::optional<Json> features_answer(Question& question) {
  QuestionOptions& options = question.options;
  driver::Session& session = question.session;
  driver::FeatureSources sources;
  sources.game = question.game.path();
  sources.features = as_files(options.texts("features"), "features", session);
  sources.domains = as_files(options.texts("domains"), "domain", session);
  const std::vector<std::vector<std::string>> states = options.lists("states");
  if (!options.finish()) return std::nullopt;
  driver::Options compiled;
  compiled.engine = driver::Engine::interpreter;
  const auto set = driver::load_features(sources, compiled, driver::FeatureMode::slices, session);
  if (!set) return std::nullopt;
  std::vector<runtime::State> positions;
  for (const std::vector<std::string>& fluents : states) {
    std::string unknown;
    auto state = driver::state_of(*set, fluents, &unknown);
    if (!state) {
      session.diagnostics.error(
          {}, "state", fmt::format("state {}: unknown fluent `{}`", positions.size(), unknown));
      return std::nullopt;
    }
    positions.push_back(std::move(*state));
  }
  const std::size_t columns = set->names.size();
  std::vector<std::uint64_t> values(positions.size() * columns);
  driver::FeatureEvaluator evaluator(*set);
  evaluator.evaluate(positions, values);
  Json rows = Json::array();
  for (std::size_t row = 0; row < positions.size(); ++row) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(row * columns);
    rows.push_back(std::vector<std::uint64_t>(begin, begin + static_cast<std::ptrdiff_t>(columns)));
  }
  return Json{{"game", question.game.path()}, {"names", set->names}, {"rows", std::move(rows)}};
}

}  // namespace tesuji::tools
