#include "backend/features/sets/feature_module.h"

#include "backend/driver/load.h"
#include "frontend/prolog/feature_aggregates.h"
#include "frontend/prolog/feature_lowering.h"
#include "ir/core/diagnostics.h"
#include "ir/module/term_pattern.h"
#include "passes/analysis/dependencies.h"
#include "passes/analysis/impossible_literals.h"
#include "passes/clauses/fold_equal.h"
#include "passes/clauses/infer_domains.h"
#include "passes/core/pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace tesuji::driver {
namespace {

// Checks the clauses of features and domain theories against the domains of their relations.

/// Returns `, but b, d and w are`, with as many of the values as fit into a message.
std::string shown(const std::vector<std::string>& values) {
  constexpr std::size_t most = 8;
  if (values.size() == 1) return fmt::format(", but `{}` is", values.front());
  const std::size_t kept = values.size() <= most ? values.size() - 1 : most - 1;
  std::string text = ", but ";
  for (std::size_t i = 0; i < kept; ++i)
    text += fmt::format("{}`{}`", i == 0 ? "" : ", ", values[i]);
  return text + (kept + 1 == values.size()
                     ? fmt::format(" and `{}` are", values.back())
                     : fmt::format(" and {} others are", values.size() - kept));
}

class Checks {
 public:
  Checks(const frontend::LoweredFeatures& lowered, const ir::Module& module,
         ir::Diagnostics& diagnostics)
      : lowered_(lowered), module_(module), diagnostics_(diagnostics) {}

  void run() {
    for (std::size_t r = lowered_.game_rules; r < module_.rules.size(); ++r) {
      const ir::Rule& rule = module_.rules[r];
      for (const ir::Literal& literal : rule.body) {
        if (lowered_.upto != ir::no_id && literal.relation == lowered_.upto)
          check_values(rule, literal);
      }
      for (const passes::ImpossibleLiteral& one : passes::impossible_literals(module_, rule)) {
        const ir::RelationId relation = rule.body[one.literal].relation;
        // Values none of which counts, such as 0, are not a fault.
        if (relation != lowered_.upto && relation != lowered_.over) found_.emplace_back(r, one);
      }
    }
    warn_where_always();
  }

 private:
  /// Warns of literals that are impossible in all rules made from them: a literal whose terms have
  /// several forms is in several rules.
  void warn_where_always() {
    // A negation may have become a rule with the negated literal.
    using Key = std::pair<frontend::Place, ir::Literal::Kind>;
    const auto key = [](const ir::Literal& literal) {
      return Key(frontend::place_of(literal.span), literal.kind);
    };
    std::map<Key, std::pair<std::set<std::size_t>, std::set<std::size_t>>> rules;
    for (std::size_t r = lowered_.game_rules; r < module_.rules.size(); ++r) {
      for (const ir::Literal& literal : module_.rules[r].body) {
        rules[key(literal)].first.insert(r);
      }
    }
    const auto at = [&](const auto& one) {
      return key(module_.rules[one.first].body[one.second.literal]);
    };
    for (const auto& one : found_) rules[at(one)].second.insert(one.first);
    std::set<Key> reported;
    for (const auto& one : found_) {
      const auto& [all, impossible] = rules[at(one)];
      if (all.size() > impossible.size()) continue;
      if (all.size() == 1 || reported.insert(at(one)).second) {
        warn(module_.rules[one.first], one.second);
      }
    }
  }

  /// Checks the values of a sum or maximum: the second argument.
  void check_values(const ir::Rule& rule, const ir::Literal& upto) {
    for (const ir::Symbol value : values_of(rule, upto.args[1])) {
      const std::string& text = module_.symbols->text(value);
      if (frontend::addend(text)) continue;
      diagnostics_.error(place(upto, 1), "feature",
                         fmt::format("sum, max and min are of integers from 0 to {} here, and this "
                                     "may be `{}`",
                                     frontend::most_addend, text));
      return;
    }
  }

