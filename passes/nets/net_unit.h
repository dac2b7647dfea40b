// Adapts a net as a unit of passes, and lists the passes over nets.
//
//   fold-inert       fold_inert.h       replaces what never changes by constants
//   factor           factor.h           factors common parts out of disjunctions
//   share-pairs      share_pairs.h      computes pairs of inputs once
//   specialise-net   specialise_net.h   a net for each state of turns, besides the net
//   bitboards        bitboards/         questions on whole words, besides the net and its cases
//
// `fixpoint(factor,share-pairs)` yields the smallest net of its rounds (smallest_net.h).
#pragma once

#include "ir/nets/net_cases.h"
#include "passes/core/pass.h"
#include "passes/nets/fluent_groups.h"
#include "passes/nets/ground.h"
#include "passes/nets/net_builder.h"
#include "passes/nets/specialise_net.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace tesuji::passes {

class NetUnit final : public PassUnit {
 public:
  /// `module` must outlive it: it has domains, and its relations are those of the net's atoms.
  NetUnit(const ir::Module& module, std::shared_ptr<const ir::Net> net,
          std::size_t flattened = most_flattened_inputs)
      : PassUnit(UnitKind::net),
        most_flattened(flattened),
        net_(std::move(net)),
        module_(&module) {}

  [[nodiscard]] const std::shared_ptr<const ir::Net>& net() const { return net_; }
  /// Replaces the net; returns false if it is equal to the current one.
  bool set(ir::Net net);

  /// Prints the net as a module (net_module.h), then the cases as comments.
  [[nodiscard]] std::string text(ir::PrintedPlaces places) const override;
  [[nodiscard]] std::string size() const override;
  [[nodiscard]] bool verify(ir::Diagnostics& diagnostics) const override;
  [[nodiscard]] bool enter(const Pass& pass, ir::Diagnostics& diagnostics) override;
  /// A change makes cases obsolete.
  void changed() override;
  /// Returns true while a round reduces the gates of a step by at least 0.2 %; false for large
  /// nets.
  [[nodiscard]] bool goes_on(std::size_t round) override;
  /// Sets the smallest net of the rounds.
  void end_rounds() override;

  /// Conjunctions with more non-move inputs are not inlined into others (net_builder.h).
  std::size_t most_flattened;
  /// The fluents for which specialise-net makes cases; nullopt: it searches a group
  /// (control_group).
  std::optional<FluentList> control{};
  ir::NetCases cases{};
  /// The source of the net, for the pass bitboards; null: it builds none.
  std::shared_ptr<const GroundProgram> program{};

 private:
  std::shared_ptr<const ir::Net> net_;
  const ir::Module* module_;
  std::shared_ptr<const ir::Net> cased_;  ///< the net to which the cases belong
  std::shared_ptr<const ir::Net> best_;   ///< of the rounds so far
  std::uint64_t fewest_ = 0;              ///< its gates for a step of the game
  std::uint64_t last_ = 0;                ///< gates after the previous round
};

/// The passes over nets.
[[nodiscard]] std::span<const Pass> net_passes();

/// The pipeline of a net before it is compiled to native code.
inline constexpr std::string_view native_net_pipeline = "specialise-net,bitboards";

/// Whether results may depend on turns: not if specialise-net is disabled.
[[nodiscard]] bool asks_for_turns(const PipelineOptions& options);

/// Returns the fluents that state whose turn it is (control_group); empty if results must not
/// depend on turns.
[[nodiscard]] FluentList turn_group(const ir::Net& net, const PipelineOptions& options);

}  // namespace tesuji::passes
