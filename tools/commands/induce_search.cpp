#include "tools/commands/induce_search.h"

#include "learner/induction/induction_checks.h"
#include "learner/search/background_rules.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/reports/induce_report.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace tesuji::tools {

namespace {

using learner::SearchResult;
using End = SearchResult::End;

constexpr std::uint32_t default_max_clauses = 6;
/// Steps of the first search; if they are not enough, each example is searched separately.
constexpr std::uint64_t first_steps = 1'000'000;
constexpr std::uint64_t steps_of_an_example = 200'000;
constexpr std::uint64_t steps_of_examples = 5'000'000;

/// Prints the search's progress every few seconds.
class Progress {
 public:
  Progress(std::size_t positive, const char* unit) : positive_(positive), unit_(unit) {}

  void operator()(const SearchResult& result) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::seconds(3)) return;
    last_ = now;
    fmt::print(stderr, "tesuji induce: programs of {}, {}, {} of {} covered\n",
               counted(result.size, unit_), counted(result.steps, "step"), result.covered,
               counted(positive_, "positive example"));
  }

 private:
  std::size_t positive_;
  const char* unit_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// The search of one of the shapes.
struct Search {
  Search(const ClauseShapes& what, const learner::SearchOptions& how,
         learner::Background& background)
      : shapes(what), options(how), clauses(what.metarules, background) {}

  const ClauseShapes& shapes;
  learner::SearchOptions options;
  learner::ClauseSearch clauses;
  std::optional<SearchResult> result;

  [[nodiscard]] bool is_open() const { return !result || result->end == End::steps; }
  /// Whether it could continue: it ended because another one found a program or was stopped.
  [[nodiscard]] bool was_left() const {
    return result->end == End::steps && result->steps <= options.max_steps;
  }
};

class Searches {
 public:
  Searches(const InduceTexts& texts, const learner::SearchOptions& options,
           const learner::InductionTask& task, learner::Background& background, bool progress)
      : task_(task) {
    for (const ClauseShapes& shapes : texts.shapes) {
      Search& one = all_.emplace_back(shapes, options, background);
      one.options.invent = one.options.repeat_literals = !shapes.of_bias;
      if (shapes.of_bias) one.options.max_literals = options.max_clauses * shapes.space.body;
      if (progress) {
        one.options.progress = Progress(task.positive.size(), learner::size_unit(one.options));
      }
    }
  }

  /// Searches with few steps first. If they are not enough, looks for examples that cannot be
  /// covered, and prints its findings at once (`early`), before it searches on. Reports an example
  /// that cannot be covered, and ends the search.
  void run(ir::Diagnostics& early, ir::Diagnostics& diagnostics) {
    const std::uint64_t all_steps = all_.front().options.max_steps;
    const bool noise = all_.front().options.noise;
    if (noise && all_.size() == 1) return run_with(all_steps);
    run_with(std::min(all_steps, first_steps));
    if (!goes_on() || all_steps <= first_steps) return;
    if (!noise && !check_examples(early, diagnostics)) return;
    if (!noise) print_diagnostics(early);
    if (all_.size() > 1 && all_steps > 10 * first_steps) run_with(10 * first_steps);
    if (goes_on()) run_with(all_steps);
  }

  /// Returns the search that found the program, or whose end explains why none was found.
  [[nodiscard]] Search& last() {
    Search* last = nullptr;
    for (Search& one : all_) {
      if (!one.result) continue;
      if (!last || rank(one) < rank(*last) || (rank(one) == rank(*last) && is_better(one, *last))) {
        last = &one;
      }
    }
    return *last;
  }

  /// With noise: returns the search that a limit or a stop ended, so that there may be a program
  /// with a shorter description; may be null.
  [[nodiscard]] const Search* unfinished() const {
    for (const End end : {End::stopped, End::steps}) {
      for (const Search& one : all_) {
        if (one.result && one.result->end == end && !one.was_left()) return &one;
      }
    }
    return nullptr;
  }