  /// Returns the values that the argument can have by its places in the rule, except places that
  /// only count.
  [[nodiscard]] std::vector<ir::Symbol> values_of(const ir::Rule& rule,
                                                  const ir::Argument& arg) const {
    if (arg.kind == ir::Argument::Kind::constant) return {arg.id};
    std::optional<std::vector<ir::Symbol>> values;
    for (const ir::Literal& literal : rule.body) {
      if (literal.kind != ir::Literal::Kind::positive || literal.relation == lowered_.upto)
        continue;
      for (std::size_t c = 0; c < literal.args.size(); ++c) {
        if (!(literal.args[c] == arg)) continue;
        const ir::Domain& domain = module_.domains[module_.relations[literal.relation].columns[c]];
        if (!values) values = domain.values;
        std::erase_if(*values, [&](ir::Symbol value) { return domain.position(value) < 0; });
      }
    }
    return values.value_or(std::vector<ir::Symbol>());
  }

  void warn(const ir::Rule& rule, const passes::ImpossibleLiteral& found) {
    const ir::Literal& literal = rule.body[found.literal];
    const std::string what = literal.kind == ir::Literal::Kind::negative
                                 ? "this negation always holds"
                                 : "this clause can never hold";
    std::string why = "no number of the program fits this comparison";
    if (!lowered_.comparisons.contains(literal.relation)) {
      why = found.constant
                ? constant_text(*found.constant, literal.relation, found.column)
                : fmt::format("no value of `{}` in this clause occurs in this place of `{}`",
                              rule.variables[literal.args[found.column].id],
                              name_of(literal.relation));
    }
    diagnostics_.warning(place(literal, found.column), "unreachable",
                         fmt::format("{}: {}", what, why));
  }

  [[nodiscard]] std::string constant_text(ir::Symbol constant, ir::RelationId id,
                                          std::size_t column) const {
    const ir::Relation& relation = module_.relations[id];
    std::vector<std::string> values;
    for (const ir::Symbol value : module_.domains[relation.columns[column]].values) {
      values.push_back(module_.symbols->text(value));
    }
    const std::string& name = module_.symbols->text(constant);
    const std::string nearest = ir::nearest_name(name, values);
    return fmt::format("`{}` is never in this place of `{}`{}{}", name, name_of(id), shown(values),
                       nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest));
  }

  /// Returns a feature's name for the relation: fluents of a game have their own names.
  [[nodiscard]] std::string name_of(ir::RelationId id) const {
    const ir::Relation& relation = module_.relations[id];
    if (!relation.written.empty()) return relation.written;
    const ir::TermPattern atom = ir::atom_pattern(module_, id);
    const bool fluent = relation.kind == ir::RelationKind::state && atom.args.size() == 1 &&
                        !atom.args[0].is_leaf();
    return module_.symbols->text(fluent ? atom.args[0].functor : atom.functor);
  }

  /// Returns the place of the argument, if known.
  [[nodiscard]] ir::Span place(const ir::Literal& literal, std::size_t column) const {
    const auto spans = lowered_.argument_spans.find(frontend::place_of(literal.span));
    return spans == lowered_.argument_spans.end() || column >= spans->second.size()
               ? literal.span
               : spans->second[column];
  }

  const frontend::LoweredFeatures& lowered_;
  const ir::Module& module_;
  ir::Diagnostics& diagnostics_;
  std::vector<std::pair<std::size_t, passes::ImpossibleLiteral>> found_;  ///< by rule
};

/// Warns (code "unreachable") of literals of the theory and the features, not of the game, that
/// match no position: their constants, or all values of a variable, never occur there. Names the
/// values that do occur, and what may have been meant. Reports values that cannot be added up (code
/// "feature"); returns false if there are any.
bool check_features(const frontend::LoweredFeatures& lowered, ir::Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  ir::Module module = lowered.module;  // the pipeline later adds its domains
  passes::PassContext context{diagnostics, {}};
  passes::infer_domains(module, context);
  Checks(lowered, module, diagnostics).run();
  return diagnostics.error_count() == errors;
}

