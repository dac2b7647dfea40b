// Keeps the net of a game in the object cache, so that its rules are not grounded again.
#pragma once

#include "backend/driver/games/kept_numbers.h"
#include "backend/driver/games/net.h"
#include "ir/module/module.h"
#include "ir/nets/net.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::driver {

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

}  // namespace tesuji::driver
