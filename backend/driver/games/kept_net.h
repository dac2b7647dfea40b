// Keeps the results of compiling a net in the object cache: the net, so that its rules are not
// grounded again, and the proofs about it, so that they are not proved again
// (docs/proving/saving.md). KeptNumbers also keeps results for other files:
// lane_steps.cpp, mixed.cpp and backend/open/batch_game.cpp store their choice of a net, or
// programs made of it.
//
// Each result is a list of numbers under a key that hashes everything it depends on: the module or
// the net, the limits, and the sources of the code that computes it.
#pragma once

#include "backend/driver/games/net.h"
#include "backend/object_cache/object_cache.h"
#include "ir/module/module.h"
#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::driver {

// --- Any list of numbers

/// One place in a cache.
class KeptNumbers {
 public:
  using Numbers = std::vector<std::uint32_t>;

  /// `cache` may be null: nothing is found then, and nothing kept. `kind`, `name`: see CacheLabel.
  /// What is found out depends on `source` alone: texts that differ where it was made otherwise,
  /// and numbers.
  KeptNumbers(std::shared_ptr<object_cache::ObjectCache> cache, std::string kind, std::string name,
              std::string_view source_text, const Numbers& source);

  [[nodiscard]] std::optional<Numbers> find() const;
  void store(const Numbers& numbers) const;

 private:
  std::shared_ptr<object_cache::ObjectCache> cache_;
  object_cache::CacheLabel label_;
  object_cache::CacheKey key_{};
};

// --- Nets made of rules

/// A hash of the sources that have a say in which net is made of rules, and what is made of it
/// before native code.
[[nodiscard]] std::string_view net_sources_hash();

/// What grounding and building have come to.
struct MadeNet {
  std::shared_ptr<const ir::Net> net;
  std::uint64_t ground_rules = 0;
  std::vector<ir::RelationId> left_out;  ///< relations that were too large to be grounded
  passes::FluentList control;            ///< as GroundGame::control
};

/// The place of a module's net in the cache of the options, if they name one. Its key takes in the
/// module after the passes before grounding, the limits, and the hash of sources.
class KeptNet {
 public:
  /// `module`: after these passes; it has to outlive this object.
  KeptNet(const ir::Module& module, const Options& options, const NetLimits& limits);

  [[nodiscard]] std::optional<MadeNet> find() const;
  void store(const MadeNet& made) const;

 private:
  const ir::Module& module_;
  std::optional<KeptNumbers> place_;
};

// --- Proofs about a net

/// What has been proved about a net under some facts that were to be shown.
struct NetProofs {
  ir::FluentFacts facts;         ///< those that hold, in their order
  std::vector<ir::Signal> same;  ///< sat::EqualSignals::same under them
};

/// The place of a net's proofs in a cache. Its key takes in the net's numbers, the facts, and who
/// proves: the sources of proofs, hashed when they are built, and the solver's version.
class KeptProofs {
 public:
  /// `cache` may be null: nothing is found then, and nothing kept. `net` and `facts` have to
  /// outlive this object. `name`: of the game.
  KeptProofs(std::shared_ptr<object_cache::ObjectCache> cache, const ir::Net& net,
             std::size_t roles, const ir::FluentFacts& facts, std::string name);

  [[nodiscard]] std::optional<NetProofs> find() const;
  void store(const NetProofs& proofs) const;

 private:
  const ir::Net& net_;
  const ir::FluentFacts& facts_;
  KeptNumbers place_;
};

}  // namespace tesuji::driver
