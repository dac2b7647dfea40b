#include "passes/core/pipeline.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

namespace tesuji::passes {
namespace {

/// Removes `fixpoint(` or `fixpoint16(` from the beginning of a text; returns its rounds
/// (Step::rounds), or nullopt for other texts.
std::optional<std::size_t> take_fixpoint(std::string_view& text) {
  constexpr std::string_view word = "fixpoint";
  if (!text.starts_with(word)) return std::nullopt;
  std::string_view rest = text.substr(word.size());
  std::size_t rounds = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), rounds);
  if (error == std::errc()) {
    if (rounds == 0) return std::nullopt;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  }
  if (error == std::errc::result_out_of_range || !rest.starts_with('(')) return std::nullopt;
  text = rest.substr(1);
  return rounds;
}

/// Parses steps up to the end of the text or an unmatched closing bracket.
class Reader {
 public:
  Reader(std::string_view text, std::string& fault) : text_(text), fault_(fault) {}

  std::optional<Pipeline> run() {
    std::vector<Pipeline> open(1);
    std::vector<std::size_t> rounds;  // of the open fixpoints
    for (;;) {
      if (const auto most = take_fixpoint(text_)) {
        open.emplace_back();
        rounds.push_back(*most);
        continue;
      }
      const std::size_t end = std::min(text_.find_first_of(",()"), text_.size());
      if (end == 0) return fail("a name is missing");
      open.back().push_back({std::string(text_.substr(0, end)), {}, 0});
      text_.remove_prefix(end);
      while (text_.starts_with(')')) {
        text_.remove_prefix(1);
        if (open.size() == 1) return fail("unmatched `)`");
        Step step{{}, std::move(open.back()), rounds.back()};
        open.pop_back();
        rounds.pop_back();
        open.back().push_back(std::move(step));
      }
      if (text_.empty()) break;
      if (!text_.starts_with(',')) return fail("only `fixpoint` has brackets");
      text_.remove_prefix(1);
    }
    if (open.size() > 1) return fail("a `)` is missing");
    return std::move(open.front());
  }

 private:
  std::nullopt_t fail(std::string_view what) {
    fault_ = what;
    return std::nullopt;
  }

  std::string_view text_;
  std::string& fault_;
};

/// Prints steps as parse_pipeline reads them.
std::string text_of(const Pipeline& steps) {
  std::string text;
  for (const Step& step : steps) {
    if (!text.empty()) text += ',';
    if (!step.pass.empty()) {
      text += step.pass;
    } else {
      text += "fixpoint" + (step.rounds == 0 ? "" : std::to_string(step.rounds));
      text += '(' + text_of(step.again) + ')';
    }
  }
  return text;
}

/// Returns the analyses that a pass requires, in the order of their computation.
std::span<const Analysis> analyses_of(Requirement requirement) {
  static constexpr std::array<Analysis, 2> all{Analysis::domains, Analysis::strata};
  switch (requirement) {
    case Requirement::nothing:
    case Requirement::plans:
    case Requirement::graphs:
      return {};
    case Requirement::domains:
      return std::span(all).first(1);
    case Requirement::strata:
    case Requirement::layout:
      break;
  }
  return all;
}

std::string_view noun(UnitKind kind) {
  switch (kind) {
    case UnitKind::net:
      return "net";
    case UnitKind::lanes:
      return "programs over lanes";
    case UnitKind::answer_sets:
      return "answer set program";
    case UnitKind::module:
      break;
  }
  return "module";
}

class Runner {
 public:
  Runner(PassUnit& unit, std::span<const Pass> table, const PipelineOptions& options,
         PassContext& context)
      : unit_(unit), table_(table), options_(options), context_(context) {}

  PipelineEnd run(const Pipeline& pipeline) {
    if (options_.after && !pipeline.empty()) options_.after(unit_, {});
    bool changed = false;
    return run(pipeline, changed);
  }

 private:
  PipelineEnd run(const Pipeline& steps, bool& changed) {
    for (const Step& step : steps) {
      const PipelineEnd end =
          step.pass.empty() ? repeat(step, changed) : run_named(step.pass, changed);
      if (end != PipelineEnd::complete) return end;
    }
    return PipelineEnd::complete;
  }

  PipelineEnd repeat(const Step& fixpoint, bool& changed) {
    const std::size_t most = fixpoint.rounds == 0 ? most_rounds : fixpoint.rounds;
    bool goes_on = true;
    for (std::size_t round = 1; goes_on && round <= most; ++round) {
      bool changed_here = false;
      const PipelineEnd end = run(fixpoint.again, changed_here);
      changed |= changed_here;
      // If it was stopped, the unit remains as the last pass left it.
      if (end != PipelineEnd::complete) return end;
      goes_on = unit_.goes_on(round) && changed_here;
    }
    unit_.end_rounds();
    if (goes_on && fixpoint.rounds == 0) warn_of_rounds(fixpoint);
    return PipelineEnd::complete;
  }

