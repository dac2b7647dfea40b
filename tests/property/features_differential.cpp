#include "tests/property/features_differential.h"

#include "backend/features/sets/feature_algebra.h"
#include "backend/features/sets/positions.h"
#include "frontend/prolog/feature_reader.h"
#include "frontend/prolog/flat_terms.h"
#include "learner/search/background_rules.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>

namespace tesuji::tests {

namespace {

using Values = std::vector<std::vector<std::uint64_t>>;  ///< by position and feature

std::string facts_line(const std::vector<std::string>& facts) {
  return fmt::format("{}{}", fmt::join(facts, ". "), facts.empty() ? "" : ".");
}

/// Everything evaluated bottom-up, features as predicates like all others.
std::optional<Values> by_learner(const driver::FeatureTexts& texts, const RandomFeatures& program,
                                 driver::Session& session) {
  Values values;
  for (const auto& facts : program.positions) {
    std::vector<ir::LogicClause> clauses = texts.theory.clauses;
    const ir::FileId file = session.sources->add("position.pl", facts_line(facts));
    ir::DomainTheory position;
    if (!frontend::read_domain_theory(file, position, session.diagnostics)) return std::nullopt;
    clauses.insert(clauses.end(), position.clauses.begin(), position.clauses.end());
    learner::FactBackground background;
    // Predicates without facts are there, too.
    for (const ir::LogicClause& clause : texts.theory.base) {
      background.relation(clause.head.name, static_cast<std::uint32_t>(clause.head.args.size()));
    }
    std::vector<std::pair<std::string, std::uint32_t>> names;
    for (ir::LogicClause feature : texts.features) {
      const auto arity = static_cast<std::uint32_t>(feature.head.args.size());
      if (names.empty() || names.back().first != feature.head.name) {
        names.emplace_back(feature.head.name, arity);
      }
      clauses.push_back(std::move(feature));
    }
    if (!learner::add_background(clauses, background, session.diagnostics)) return std::nullopt;
    auto& row = values.emplace_back();
    for (const auto& [name, arity] : names) {
      const learner::FactRelation* const found = background.find(name, arity);
      row.push_back(found == nullptr ? 0 : found->size());
    }
  }
  return values;
}

struct Variant {
  const char* name;
  driver::Engine engine;
  driver::FeatureMode mode;
  bool algebra = false;
};

std::optional<Values> by_engine(const driver::FeatureTexts& texts, const RandomFeatures& program,
                                const Variant& variant, driver::Session& session,
                                std::string& message) {
  driver::Options options;
  options.engine = variant.engine;
  options.pipeline.verify_each = true;
  const auto set = driver::compile_features(texts, std::nullopt, options, variant.mode, session);
  if (!set) return std::nullopt;
  const auto reader =
      driver::PositionReader::make(*set, driver::PositionForm::facts, session.diagnostics);
  if (!reader) return std::nullopt;
  // Many positions, so that they stand in all bits of slices.
  constexpr std::size_t copies = 100;
  std::vector<runtime::State> states;
  driver::ReadPosition position;
  driver::PositionFault fault;
  for (std::size_t i = 0; i < copies * program.positions.size(); ++i) {
    const auto& facts = program.positions[i % program.positions.size()];
    if (!reader->read(facts_line(facts), position, fault)) {
      message = fmt::format("{}: {}", variant.name, fault.message);
      return std::nullopt;
    }
    states.push_back(position.state);
  }
  driver::FeatureEvaluator evaluator(*set);
  const std::size_t width = set->names.size();
  std::vector<std::uint64_t> flat(states.size() * width);
  evaluator.evaluate(states, flat);
  Values values;
  for (std::size_t i = 0; i < states.size(); ++i) {
    std::vector<std::uint64_t> row(flat.begin() + static_cast<std::ptrdiff_t>(i * width),
                                   flat.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
    if (i < program.positions.size()) {
      values.push_back(std::move(row));
    } else if (row != values[i % program.positions.size()]) {
      message = fmt::format("{}: position {} has other values as number {}", variant.name,
                            i % program.positions.size(), i);
    }
  }
  return values;
}

/// As `features --explain` tells it.
/// Too many tuples on the way: nothing, and no message.
std::optional<Values> by_algebra(const driver::FeatureTexts& texts, const RandomFeatures& program,
                                 driver::Session& session, std::string& message) {
  const auto explainer = driver::FeatureExplainer::make(texts, std::nullopt, session);
  if (!explainer) return std::nullopt;
  const auto reader = driver::PositionReader::make(explainer->set(), driver::PositionForm::facts,
                                                   session.diagnostics);
  if (!reader) return std::nullopt;
  Values values;
  driver::ReadPosition position;
  driver::PositionFault fault;
  for (const auto& facts : program.positions) {
    if (!reader->read(facts_line(facts), position, fault)) {
      message = "algebra: " + fault.message;
      return std::nullopt;
    }
    auto& row = values.emplace_back();
    try {
      for (const std::string& name : explainer->set().names) {
        row.push_back(explainer->explain(name, position.state)->value);
      }
    } catch (const runtime::LimitReached&) {
      return std::nullopt;
    }
  }
  return values;
}

std::optional<driver::FeatureTexts> read_texts(const RandomFeatures& program,
                                               driver::Session& session) {
  driver::FeatureTexts texts;
  const bool read = frontend::read_domain_theory(session.sources->add("theory.pl", program.theory),
                                                 texts.theory, session.diagnostics) &&
                    frontend::read_features(session.sources->add("features.pl", program.features),
                                            texts.features, session.diagnostics);
  return read ? std::optional(std::move(texts)) : std::nullopt;
}

/// Whether the terms' forms make so few clauses that all variants take seconds.
bool is_small(const RandomFeatures& program, driver::Session& session) {
  constexpr std::size_t most_clauses = 250;
  const auto texts = read_texts(program, session);
  if (!texts) return true;
  ir::Diagnostics unused(*session.sources);
  const auto flat = frontend::flatten_terms(texts->theory, texts->features, unused);
  return !flat || flat->theory.clauses.size() + flat->features.size() <= most_clauses;
}

/// By all variants; false where any disagrees, which the outcome tells.
bool agree(const RandomFeatures& program, const Values& expected, bool native,
           FeaturesOutcome& outcome) {
  driver::Session session;
  const auto texts = read_texts(program, session);
  outcome.kind = FeaturesOutcome::Kind::disagreed;
  outcome.message = session.diagnostics.render();
  if (!texts) return false;
  using Mode = driver::FeatureMode;
  std::vector<Variant> variants{{"interpreter", driver::Engine::interpreter, Mode::one_by_one},
                                {"slices", driver::Engine::interpreter, Mode::slices},
                                {"incremental", driver::Engine::interpreter, Mode::incremental},
                                {"algebra", driver::Engine::interpreter, Mode::one_by_one, true}};
  if (native) variants.push_back({"jit", driver::Engine::jit, Mode::one_by_one});
  for (const Variant& variant : variants) {
    driver::Session own{session.sources};
    std::string message;
    const auto values = variant.algebra ? by_algebra(*texts, program, own, message)
                                        : by_engine(*texts, program, variant, own, message);
    if (variant.algebra && !values && message.empty() && !own.diagnostics.has_errors()) continue;
    if (!values || !message.empty()) {
      outcome.message = message.empty()
                            ? fmt::format("{} refuses:\n{}", variant.name, own.diagnostics.render())
                            : message;
      return false;
    }
    for (std::size_t p = 0; p < expected.size(); ++p) {
      for (std::size_t f = 0; f < expected[p].size(); ++f) {
        ++outcome.values;
        if ((*values)[p][f] == expected[p][f]) continue;
        outcome.message =
            fmt::format("feature {} in position {}: {} by {}, {} by evaluation of the rules", f, p,
                        (*values)[p][f], variant.name, expected[p][f]);
        return false;
      }
    }
  }
  outcome.kind = FeaturesOutcome::Kind::agreed;
  return true;
}

}  // namespace

FeaturesOutcome compare_features(const RandomFeatures& program, bool native) {
  FeaturesOutcome outcome;
  driver::Session session;
  const auto texts = read_texts(program, session);
  const auto expected =
      texts ? by_learner(*texts, program, session) : std::optional<Values>(std::nullopt);
  if (!expected) {
    outcome.kind = FeaturesOutcome::Kind::refused;
    outcome.message = session.diagnostics.render();
    return outcome;
  }
  if (!agree(program, *expected, native, outcome)) return outcome;
  const RandomFeatures terms = with_terms(program);
  if (is_small(terms, session) && !agree(terms, *expected, native, outcome)) {
    outcome.message = "with terms: " + outcome.message;
  }
  return outcome;
}

}  // namespace tesuji::tests
