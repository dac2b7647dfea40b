// Logical features: a domain theory and a set of features in, a counter of their solutions out.
#pragma once

#include "backend/driver/driver.h"
#include "backend/lanes/lane_machine.h"
#include "ir/feature_text.h"
#include "runtime/host/feature_counter.h"

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

struct FeatureSet {
  std::shared_ptr<const ir::Module> module;  ///< of the positions, and what `counter` runs
  std::shared_ptr<const ir::Layout> layout;
  runtime::GameTables tables;  ///< of the positions
  ir::BoardMapping board;
  std::vector<std::string> names;  ///< of all features, in the order of the text
  /// Evaluates positions in batches; null where none are wanted, or none can be had.
  std::shared_ptr<const lanes::LaneProgram> lanes;
  /// Evaluates one position: all features, or those that `lanes` does not. May be null.
  std::shared_ptr<const runtime::FeatureCounter> counter;
  std::shared_ptr<const runtime::StateCodec> codec;
  /// Columns of the features of `lanes` and of `counter`.
  std::vector<std::size_t> lane_columns;
  std::vector<std::size_t> counter_columns;
};

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
                                                         const Options& options, bool in_lanes,
                                                         Session& session);

/// Through the pipeline, and made to run by the interpreter or the JIT (others: code "usage"). With
/// `in_lanes`, in batches as far as possible: what is too large for that is left to the engine.
[[nodiscard]] std::optional<FeatureSet> load_features(const FeatureSources& sources,
                                                      const Options& options, bool in_lanes,
                                                      Session& session);

/// Evaluates any number of positions, one thread's memory.
class FeatureEvaluator {
 public:
  /// `set` must outlive it.
  explicit FeatureEvaluator(const FeatureSet& set);
  ~FeatureEvaluator();
  FeatureEvaluator(const FeatureEvaluator&) = delete;
  FeatureEvaluator& operator=(const FeatureEvaluator&) = delete;

  /// `values`: a row for each position, a column for each feature. Throws runtime::LimitReached.
  /// Where `times` is given, what lanes took is added to them, by column of
  /// FeatureSet::lane_columns.
  void evaluate(std::span<const runtime::State> positions, std::span<std::uint64_t> values,
                lanes::Times* times = nullptr);

 private:
  struct Memory;
  const FeatureSet& set_;
  std::unique_ptr<Memory> memory_;
};

}  // namespace tesuji::driver
