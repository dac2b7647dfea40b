// Engines: one table says what each is called and what it is made of. Whoever chooses by engine
// reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tesuji::driver {

enum class Engine : std::uint8_t {
  tiers,      ///< stencils, until there is optimised code (games/tiers.h)
  automatic,  ///< native code of plans or of a net, whichever is faster (games/automatic.h)
  interpreter,
  stencils,  ///< plans as machine code that LLVM has no part in (stencils/plan_stencils.h)
  jit,
  net,        ///< a propositional network, evaluated node by node
  net_jit,    ///< the same in native code
  reference,  ///< reasons about the rulesheet as it stands: slow, independent of all else
  lanes_64,  ///< a network's programs over many games, evaluated for one (games/lanes.h): for tests
  lanes_256,
  lanes_512,
  lanes_gpu,
};

/// What a rulesheet becomes for an engine.
enum class GameForm : std::uint8_t {
  plans,
  net,
  chosen,  ///< plans or a net, by measurement
  sheet,   ///< it stays as it is
};

/// When an engine needs a code generator.
enum class CodeTime : std::uint8_t { never, at_once, later };

/// The width of a lane program that stands for a GPU.
inline constexpr std::uint32_t gpu_blocks = ~std::uint32_t{0};

struct EngineInfo {
  Engine engine = Engine::tiers;
  std::string_view name;  ///< of `--engine`
  GameForm form = GameForm::plans;
  CodeTime code = CodeTime::never;
  std::uint32_t blocks = 0;  ///< of engines in lanes: words of 64 games each, or gpu_blocks

  [[nodiscard]] bool in_lanes() const { return blocks != 0; }
};

/// All engines, those in lanes last.
[[nodiscard]] std::span<const EngineInfo> engines();

[[nodiscard]] const EngineInfo& info_of(Engine engine);

/// The engine of that name; nothing for other names.
[[nodiscard]] std::optional<Engine> find_engine(std::string_view name);

}  // namespace tesuji::driver