/// The pipeline from clauses to the input of sliced programs: joins as written, static relations
/// computed.
constexpr std::array<std::string_view, 16> traced_pipeline = {
    "split-by-constant", "stratify",      "infer-domains", "remove-dead",
    "narrow-domains",    "infer-domains", "remove-dead",   "stratify",
    "fold-static",       "infer-domains", "remove-dead",   "infer-domains",
    "stratify",          "share-joins",   "infer-domains", "stratify"};

tsj_feature_part part_place(const ir::Module& module, const ir::Layout& layout,
                            const std::string& name) {
  const ir::RelationId id = module.find_relation(name);
  const ir::RelationLayout& at = layout.relations[id];
  if (module.relations[id].storage != ir::Storage::bits) return {0, 0, at.table};
  return {at.scratch_offset / sizeof(std::uint64_t), static_cast<std::uint32_t>(at.words),
          TSJ_NONE};
}

}  // namespace

std::span<const std::string_view> engine_pipeline() {
  static const std::vector<std::string_view> pipeline = [] {
    const auto all = passes::default_pipeline();
    std::vector<std::string_view> result(all.begin(), all.end());
    // After the passes that decide what is computed in calls and on demand.
    const auto last = std::find(result.rbegin(), result.rend(), "split-bodies").base() - 1;
    result.insert(last, "share-joins");
    return result;
  }();
  return pipeline;
}

runtime::FeaturePlace place_of(const ir::Module& module, const ir::Layout& layout,
                               const std::vector<std::string>& parts) {
  runtime::FeaturePlace place;
  for (const std::string& part : parts) place.push_back(part_place(module, layout, part));
  return place;
}

std::optional<FeatureModule> lower_features(const FeatureTexts& texts,
                                            std::optional<ir::Module> game, Session& session) {
  if (!game) {
    game.emplace(session.sources, session.symbols);
    game->game = "features";
  }
  auto lowered =
      frontend::lower_features(texts.theory, texts.features, std::move(*game), session.diagnostics);
  if (!lowered || !check_features(*lowered, session.diagnostics)) return std::nullopt;
  FeatureModule result;
  result.module = std::make_shared<ir::Module>(std::move(lowered->module));
  for (frontend::LoweredFeature& feature : lowered->features) {
    result.names.push_back(std::move(feature.name));
    result.parts.push_back(std::move(feature.parts));
  }
  return result;
}

namespace {

/// Counts a relation instead of its copies, which are removed.
void count_sources(FeatureModule& lowered) {
  ir::Module& module = *lowered.module;
  const passes::Dependencies dependencies = passes::find_dependencies(module);
  std::set<std::string> copies;
  for (std::vector<std::string>& parts : lowered.parts) {
    for (std::string& part : parts) {
      std::vector<const ir::Rule*> rules;
      for (const std::uint32_t rule : dependencies.rules[module.find_relation(part)]) {
        rules.push_back(&module.rules[rule]);
      }
      const ir::RelationId source = passes::copied_by(rules);
      if (source == ir::no_id || module.relations[source].answer != ir::Answer::feature) continue;
      copies.insert(part);
      part = module.relations[source].name;
    }
  }
  module = without_parts(module, copies);
}

}  // namespace

bool share_parts(FeatureModule& lowered, const Options& options, Session& session) {
  constexpr std::array<std::string_view, 1> pipeline = {"fold-equal"};
  passes::PipelineOptions all = options.pipeline;
  all.stop_after.clear();
  if (!run_passes(*lowered.module, pipeline, all, session)) return false;
  count_sources(lowered);
  return true;
}

bool place_module(FeatureSet& set, std::shared_ptr<ir::Module> module, Session& session) {
  if (!make_runnable(*module, "features", session)) return false;
  set.layout = std::make_shared<const ir::Layout>(ir::lay_out(*module));
  set.module = std::move(module);
  set.tables = make_tables(*set.module, *set.layout);
  set.codec =
      std::make_shared<const runtime::StateCodec>(set.tables.fluents, set.tables.state_size);
  return true;
}

