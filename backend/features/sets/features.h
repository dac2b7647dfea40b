// Compiles a domain theory and a set of logical features to a counter of their solutions.
#pragma once

#include "backend/driver/session.h"
#include "backend/features/traced/slice_machine.h"
#include "backend/features/views/view_net.h"
#include "ir/formulas/logic_text.h"
#include "ir/module/layout.h"
#include "runtime/host/game/feature_counter.h"
#include "runtime/host/game/state_codec.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// The sources of a set of features.
struct FeatureSources {
  std::vector<std::string> domains;   ///< files of the domain theory
  std::vector<std::string> features;  ///< files of features
  std::string game;                   ///< rulesheet whose states are the positions; may be empty
};

/// How positions are evaluated.
enum class FeatureMode : std::uint8_t {
  one_by_one,   ///< each position from scratch, by an engine for plans
  slices,       ///< 512 at a time
  incremental,  ///< each position from the previous one: for games and search
};

struct FeatureSet {
  std::shared_ptr<const ir::Module> module;  ///< of the positions, and run by `counter`
  std::shared_ptr<const ir::Layout> layout;
  runtime::GameTables tables;  ///< of the positions
  ir::BoardMapping board;
  std::vector<std::string> names;  ///< of all features, in source order
  /// For the mode `slices`; null if it is not possible.
  std::shared_ptr<const slices::SlicedProgram> slices;
  /// For the mode `incremental`; null if it is not possible.
  std::shared_ptr<const views::ViewNet> views;
  /// Evaluates one position: all features, or those that the mode does not cover. May be null.
  std::shared_ptr<const runtime::FeatureCounter> counter;
  std::shared_ptr<const runtime::StateCodec>
      codec;  ///< null: `game` reads and prints its own states
  /// The plugin that contains the features (FeatureSources::game); then module and layout are null,
  /// too.
  std::shared_ptr<const runtime::Game> game;
  /// Columns of the features of `slices` or `views`, and of `counter`.
  std::vector<std::size_t> mode_columns;
  std::vector<std::size_t> counter_columns;
};

/// Returns the state in which exactly these fluents hold, as Game::state_of does.
[[nodiscard]] std::optional<runtime::State> state_of(const FeatureSet& set,
                                                     std::span<const std::string> fluents,
                                                     std::string* unknown);

/// The texts as parsed.
struct FeatureTexts {
  ir::DomainTheory theory;
  ir::FeatureClauses features;
};
[[nodiscard]] std::optional<FeatureTexts> read_features(const FeatureSources& sources,
                                                        Session& session);

/// `game`: the module that defines the positions, at level clauses without domains; empty if the
/// theory's `base` defines them. See load_features.
[[nodiscard]] std::optional<FeatureSet> compile_features(const FeatureTexts& texts,
                                                         std::optional<ir::Module> game,
                                                         const Options& options, FeatureMode mode,
                                                         Session& session);

/// Runs the pipeline and compiles for the interpreter or the JIT (other engines: code "usage").
/// Uses the mode as far as possible: features that are too large for it are left to the engine. If
/// `game` is a plugin with features, uses these, by the plugin's code; then there must be no other
/// sources.
[[nodiscard]] std::optional<FeatureSet> load_features(const FeatureSources& sources,
                                                      const Options& options, FeatureMode mode,
                                                      Session& session);

/// Evaluates positions, with the working memory of one thread. In the mode `incremental` it keeps
/// the last position between calls, and the cost of a position grows with its difference from that
/// one.
class FeatureEvaluator {
 public:
  /// `set` must outlive it.
  explicit FeatureEvaluator(const FeatureSet& set);
  ~FeatureEvaluator();
  FeatureEvaluator(const FeatureEvaluator&) = delete;
  FeatureEvaluator& operator=(const FeatureEvaluator&) = delete;

  /// `values`: a row for each position, a column for each feature. Throws runtime::LimitReached,
  /// and runtime::Stopped if the flag of a StopScope is set (runtime/host/game/stop.h); for a
  /// plugin's features, that of the scope in which this was made. Adds the time of slices to
  /// `times`, if given, by column of FeatureSet::mode_columns.
  void evaluate(std::span<const runtime::State> positions, std::span<std::uint64_t> values,
                slices::Times* times = nullptr);

  /// Number of positions of the last call, counted from the first, that have all their values: less
  /// than all if it threw.
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
