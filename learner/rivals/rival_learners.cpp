#include "learner/rivals/rival_learners.h"

#include "learner/experiments/known_learners.h"
#include "learner/rivals/deep_q.h"
#include "learner/rivals/matchboxes.h"
#include "learner/rivals/q_table.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::learner {

namespace {

void add_rewards(std::vector<LearnerParameter>& all, Rewards& rewards) {
  all.push_back(parameter("won", rewards.won, -1e6, 1e6));
  all.push_back(parameter("drawn", rewards.drawn, -1e6, 1e6));
  all.push_back(parameter("lost", rewards.lost, -1e6, 1e6));
}

class ReadMatchboxes final : public LearnerReading {
 public:
  explicit ReadMatchboxes(MatchboxOptions options) : options_(std::move(options)) {}
  std::vector<LearnerParameter> parameters() override {
    std::vector<LearnerParameter> all;
    for (std::size_t i = 0; i < options_.beads.size(); ++i) {
      all.push_back(parameter(fmt::format("beads{}", i + 1), options_.beads[i], 1, 1e6));
    }
    all.push_back(parameter("won", options_.won, -1e6, 1e6));
    all.push_back(parameter("drawn", options_.drawn, -1e6, 1e6));
    all.push_back(parameter("lost", options_.lost, -1e6, 1e6));
    all.push_back(flag("symmetric", options_.symmetric));
    all.push_back(flag("last", options_.lost_last));
    return all;
  }
  Entrant entrant(std::string name) override {
    return {std::move(name), [options = options_](Arena& arena, std::uint64_t) {
              return std::make_unique<Matchboxes>(arena.space(), options,
                                                  options.symmetric ? arena.symmetries() : nullptr);
            }};
  }

 private:
  MatchboxOptions options_;
};

class ReadQ final : public LearnerReading {
 public:
  std::vector<LearnerParameter> parameters() override {
    std::vector<LearnerParameter> all{parameter("rate", options_.rate, 0, 1),
                                      parameter("discount", options_.discount, 0, 1),
                                      parameter("initial", options_.initial, -1e6, 1e6),
                                      parameter("exploration", options_.exploration, 0, 1)};
    all.push_back(flag("symmetric", options_.symmetric));
    add_rewards(all, options_.rewards);
    return all;
  }
  Entrant entrant(std::string name) override {
    return {std::move(name), [options = options_](Arena& arena, std::uint64_t) {
              return std::make_unique<QTable>(arena.space(), options,
                                              options.symmetric ? arena.symmetries() : nullptr);
            }};
  }

 private:
  QOptions options_;
};

class ReadDeepQ final : public LearnerReading {
 public:
  std::vector<LearnerParameter> parameters() override {
    std::vector<LearnerParameter> all{
        parameter("discount", options_.discount, 0, 1),
        parameter("regularisation", options_.regularisation, 0, 1e6),
        parameter("target", options_.target_rate, 0, 1),
        parameter("first", options_.first_exploration, 0, 1),
        parameter("last", options_.last_exploration, 0, 1),
        parameter("moves", options_.exploring_moves, 1, 1e9),
        parameter("rate", options_.rate, 0, 1e6),
        parameter("hidden", options_.hidden.front(), 1, 10'000),
        parameter("batch", options_.batch, 1, 10'000),
        parameter("memory", options_.memory, 1, 1e7),
    };
    add_rewards(all, options_.rewards);
    return all;
  }
  Entrant entrant(std::string name) override {
    return {std::move(name), [options = options_](Arena& arena, std::uint64_t seed) {
              return std::make_unique<DeepQ>(arena.space(), options, seed);
            }};
  }

 private:
  DeepQOptions options_;
};

}  // namespace

void add_rivals() {
  add_learners({
      {"menace", "matchboxes with 4, 3, 2, 1 beads for each move (Michie)", false, false, false,
       true,
       [](const MigoEntrantOptions&, const MakeAdvice&) {
         return std::make_unique<ReadMatchboxes>(menace_options());
       }},
      {"her", "matchboxes with one bead for each move (Gardner)", false, false, false, false,
       [](const MigoEntrantOptions&, const MakeAdvice&) {
         return std::make_unique<ReadMatchboxes>(her_options());
       }},
      {"q", "tabular Q-learning", false, false, false, true,
       [](const MigoEntrantOptions&, const MakeAdvice&) { return std::make_unique<ReadQ>(); }},
      {"deep-q", "Q-learning with a network", false, false, false, false,
       [](const MigoEntrantOptions&, const MakeAdvice&) { return std::make_unique<ReadDeepQ>(); }},
  });
}

}  // namespace tesuji::learner
