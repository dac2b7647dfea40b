#include "learner/experiments/entrants.h"

#include "learner/experiments/known_learners.h"
#include "learner/lookahead/lookahead_learner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace tesuji::learner {

namespace {

class ReadMigo final : public LearnerReading {
 public:
  ReadMigo(MigoEntrantOptions options, MakeAdvice advice)
      : options_(std::move(options)), advice_(std::move(advice)) {}
  std::vector<LearnerParameter> parameters() override {
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

class ReadLookahead final : public LearnerReading {
 public:
  explicit ReadLookahead(const MigoEntrantOptions& migo) {
    options_.search.max_clauses = migo.migo.learning.max_clauses;
    options_.search.stop = migo.migo.learning.stop;
  }
  std::vector<LearnerParameter> parameters() override {
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

std::unique_ptr<LearnerReading> read_migo(MigoEntrantOptions options, MakeAdvice advice,
                                          Labelling labelling) {
  options.migo.labelling = labelling;
  return std::make_unique<ReadMigo>(std::move(options), std::move(advice));
}

std::vector<KnownLearner>& known() {
  static std::vector<KnownLearner> all{
      {"migo-mixed", "MIGO, wins and draws at once", true, true, true, true,
       [](MigoEntrantOptions options, MakeAdvice advice) {
         return read_migo(std::move(options), std::move(advice), Labelling::mixed);
       }},
      {"migo-separated", "MIGO, wins first", true, true, true, true,
       [](MigoEntrantOptions options, MakeAdvice advice) {
         return read_migo(std::move(options), std::move(advice), Labelling::separated);
       }},
      {"tesuji", "look-ahead, and rules that agree with what it proves", true, false, false, false,
       [](const MigoEntrantOptions& options, const MakeAdvice&) {
         return std::make_unique<ReadLookahead>(options);
       }},
  };
  return all;
}

void set(std::vector<LearnerParameter>& parameters, std::string_view learner,
         std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  std::vector<std::string> names;
  for (const LearnerParameter& one : parameters) {
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

NamedLearner named(const KnownLearner& known) {
  NamedLearner result{known.name,       known.what,    {}, known.makes_programs, known.takes_advice,
                      known.needs_wins, known.is_usual};
  for (const LearnerParameter& each : known.read({}, nullptr)->parameters()) {
    result.parameters.push_back(each.name + "=" + each.value);
  }
  return result;
}

const KnownLearner& find(std::string_view name) {
  std::vector<std::string> names;
  std::vector<std::string> rivals;
  for (const KnownLearner& one : known()) {
    if (one.name == name) return one;
    (one.makes_programs ? names : rivals).push_back(one.name);
  }
  throw WrongEntrant(fmt::format(
      "unknown learner `{}`; learners are {}{}", name, fmt::join(names, ", "),
      rivals.empty() ? std::string()
                     : fmt::format(", and for `experiment` {}", fmt::join(rivals, ", "))));
}

}  // namespace

std::string parameter_text(std::int64_t value) {
  return fmt::format("{}", value);
}

std::string parameter_text(double value) {
  return fmt::format("{}", value);
}

void add_learners(std::vector<KnownLearner> learners) {
  for (KnownLearner& one : learners) {
    if (std::ranges::find(known(), one.name, &KnownLearner::name) != known().end()) continue;
    known().push_back(std::move(one));
  }
}

std::vector<NamedLearner> named_learners() {
  std::vector<NamedLearner> result;
  for (const KnownLearner& one : known()) result.push_back(named(one));
  return result;
}

NamedLearner named_learner(std::string_view text) {
  return named(find(text.substr(0, text.find(':'))));
}

Entrant entrant(std::string_view text, const MigoEntrantOptions& migo, MakeAdvice advice) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const std::unique_ptr<LearnerReading> reading = find(name).read(migo, std::move(advice));
  std::vector<LearnerParameter> parameters = reading->parameters();
  std::string_view rest = colon == text.npos ? "" : text.substr(colon + 1);
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    set(parameters, name, rest.substr(0, comma));
    rest = comma == rest.npos ? "" : rest.substr(comma + 1);
  }
  return reading->entrant(std::string(text));
}

}  // namespace tesuji::learner