ir::Module without_parts(const ir::Module& module, const std::set<std::string>& parts) {
  ir::Module result = module;
  std::erase_if(result.rules, [&](const ir::Rule& rule) {
    return parts.contains(module.relations[rule.head].name);
  });
  for (ir::Relation& relation : result.relations) {
    // It is no longer an answer, so nothing needs it.
    if (parts.contains(relation.name)) relation.answer = ir::Answer::none;
  }
  return result;
}

bool finish_module(FeatureSet& set, ir::Module clauses, const Options& options, Session& session) {
  auto module = std::make_shared<ir::Module>(std::move(clauses));
  return run_passes(*module, engine_pipeline(), options.pipeline, session) &&
         place_module(set, std::move(module), session);
}

std::set<std::string> all_parts(const FeatureModule& lowered) {
  std::set<std::string> parts;
  for (const auto& of : lowered.parts) parts.insert(of.begin(), of.end());
  return parts;
}

namespace {

/// Removes the rules of a game's answers that neither features nor the next state need; the
/// possible moves are the legal ones.
void leave_out_answers(ir::Module& clauses, const FeatureModule& lowered) {
  const std::set<std::string> parts = all_parts(lowered);
  std::vector<bool> needed = passes::relations_where(clauses, [&](const ir::Relation& relation) {
    return relation.answer == ir::Answer::next || relation.answer == ir::Answer::legal ||
           parts.contains(relation.name);
  });
  for (const ir::Relation& relation : clauses.relations) {
    for (const ir::RelationId source : {relation.next, relation.init}) {
      if (source != ir::no_id) needed[source] = true;
    }
  }
  needed = passes::needed_for(clauses, passes::find_dependencies(clauses), std::move(needed));
  std::erase_if(clauses.rules, [&](const ir::Rule& rule) { return !needed[rule.head]; });
}

std::optional<slices::TracedFeatures> trace_once(const FeatureSet& set,
                                                 const FeatureModule& lowered,
                                                 const passes::PipelineOptions& options,
                                                 const slices::TraceLimits& limits,
                                                 Session& session, bool& good, bool& shared) {
  ir::Module clauses = *lowered.module;
  good = true;
  leave_out_answers(clauses, lowered);
  // A module too large for slices may still fit the engine.
  Session own{session.sources, session.symbols};
  if (!run_passes(clauses, traced_pipeline, options, own)) {
    for (const ir::Diagnostic& one : own.diagnostics.all()) {
      if (one.severity != ir::Severity::error || one.code == "limit") continue;
      good = false;
      session.diagnostics.error(one.span, one.code, one.message);
    }
    return std::nullopt;
  }
  shared = std::any_of(clauses.relations.begin(), clauses.relations.end(),
                       [](const auto& one) { return one.origin == ir::Origin::split; });
  return slices::trace_features(clauses, *set.module, *set.layout, lowered.parts, limits);
}

}  // namespace

std::optional<slices::TracedFeatures> trace_features(const FeatureSet& set,
                                                     const FeatureModule& lowered,
                                                     const Options& options,
                                                     const slices::TraceLimits& limits,
                                                     Session& session, bool& good) {
  // Other passes are needed even if the options disable them.
  passes::PipelineOptions needed = options.pipeline;
  std::erase_if(needed.disabled, [](const auto& name) { return name != "share-joins"; });
  needed.stop_after.clear();
  bool shared = false;
  auto traced = trace_once(set, lowered, needed, limits, session, good, shared);
  const auto is_whole = [](const slices::TracedFeatures& one) {
    return std::find(one.traced.begin(), one.traced.end(), false) == one.traced.end();
  };
  if (!good || !shared || (traced && is_whole(*traced))) return traced;
  // A shared join may be larger than the parts that features need of it.
  needed.disabled.emplace_back("share-joins");
  auto apart = trace_once(set, lowered, needed, limits, session, good, shared);
  const auto count = [](const std::optional<slices::TracedFeatures>& one) {
    return one ? std::count(one->traced.begin(), one->traced.end(), true) : -1;
  };
  return !good || count(apart) >= count(traced) ? std::move(apart) : std::move(traced);
}

}  // namespace tesuji::driver
