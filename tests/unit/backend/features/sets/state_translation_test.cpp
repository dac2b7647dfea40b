// States of every engine as states of a feature set's module.
#include "backend/features/sets/evaluation.h"
#include "backend/features/sets/features.h"
#include "frontend/prolog/feature_reader.h"
#include "runtime/host/memory/rng.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace tesuji;

namespace {

/// The codec of a set of features over the rulesheet.
std::shared_ptr<const runtime::StateCodec> codec_of(const std::string& path,
                                                    driver::Session& session) {
  driver::FeatureTexts texts;
  REQUIRE(frontend::read_features(session.sources->add("features.pl", "f :- terminal.\n"),
                                  texts.features, session.diagnostics));
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  const auto set = driver::compile_features(texts, driver::load_clauses(path, session), options,
                                            driver::FeatureMode::incremental, session);
  INFO(session.diagnostics.render());
  REQUIRE(set);
  return set->codec;
}

}  // namespace

TEST_CASE("States are translated, whatever the engine that they are of") {
  const std::string game =
      GENERATE("breakthrough", "connect-four", "noughts-and-crosses", "hexapawn3");
  const auto engine =
      GENERATE(driver::Engine::interpreter, driver::Engine::net, driver::Engine::reference);
  const std::string path = tests::source_dir() + "/examples/" + game + ".kif";
  driver::Session session;
  const auto codec = codec_of(path, session);
  driver::Options options;
  options.engine = engine;
  const auto loaded = driver::load_game(path, options, session);
  REQUIRE(loaded);
  const runtime::Game& rules = *loaded->game;
  driver::StateTranslation translation(*loaded, codec);
  const auto scratch = rules.make_scratch();
  runtime::Rng rng(5, 0);
  for (int match = 0; match < 5; ++match) {
    runtime::State state(rules.initial().begin(), rules.initial().end());
    runtime::State next(state.size());
    std::vector<runtime::Move> joint(rules.roles().size());
    for (int step = 0; step < 30; ++step) {
      REQUIRE(codec->names(translation.translate(state)) == rules.fluents(state));
      if (rules.draw(state, *scratch, rng, joint) != runtime::Drawn::joint) break;
      rules.next(state, joint, *scratch, next);
      state.swap(next);
    }
  }
}