  [[nodiscard]] std::deque<Search>& all() { return all_; }

  /// Searches each positive example separately, over all shapes.
  [[nodiscard]] std::vector<learner::SingleSearch> alone() {
    std::vector<learner::SingleSearch> known;
    for (Search& one : all_) {
      auto alone = learner::search_single_examples(one.clauses, task_, one.options,
                                                   steps_of_an_example, steps_of_examples);
      if (&one == &all_.front()) {
        known = std::move(alone);
        continue;
      }
      known.resize(std::min(known.size(), alone.size()));
      for (std::size_t i = 0; i < known.size(); ++i) {
        const bool better = known[i].end == End::exhausted || alone[i].end == End::found;
        if (better) known[i] = alone[i];
      }
    }
    return known;
  }

 private:
  void run_with(std::uint64_t steps) {
    for (Search& one : all_) {
      if (!one.is_open()) continue;
      learner::SearchOptions options = one.options;
      options.max_steps = steps;
      one.result = one.clauses.learn(task_.positive, task_.negative, options, task_.types);
      if (ends_all(one)) return;
    }
  }

  /// With noise all shapes are searched: another one may have a shorter description.
  [[nodiscard]] static bool ends_all(const Search& one) {
    return one.result->end == End::stopped || (one.result->end == End::found && !one.options.noise);
  }

  [[nodiscard]] bool goes_on() const {
    return std::any_of(all_.begin(), all_.end(), [](const Search& one) { return one.is_open(); }) &&
           std::none_of(all_.begin(), all_.end(),
                        [](const Search& one) { return one.result && ends_all(one); });
  }

  /// Returns false if an example cannot be covered.
  bool check_examples(ir::Diagnostics& early, ir::Diagnostics& diagnostics) {
    std::vector<learner::SingleSearch> alone = this->alone();
    Search& last = all_.back();
    if (all_.size() > 1) {
      // Sizes in clauses and in literals cannot be compared.
      std::erase_if(alone, [](const auto& one) { return one.end != End::exhausted; });
    }
    if (learner::report_single_examples(alone, task_, last.options, last.shapes.space, early)) {
      return true;
    }
    (void)learner::report_single_examples(alone, task_, last.options, last.shapes.space,
                                          diagnostics);
    for (Search& search : all_) search.result->end = End::exhausted;
    for (const learner::SingleSearch& one : alone) {
      if (one.end != End::exhausted) continue;
      last.result->more_clauses |= one.more_clauses;
      last.result->too_deep |= one.too_deep;
      last.result->too_many_goals |= one.too_many_goals;
    }
    return false;
  }

  /// Ranks found programs first, incomplete searches second.
  static int rank(const Search& one) {
    if (one.options.noise) return one.result->hypothesis.empty() ? 1 : 0;
    if (one.was_left()) return 4;
    switch (one.result->end) {
      case End::found:
        return 0;
      case End::stopped:
        return 1;
      case End::steps:
        return 2;
      case End::exhausted:
        break;
    }
    return 3;
  }
  /// Compares two with the same rank.
  static bool is_better(const Search& one, const Search& before) {
    if (one.options.noise) return one.result->bits < before.result->bits;
    return one.result->end == End::exhausted;
  }

  const learner::InductionTask& task_;
  std::deque<Search> all_;
};

learner::SearchOptions search_options(const SearchArguments& arguments, const InduceTexts& texts,
                                      const learner::InductionTask& task, const TimeLimit& limit) {
  learner::SearchOptions options;
  options.min_clauses = arguments.min_clauses;
  options.max_clauses = arguments.max_clauses != 0
                            ? arguments.max_clauses
                            : texts.background.max_clauses.value_or(default_max_clauses);
  options.any_order = true;
  options.noise = arguments.noise;
  options.max_depth = task.max_depth;
  options.only_steps = task.makes_terms;
  options.max_steps =
      arguments.max_steps == 0 ? std::numeric_limits<std::uint64_t>::max() : arguments.max_steps;
  options.stop = &limit.flag();
  return options;
}

}  // namespace

