// A net as a unit of passes, and the passes over nets.
//
//   fold-inert       fold_inert.h       constants for what never changes
//   factor           factor.h           takes out of disjunctions what their ways have in common
//   share-pairs      share_pairs.h      computes pairs of inputs once
//   specialise-net   specialise_net.h   a net for each state of turns, beside the net
//   bitboards        bitboards/         questions on whole words, beside the net and its cases
//
// `fixpoint(factor,share-pairs)` is the smallest net of its rounds (smallest_net.h).
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
  /// `module` outlives it: the net's atoms are of its relations, which have domains.
  NetUnit(const ir::Module& module, std::shared_ptr<const ir::Net> net,
          std::size_t flattened = most_flattened_inputs)
      : PassUnit(UnitKind::net),
        most_flattened(flattened),
        net_(std::move(net)),
        module_(&module) {}

  [[nodiscard]] const std::shared_ptr<const ir::Net>& net() const { return net_; }
  /// Puts a net in the place of the one there; false where it is the same.
  bool set(ir::Net net);

  /// The net as a module (net_module.h), then the cases as comments.
  [[nodiscard]] std::string text(ir::PrintedPlaces places) const override;
  [[nodiscard]] std::string size() const override;
  [[nodiscard]] bool verify(ir::Diagnostics& diagnostics) const override;
  [[nodiscard]] bool enter(const Pass& pass, ir::Diagnostics& diagnostics) override;
  /// A change leaves cases out of date.
  void changed() override;
  /// While a round leaves fewer gates for a step of the game, by 0.2 % at least; not for large
  /// nets.
  [[nodiscard]] bool goes_on(std::size_t round) override;
  /// Takes the smallest net of the rounds.
  void end_rounds() override;

  /// Conjunctions of more inputs that are not moves stay apart inside others (net_builder.h).
  std::size_t most_flattened;
  /// What specialise-net makes cases of; nothing: it looks for a group (control_group).
  std::optional<FluentList> control{};
  ir::NetCases cases{};
  /// What the net was made of, for the pass bitboards; null: it makes none.
  std::shared_ptr<const GroundProgram> program{};

 private:
  std::shared_ptr<const ir::Net> net_;
  const ir::Module* module_;
  std::shared_ptr<const ir::Net> cased_;  ///< the net that the cases are of
  std::shared_ptr<const ir::Net> best_;   ///< of the rounds so far
  std::uint64_t fewest_ = 0;              ///< its gates for a step of the game
  std::uint64_t last_ = 0;                ///< gates after the round before
};

/// The passes over nets.
[[nodiscard]] std::span<const Pass> net_passes();

/// What a net goes through before native code is made of it.
inline constexpr std::string_view native_net_pipeline = "specialise-net,bitboards";

/// Whether anything is to depend on turns: not where specialise-net is left out.
[[nodiscard]] bool asks_for_turns(const PipelineOptions& options);

/// Fluents of which one says whose turn it is (control_group); none where nothing is to depend on
/// turns.
[[nodiscard]] FluentList turn_group(const ir::Net& net, const PipelineOptions& options);

}  // namespace tesuji::passes
