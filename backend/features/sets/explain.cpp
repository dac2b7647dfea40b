#include "backend/features/sets/explain.h"

#include "backend/driver/games/net_facts.h"
#include "backend/driver/invariants/saved_invariants.h"
#include "ir/module/entries.h"
#include "ir/text/words.h"
#include "passes/analysis/dependencies.h"
#include "passes/manager/pipelines.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>
#include <utility>

namespace tesuji::driver {
namespace {

/// Time limit for proving which fluents exclude each other, for the costs of goals.
constexpr std::chrono::seconds most_explaining{2};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

class Explainer {
 public:
  Explainer(const std::string& path, const Options& options, Session& session)
      : path_(path), options_(options), session_(session) {}

  std::optional<Explanation> run(const NetLimits& limits, bool with_choice) {
    auto begin = Clock::now();
    std::optional<ir::Module> module = load_source(path_, session_);
    if (!module) return std::nullopt;
    if (options_.invariants && !are_about(*options_.invariants, *module, session_)) {
      return std::nullopt;
    }
    result_.stages.push_back({"read", seconds_since(begin), true, module->rules.size(), "rules"});
    result_.game = module->game;
    for (const ir::Symbol role : module->roles) {
      result_.roles.push_back(module->symbols->text(role));
    }
    result_.rules = module->rules.size();
    result_.relations = module->relations.size();
    const ir::Module source = *module;
    if (module->level != ir::Level::nets && !describe_plans(std::move(*module))) {
      return std::nullopt;
    }
    note_gone(source);
    describe_net(source, limits);
    if (with_choice && source.level == ir::Level::clauses) choose(source);
    return std::move(result_);
  }

 private:
  bool describe_plans(ir::Module module) {
    if (module.level == ir::Level::clauses) {
      passes::PipelineOptions pipeline = options_.pipeline;
      pipeline.after = [&](const passes::PassUnit& after, const passes::PassTime& time) {
        if (!time.pass.empty()) {
          result_.stages.push_back({std::string(time.pass),
                                    std::chrono::duration<double>(time.time).count(), time.changed,
                                    after.module()->rules.size(), "rules"});
        }
        if (options_.pipeline.after) options_.pipeline.after(after, time);
      };
      if (!run_passes(module, passes::playing_pipeline(), pipeline, session_)) return false;
    }
    if (!make_runnable(module, path_, session_)) return false;
    const ir::Layout layout = ir::lay_out(module);
    result_.state_bytes = layout.state_size;
    result_.scratch_bytes = layout.scratch_size;
    describe_relations(module);
    describe_questions(module);
    return true;
  }

  void describe_relations(const ir::Module& module) {
    const std::vector<bool> demanded = passes::demanded_relations(module);
    std::vector<bool> recursive(module.relations.size(), false);
    for (const ir::Stratum& stratum : module.strata) {
      for (const ir::RelationId id : stratum.relations) recursive[id] = stratum.recursive;
    }
    for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
      const ir::Relation& relation = module.relations[id];
      ExplainedRelation& explained = result_.kept.emplace_back();
      explained.name = relation.name;
      explained.kind = ir::word_for(ir::relation_kind_words, relation.kind);
      explained.storage = ir::word_for(ir::storage_words, relation.storage);
      for (const ir::DomainId column : relation.columns) {
        explained.columns.push_back(module.domains[column].values.size());
      }
      explained.possible = module.product_size(relation);
      explained.facts = relation.facts.rows;
      explained.expected = relation.expected_rows;
      explained.rules = static_cast<std::size_t>(
          std::count_if(module.rules.begin(), module.rules.end(),
                        [&](const ir::Rule& rule) { return rule.head == id; }));
      explained.recursive = recursive[id];
      explained.demanded = demanded[id];
    }
  }

  void describe_questions(const ir::Module& module) {
    for (const ir::Entry& entry : module.entries) {
      if (!ir::is_function(entry)) continue;
      ExplainedQuestion& question = result_.questions.emplace_back();
      question.name = entry.name;
      question.strata = entry.strata.size();
      for (const std::uint32_t stratum : entry.strata) {
        for (const std::uint32_t plan : module.strata[stratum].plans) {
          ++question.plans;
          question.expected_bindings += expected_bindings(module.plans[plan].ops);
        }
      }
    }
  }

  /// Records the source's relations that the engines do not have.
  void note_gone(const ir::Module& source) {
    std::set<std::string_view> kept;
    for (const ExplainedRelation& relation : result_.kept) kept.insert(relation.name);
    for (const ir::Relation& relation : source.relations) {
      if (source.level != ir::Level::nets && !kept.contains(relation.name)) {
        result_.gone.push_back(relation.name);
      }
    }
  }

  void describe_net(const ir::Module& source, const NetLimits& limits) {
    // Faults of the game have been reported already; here only limits can be reached.
    Session session{.sources = session_.sources, .symbols = session_.symbols};
    Options options = options_;
    options.pipeline.after = nullptr;
    options.pipeline.after_code = nullptr;
    const auto begin = Clock::now();
    result_.ground = ground_game(source, options, limits, session);
    double passes = seconds_since(begin);
    if (!result_.ground) {
      for (const ir::Diagnostic& diagnostic : session.diagnostics.all()) {
        if (diagnostic.severity == ir::Severity::error) result_.no_net = diagnostic.message;
      }
      return;
    }
    for (const NetStage& stage : result_.ground->grounding.stages) passes -= stage.seconds;
    if (!result_.ground->grounding.stages.empty()) {
      result_.stages.push_back({"passes before grounding", passes, true, 0, ""});
    }
    for (const NetStage& stage : result_.ground->grounding.stages) {
      result_.stages.push_back({stage.name, stage.seconds, true, stage.size, stage.unit});
    }
    result_.net = passes::net_statistics(*result_.ground->net);
    if (result_.ground->net->unanswered.empty()) {
      result_.subgames = passes::find_subgames(*result_.ground->net, result_.roles.size());
      result_.goals = goal_costs(*result_.ground, most_explaining);
    }
    if (result_.subgames) {
      for (std::uint32_t i = 0; i < result_.subgames->games.size(); ++i) {
        result_.conjoined.push_back(passes::find_conjoined(*result_.subgames, i));
      }
    }
    GroundGame native = *result_.ground;  // its fluents may get other places
    specialise(native, options);
    result_.cases = *native.cases;
  }

  void choose(const ir::Module& source) {
    Session session{.sources = session_.sources, .symbols = session_.symbols};
    Options options = options_;
    options.pipeline.after = nullptr;
    options.pipeline.after_code = nullptr;
    const auto begin = Clock::now();
    std::optional<AutomaticGame> game = choose_engines(source, path_, options, session);
    result_.choice_seconds = seconds_since(begin);
    if (game) result_.choice = std::move(game->choice);
  }

  const std::string& path_;
  const Options& options_;
  Session& session_;
  Explanation result_;
};

}  // namespace

std::optional<Explanation> explain(const std::string& path, const Options& options,
                                   const NetLimits& limits, bool choose, Session& session) {
  return Explainer(path, options, session).run(limits, choose);
}

}  // namespace tesuji::driver