int search_clauses(const SearchArguments& arguments, const InduceTexts& texts,
                   const learner::InductionTask& task, learner::Background& background,
                   const TimeLimit& limit, driver::Session& session) {
  ir::Diagnostics& diagnostics = session.diagnostics;
  for (const ClauseShapes& shapes : texts.shapes) {
    if (!learner::fit(shapes.metarules, background, task, diagnostics)) return exit_input;
  }
  const learner::SearchOptions options = search_options(arguments, texts, task, limit);
  if (options.min_clauses > options.max_clauses) {
    diagnostics.error({}, "usage",
                      fmt::format("--min-clauses={} is more than --max-clauses={}",
                                  options.min_clauses, options.max_clauses));
    return exit_usage;
  }
  const auto begin = std::chrono::steady_clock::now();
  Searches searches(texts, options, task, background, !arguments.quiet);
  ir::Diagnostics early(*session.sources);
  searches.run(early, diagnostics);
  Search& last = searches.last();
  if (const Search* cut = searches.unfinished(); options.noise && cut) {
    last.result->end = cut->result->end;
  }
  std::optional<std::uint64_t> unanswered;
  if (const std::string text = background.unanswered(); !text.empty()) {
    diagnostics.warning({}, "limit", text);
    unanswered = learner::RuleLimits().max_call_steps;
  }
  const bool time_is_over = limit.is_over();
  const auto searched = [&](const Search& one) {
    SearchedShapes made{one.shapes.name, *one.result, one.options, one.shapes.space,
                        one.was_left()};
    SearchResult limited = *one.result;
    if (made.left) limited.end = End::found;  // by another one, or stopped there
    const auto cause = time_is_over ? learner::StopCause::seconds : learner::StopCause::interrupt;
    made.cuts = learner::search_cuts(made.space, made.options, limited, cause, unanswered);
    return made;
  };
  std::vector<SearchedShapes> others;
  for (const Search& one : searches.all()) {
    if (&one != &last && one.result) others.push_back(searched(one));
  }
  const SearchedShapes chosen = searched(last);
  InduceScene scene{task, chosen};
  scene.others = std::move(others);
  scene.time_is_over = time_is_over;
  scene.hints = space_hints(texts.background.bias, last.shapes);
  if (const auto calls = background.calls_without_input(); !calls.empty()) {
    scene.hints.push_back(fmt::format("calls had no answer where an input argument was unbound: {}",
                                      fmt::join(calls, ", ")));
  }
  const std::size_t uncovered = last.result->covered;
  if (arguments.fault_of && last.result->end != End::found && uncovered < task.positive.size()) {
    scene.fault = arguments.fault_of(task.positive[uncovered]);
  }
  scene.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const SearchResult& result = chosen.result;
  // With noise there may also be a best program before a limit.
  if (!result.hypothesis.empty()) {
    scene.program =
        learner::to_text(result.hypothesis, {task.target, last.shapes.metarules, &background});
    if (!arguments.json || !arguments.output.empty()) {
      (void)write_output(arguments.output, scene.program, diagnostics);
    }
    if (!arguments.quiet) fmt::print(stderr, "tesuji induce: {}\n", induce_summary(scene));
  }
  if (options.noise) {
    note_noise(scene, background);
    report_noise(scene, diagnostics);
  } else if (result.end != End::found && !diagnostics.has_errors()) {
    if (result.end == End::exhausted && task.positive.size() > 1) scene.alone = searches.alone();
    report_failure(scene, diagnostics);
  }
  report_doubt(scene, diagnostics);
  if (arguments.json) {
    Json json = induce_json(scene, diagnostics);
    const Json told =
        diagnostics.has_errors() && early.has_errors() ? Json::array() : to_json(early);
    json["diagnostics"].insert(json["diagnostics"].begin(), told.begin(), told.end());
    print_json(json);
  }
  return exit_code_of(diagnostics);
}

}  // namespace tesuji::tools
