#include "passes/nets/smallest_net.h"

#include "passes/core/pipeline.h"
#include "passes/nets/build_net.h"
#include "passes/nets/net_unit.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

/// Maximum inputs of conjunctions that are inlined into others: the variants tried for all
/// programs, and further ones for small programs.
constexpr std::array<std::size_t, 4> flattenings{most_flattened_inputs, 1, 2, 64};
constexpr std::array<std::size_t, 2> more_flattenings{3, 16};

/// The pipeline of a net after it is built, ...
constexpr std::string_view cleaning = "fold-inert";
/// ... then repeated rounds: pairs that have become nodes create new common parts. For small nets,
/// a variant that shares pairs first is tried, too.
constexpr std::string_view shrinking = "fixpoint(factor,share-pairs)";
constexpr std::string_view sharing_first = "share-pairs,fixpoint(factor,share-pairs)";

class Search {
 public:
  /// `literals`: number of literals in the net's source.
  Search(const ir::Module& module, std::size_t literals, MakeNet make,
         const PipelineOptions& options, PassContext& context)
      : module_(module),
        literals_(literals),
        make_(std::move(make)),
        options_(options),
        context_(context) {}

  /// Sets a net to be improved.
  void begin_with(std::shared_ptr<const ir::Net> net) {
    fewest_ = ir::count_step_gates(*net);
    best_ = std::move(net);
  }

  /// Returns null if the first net would be too large, or a pass failed.
  std::shared_ptr<const ir::Net> run() {
    for (const std::size_t flattened : flattenings) {
      if (!take(flattened) || is_large()) return end();
    }
    if (fewest_ > most_small_gates) return end();
    for (const std::size_t flattened : more_flattenings) {
      if (!take(flattened)) break;
    }
    return end();
  }

 private:
  [[nodiscard]] std::shared_ptr<const ir::Net> end() { return failed_ ? nullptr : best_; }

  [[nodiscard]] bool is_large() const {
    return literals_ > most_tried_literals || fewest_ > most_tried_gates;
  }

  /// Tries one variant. Returns false if no further one is to be tried: the net would have too many
  /// nodes, the pass to stop after was reached, or one failed.
  bool take(std::size_t flattened) {
    std::optional<ir::Net> net = make_(flattened);
    if (!net) return false;
    NetUnit unit(module_, std::make_shared<const ir::Net>(std::move(*net)), flattened);
    if (!run(cleaning, unit)) return false;
    // If conjunctions are short, variants with different limits are equal.
    if (std::find(tried_.begin(), tried_.end(), unit.net()->inputs) != tried_.end()) return true;
    tried_.push_back(unit.net()->inputs);
    NetUnit shared = unit;
    if (!run(shrinking, unit)) return false;
    keep(unit);
    if (fewest_ <= most_small_gates) {
      if (!run(sharing_first, shared)) return false;
      keep(shared);
    }
    return true;
  }

  /// Returns false to stop: after a failure, or after the pass to stop after.
  bool run(std::string_view pipeline, NetUnit& unit) {
    std::string fault;
    switch (run_steps(unit, *parse_pipeline(pipeline, fault), net_passes(), options_, context_)) {
      case PipelineEnd::complete:
        return true;
      case PipelineEnd::stopped:
        best_ = unit.net();
        return false;
      case PipelineEnd::failed:
        break;
    }
    failed_ = true;
    return false;
  }

  void keep(const NetUnit& unit) {
    const std::uint64_t gates = ir::count_step_gates(*unit.net());
    if (best_ && gates >= fewest_) return;
    best_ = unit.net();
    fewest_ = gates;
  }

  const ir::Module& module_;
  std::size_t literals_;
  MakeNet make_;
  const PipelineOptions& options_;
  PassContext& context_;
  std::vector<std::vector<ir::Signal>> tried_;  ///< inputs of the nets built so far
  std::shared_ptr<const ir::Net> best_;
  std::uint64_t fewest_ = 0;  ///< gates for a step of the game
  bool failed_ = false;
};

}  // namespace

std::shared_ptr<const ir::Net> smallest_net(const GroundProgram& program, std::size_t max_nodes,
                                            const PipelineOptions& options, PassContext& context) {
  const RulesByAtom rules(program);
  const auto make = [&](std::size_t flattened) {
    return build_net(program, rules, max_nodes, flattened);
  };
  return Search(program.possible, program.literals.size(), make, options, context).run();
}

std::shared_ptr<const ir::Net> smallest_of(const ir::Module& module,
                                           std::shared_ptr<const ir::Net> known,
                                           std::size_t literals, MakeNet make,
                                           const PipelineOptions& options, PassContext& context) {
  Search search(module, literals, std::move(make), options, context);
  if (known != nullptr) search.begin_with(std::move(known));
  return search.run();
}

}  // namespace tesuji::passes
