// Keeps what was proved about a net in the object cache, so that it is not proved again
// (docs/proving/saving.md).
#pragma once

#include "backend/driver/games/kept_numbers.h"
#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

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
