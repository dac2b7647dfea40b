#include "learner/experiments/entrants.h"

#include "learner/lookahead/lookahead_learner.h"
#include "learner/rivals/deep_q.h"
#include "learner/rivals/matchboxes.h"
#include "learner/rivals/q_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <functional>
#include <type_traits>
#include <utility>

namespace tesuji::learner {

namespace {

/// A parameter that a text may set.
struct Parameter {
  std::string name;
  std::string value;  ///< the default, as text
  double least = 0;
  double greatest = 0;
  std::function<void(double)> set;
  bool whole = false;  ///< the value must be a whole number
};

template <typename Number>
Parameter parameter(std::string name, Number& number, double least, double greatest) {
  return {std::move(name),
          fmt::format("{}", number),
          least,
          greatest,
          [&number](double value) { number = static_cast<Number>(value); },
          std::is_integral_v<Number>};
}

Parameter flag(std::string name, bool& value) {
  return {std::move(name), value ? "1" : "0", 0, 1, [&value](double to) { value = to != 0; }, true};
}

/// Reads the parameters of one name.
class Reading {
 public:
  virtual ~Reading() = default;
  [[nodiscard]] virtual std::vector<Parameter> parameters() = 0;
  [[nodiscard]] virtual Entrant entrant(std::string name) = 0;
};

void add_rewards(std::vector<Parameter>& all, Rewards& rewards) {
  all.push_back(parameter("won", rewards.won, -1e6, 1e6));
  all.push_back(parameter("drawn", rewards.drawn, -1e6, 1e6));
  all.push_back(parameter("lost", rewards.lost, -1e6, 1e6));
}

class ReadMatchboxes final : public Reading {
 public:
  explicit ReadMatchboxes(MatchboxOptions options) : options_(std::move(options)) {}
  std::vector<Parameter> parameters() override {
    std::vector<Parameter> all;
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

class ReadQ final : public Reading {
 public:
  std::vector<Parameter> parameters() override {
    std::vector<Parameter> all{parameter("rate", options_.rate, 0, 1),
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

class ReadDeepQ final : public Reading {
 public:
  std::vector<Parameter> parameters() override {
    std::vector<Parameter> all{
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

class ReadMigo final : public Reading {
 public:
  ReadMigo(MigoEntrantOptions options, MakeAdvice advice)
      : options_(std::move(options)), advice_(std::move(advice)) {}
  std::vector<Parameter> parameters() override {
    return {flag("refute", options_.migo.learning.refute),
            flag("fluents", options_.migo.learning.fluents),
            parameter("explore", options_.play.explore, 0, 1),
            flag("informed", options_.play.informed)};
  }
  Entrant entrant(std::string name) override {
    return migo_entrant(std::move(name), options_, advice_);
  }

 private:
  MigoEntrantOptions options_;
  MakeAdvice advice_;
};

class ReadLookahead final : public Reading {
 public:
  explicit ReadLookahead(const MigoEntrantOptions& migo) {
    options_.search.max_clauses = migo.migo.learning.max_clauses;
    options_.search.stop = migo.migo.learning.stop;
  }
  std::vector<Parameter> parameters() override {
    return {parameter("plies", options_.plies, 0, 1000),
            parameter("states", options_.states, 1, 1e8),
            parameter("levels", options_.levels, 1, 1000),
            parameter("clauses", options_.search.max_clauses, 1, 100),
            parameter("candidates", options_.search.max_candidates, 1, 1e7),
            flag("cheap", options_.search.cheap),
            flag("games", options_.games),
            flag("explore", options_.explore),
            flag("informed", options_.informed),
            parameter("deeper", options_.deeper, 0, 1000)};
  }
  Entrant entrant(std::string name) override {
    return {std::move(name), [options = options_](Arena& arena, std::uint64_t) {
              LookaheadOptions fitting = options;
              fitting.games &= arena.is_perfect();
              return std::make_unique<LookaheadLearner>(arena.space(), fitting);
            }};
  }

 private:
  LookaheadOptions options_;
};

struct Known {
  std::string name;
  std::string what;
  bool makes_programs = false;
  bool takes_advice = false;
  bool needs_wins = false;
  std::function<std::unique_ptr<Reading>(MigoEntrantOptions, MakeAdvice)> read;
};

std::unique_ptr<Reading> read_migo(MigoEntrantOptions options, MakeAdvice advice,
                                   Labelling labelling) {
  options.migo.labelling = labelling;
  return std::make_unique<ReadMigo>(std::move(options), std::move(advice));
}

const std::vector<Known>& known() {
  static const std::vector<Known> all{
      {"migo-mixed", "MIGO, wins and draws at once", true, true, true,
       [](MigoEntrantOptions options, MakeAdvice advice) {
         return read_migo(std::move(options), std::move(advice), Labelling::mixed);
       }},
      {"migo-separated", "MIGO, wins first", true, true, true,
       [](MigoEntrantOptions options, MakeAdvice advice) {
         return read_migo(std::move(options), std::move(advice), Labelling::separated);
       }},
      {"tesuji", "look-ahead, and rules that agree with what it proves", true, false, false,
       [](const MigoEntrantOptions& options, const MakeAdvice&) {
         return std::make_unique<ReadLookahead>(options);
       }},
      {"menace", "matchboxes with 4, 3, 2, 1 beads for each move (Michie)", false, false, false,
       [](const MigoEntrantOptions&, const MakeAdvice&) {
         return std::make_unique<ReadMatchboxes>(menace_options());
       }},
      {"her", "matchboxes with one bead for each move (Gardner)", false, false, false,
       [](const MigoEntrantOptions&, const MakeAdvice&) {
         return std::make_unique<ReadMatchboxes>(her_options());
       }},
      {"q", "tabular Q-learning", false, false, false,
       [](const MigoEntrantOptions&, const MakeAdvice&) { return std::make_unique<ReadQ>(); }},
      {"deep-q", "Q-learning with a network", false, false, false,
       [](const MigoEntrantOptions&, const MakeAdvice&) { return std::make_unique<ReadDeepQ>(); }},
  };
  return all;
}

void set(std::vector<Parameter>& parameters, std::string_view learner, std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  std::vector<std::string> names;
  for (const Parameter& one : parameters) {
    names.push_back(one.name);
    if (one.name != name) continue;
    const std::string_view digits = equals == text.npos ? "" : text.substr(equals + 1);
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() ||
        !(value >= one.least && value <= one.greatest) ||
        (one.whole && value != std::floor(value))) {
      throw WrongEntrant(fmt::format("{}: `{}` is not a {} from {:g} to {:g} for {}", learner,
                                     digits, one.whole ? "whole number" : "number", one.least,
                                     one.greatest, name));
    }
    one.set(value);
    return;
  }
  throw WrongEntrant(fmt::format("{}: unknown parameter `{}`; parameters are {}", learner, name,
                                 fmt::join(names, ", ")));
}

NamedLearner named(const Known& known) {
  NamedLearner result{known.name,           known.what,         {},
                      known.makes_programs, known.takes_advice, known.needs_wins};
  for (const Parameter& each : known.read({}, nullptr)->parameters()) {
    result.parameters.push_back(each.name + "=" + each.value);
  }
  return result;
}

const Known& find(std::string_view name) {
  std::vector<std::string> names;
  for (const Known& one : known()) {
    if (one.name == name) return one;
    names.push_back(one.name);
  }
  throw WrongEntrant(
      fmt::format("unknown learner `{}`; learners are {}", name, fmt::join(names, ", ")));
}

}  // namespace

std::vector<NamedLearner> named_learners() {
  std::vector<NamedLearner> result;
  for (const Known& one : known()) result.push_back(named(one));
  return result;
}

NamedLearner named_learner(std::string_view text) {
  return named(find(text.substr(0, text.find(':'))));
}

Entrant entrant(std::string_view text, const MigoEntrantOptions& migo, MakeAdvice advice) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const std::unique_ptr<Reading> reading = find(name).read(migo, std::move(advice));
  std::vector<Parameter> parameters = reading->parameters();
  std::string_view rest = colon == text.npos ? "" : text.substr(colon + 1);
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    set(parameters, name, rest.substr(0, comma));
    rest = comma == rest.npos ? "" : rest.substr(comma + 1);
  }
  return reading->entrant(std::string(text));
}

}  // namespace tesuji::learner
