// Lists all engines in one table: their names and what they are made of. Code that depends on the
// engine reads this table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tesuji::driver {

enum class Engine : std::uint8_t {
  tiers,      ///< stencils, until optimised code is ready (games/tiers.h)
  automatic,  ///< native code of plans or of a net, whichever is faster (games/automatic.h)
  interpreter,
  stencils,  ///< plans as machine code made without LLVM (stencils/plan_stencils.h)
  jit,
  net,        ///< a propositional network, evaluated node by node
  net_jit,    ///< the same in native code
  reference,  ///< reasons about the rulesheet as written: slow, independent of all other engines
  lanes_64,  ///< a network's programs over many games, evaluated for one (games/lanes.h): for tests
  lanes_256,
  lanes_512,
  lanes_gpu,
};

/// The form of a game that an engine runs.
enum class GameForm : std::uint8_t {
  plans,
  net,
  chosen,  ///< plans or a net, by measurement
  sheet,   ///< the rulesheet as written
};

/// When an engine needs a code generator.
enum class CodeTime : std::uint8_t { never, at_once, later };

/// Number of blocks that denotes a GPU instead of a word width.
inline constexpr std::uint32_t gpu_blocks = ~std::uint32_t{0};

struct EngineInfo {
  Engine engine = Engine::tiers;
  std::string_view name;  ///< for `--engine`
  GameForm form = GameForm::plans;
  CodeTime code = CodeTime::never;
  std::uint32_t blocks = 0;  ///< of engines in lanes: words of 64 games each, or gpu_blocks

  [[nodiscard]] bool in_lanes() const { return blocks != 0; }
};

/// Returns all engines, those in lanes last.
[[nodiscard]] std::span<const EngineInfo> engines();

[[nodiscard]] const EngineInfo& info_of(Engine engine);

/// Returns the engine with that name; nothing for other names.
[[nodiscard]] std::optional<Engine> find_engine(std::string_view name);

}  // namespace tesuji::driver