  void warn_of_rounds(const Step& fixpoint) {
    const std::string passes = text_of(fixpoint.again);
    context_.diagnostics.warning(
        {}, "limit",
        "`" + text_of({fixpoint}) + "` ended after " + std::to_string(most_rounds) +
            " rounds, though the last one still changed the " + std::string(noun(unit_.kind())) +
            "; `fixpoint" + std::to_string(most_rounds) + "(" + passes + ")` allows as many");
  }

  [[nodiscard]] bool is_disabled(std::string_view name) const {
    return std::find(options_.disabled.begin(), options_.disabled.end(), name) !=
           options_.disabled.end();
  }

  PipelineEnd fail(std::string message, std::string_view code = "usage") {
    context_.diagnostics.error({}, std::string(code), std::move(message));
    return PipelineEnd::failed;
  }

  PipelineEnd run_named(std::string_view name, bool& changed) {
    if (is_disabled(name)) return PipelineEnd::complete;
    const auto pass = std::find_if(table_.begin(), table_.end(),
                                   [&](const Pass& some) { return some.name == name; });
    if (pass == table_.end()) return fail("unknown pass `" + std::string(name) + "`");
    return run_pass(*pass, changed);
  }

  PipelineEnd run_pass(const Pass& pass, bool& changed) {
    if (pass.kind == unit_.kind()) {
      for (const Analysis analysis : analyses_of(pass.requirement)) {
        const PipelineEnd end = provide(analysis, pass, changed);
        if (end != PipelineEnd::complete) return end;
      }
      if (const std::string_view first = unit_.missing(pass.requirement); !first.empty()) {
        return needs(pass, first);
      }
    }
    if (!unit_.enter(pass, context_.diagnostics)) return PipelineEnd::failed;
    PassTime time{pass.name, {}, false};
    const std::string before = options_.verify_each ? unit_.text(ir::PrintedPlaces::all) : "";
    const auto start = std::chrono::steady_clock::now();
    const bool known = pass.provides != Analysis::none &&
                       (exact_ & pass.provides) == pass.provides && !unit_.lacks(pass.provides);
    if (!known) time.changed = pass.run(unit_, context_);
    if (time.changed) unit_.changed();
    note(pass, time.changed);
    time.time = std::chrono::steady_clock::now() - start;
    changed |= time.changed;
    if (context_.diagnostics.has_errors()) return PipelineEnd::failed;
    if (options_.verify_each && !unit_.verify(context_.diagnostics)) {
      context_.diagnostics.error({}, "ir",
                                 "the pass `" + std::string(pass.name) + "` left the " +
                                     std::string(noun(unit_.kind())) + " in disorder");
      return PipelineEnd::failed;
    }
    if (options_.verify_each && !time.changed && unit_.text(ir::PrintedPlaces::all) != before) {
      return fail("the pass `" + std::string(pass.name) + "` changed the " +
                      std::string(noun(unit_.kind())) + " without saying so",
                  "ir");
    }
    if (options_.after) options_.after(unit_, time);
    return options_.stop_after == pass.name ? PipelineEnd::stopped : PipelineEnd::complete;
  }

  PipelineEnd needs(const Pass& pass, std::string_view first) {
    return fail("the pass `" + std::string(pass.name) + "` needs what the pass `" +
                std::string(first) + "` does first");
  }

  /// Runs the pass that provides an analysis, if `pass` requires it and the unit lacks it, or a
  /// change has invalidated it.
  PipelineEnd provide(Analysis analysis, const Pass& pass, bool& changed) {
    const bool wrong = analysis == Analysis::strata && (stale_ & analysis) != Analysis::none;
    if (pass.provides == analysis || (!wrong && !unit_.lacks(analysis))) {
      return PipelineEnd::complete;
    }
    const auto provider = std::find_if(table_.begin(), table_.end(), [&](const Pass& some) {
      return some.kind == unit_.kind() && some.provides == analysis;
    });
    if (provider == table_.end()) return PipelineEnd::complete;
    if (is_disabled(provider->name)) return needs(pass, provider->name);
    return run_pass(*provider, changed);
  }

  void note(const Pass& pass, bool changed) {
    if (changed) {
      exact_ = exact_ & pass.preserves;
      stale_ = stale_ | ~pass.preserves;
    }
    exact_ = exact_ | pass.provides;
    stale_ = stale_ & ~pass.provides;
  }

  PassUnit& unit_;
  std::span<const Pass> table_;
  const PipelineOptions& options_;
  PassContext& context_;
  Analysis exact_ = Analysis::none;  ///< provided, with unchanged inputs
  Analysis stale_ = Analysis::none;  ///< inputs changed since they were provided or read
};

}  // namespace

std::optional<Pipeline> parse_pipeline(std::string_view text, std::string& fault) {
  if (text.empty()) return Pipeline{};
  return Reader(text, fault).run();
}

std::string_view pass_in(std::string_view part) {
  while (take_fixpoint(part)) {
  }
  while (part.ends_with(')')) part.remove_suffix(1);
  return part;
}

PipelineEnd run_steps(PassUnit& unit, const Pipeline& pipeline, std::span<const Pass> table,
                      const PipelineOptions& options, PassContext& context) {
  return Runner(unit, table, options, context).run(pipeline);
}

}  // namespace tesuji::passes
