// Compiles a domain theory and a set of logical features to a counter of their solutions.
#pragma once

#include "backend/driver/session.h"
#include "backend/features/traced/slice_machine.h"
#include "backend/features/views/view_net.h"
#include "ir/formulas/feature_text.h"
#include "ir/module/layout.h"
#include "runtime/host/game/feature_counter.h"
#include "runtime/host/game/state_codec.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// What a set of features is made of.
struct FeatureSources {
  std::vector<std::string> domains;   ///< files of the domain theory
  std::vector<std::string> features;  ///< files of features
  std::string game;                   ///< rulesheet whose states are the positions; may be empty
};

/// How positions are evaluated.
enum class FeatureMode : std::uint8_t {
  one_by_one,   ///< each from scratch, by an engine for plans
  slices,       ///< 512 at a time
  incremental,  ///< each from the one before it: for games, and search
};

struct FeatureSet {
  std::shared_ptr<const ir::Module> module;  ///< of the positions, and what `counter` runs
  std::shared_ptr<const ir::Layout> layout;
  runtime::GameTables tables;  ///< of the positions
  ir::BoardMapping board;
  std::vector<std::string> names;  ///< of all features, in the order of the text
  /// Of the mode `slices`; null where it cannot be had.
  std::shared_ptr<const slices::SlicedProgram> slices;
  /// Of the mode `incremental`; null where it cannot be had.
  std::shared_ptr<const views::ViewNet> views;
  /// Evaluates one position: all features, or those that the mode has not. May be null.
  std::shared_ptr<const runtime::FeatureCounter> counter;
  std::shared_ptr<const runtime::StateCodec> codec;  ///< null: `game` knows its states
  /// The plugin that has the features (FeatureSources::game); then module and layout are null, too.
  std::shared_ptr<const runtime::Game> game;
  /// Columns of the features of `slices` or `views`, and of `counter`.
  std::vector<std::size_t> mode_columns;
  std::vector<std::size_t> counter_columns;
};

/// The state in which these fluents hold, as of Game::state_of.
[[nodiscard]] std::optional<runtime::State> state_of(const FeatureSet& set,
                                                     std::span<const std::string> fluents,
                                                     std::string* unknown);

/// The texts alone, as they are read.
struct FeatureTexts {
  ir::DomainTheory theory;
  ir::FeatureClauses features;
};
[[nodiscard]] std::optional<FeatureTexts> read_features(const FeatureSources& sources,
                                                        Session& session);

/// `game`: the module that the positions are states of, at level clauses without domains; nothing
/// where the theory's `base` says what they are. See load_features.
[[nodiscard]] std::optional<FeatureSet> compile_features(const FeatureTexts& texts,
                                                         std::optional<ir::Module> game,
                                                         const Options& options, FeatureMode mode,
                                                         Session& session);

/// Through the pipeline, and made to run by the interpreter or the JIT (others: code "usage"). Of
/// the mode as far as possible: features that are too large for it are left to the engine. Where
/// `game` is a plugin with features, these, by its own code; then there are no other sources.
[[nodiscard]] std::optional<FeatureSet> load_features(const FeatureSources& sources,
                                                      const Options& options, FeatureMode mode,
                                                      Session& session);

/// Evaluates any number of positions, one thread's memory. In the mode `incremental` it keeps the
/// last position from call to call, and what a position takes grows with what is other in it.
class FeatureEvaluator {
 public:
  /// `set` must outlive it.
  explicit FeatureEvaluator(const FeatureSet& set);
  ~FeatureEvaluator();
  FeatureEvaluator(const FeatureEvaluator&) = delete;
  FeatureEvaluator& operator=(const FeatureEvaluator&) = delete;

  /// `values`: a row for each position, a column for each feature. Throws runtime::LimitReached,
  /// and runtime::Stopped where the flag of a StopScope is set (runtime/host/game/stop.h), for a
  /// plugin's features that of the scope in which this was made. Where `times` is given, what
  /// slices took is added to them, by column of FeatureSet::mode_columns.
  void evaluate(std::span<const runtime::State> positions, std::span<std::uint64_t> values,
                slices::Times* times = nullptr);

  /// Of the positions of the last call, as many from the first on have all their values: fewer than
  /// there were where it threw.
  [[nodiscard]] std::size_t evaluated() const { return evaluated_; }

 private:
  void evaluate_slices(std::span<const runtime::State> positions, std::span<std::uint64_t> values,
                       slices::Times* times);
  void evaluate_one(const runtime::State& position, std::span<std::uint64_t> values);

  struct Memory;
  const FeatureSet& set_;
  std::unique_ptr<Memory> memory_;
  std::size_t evaluated_ = 0;
};

}  // namespace tesuji::driver
