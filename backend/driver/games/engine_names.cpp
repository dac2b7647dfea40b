#include "backend/driver/games/engine_names.h"

namespace tesuji::driver {

std::string_view engine_name(Engine engine) {
  switch (engine) {
    case Engine::interpreter:
      return "interpreter";
    case Engine::stencils:
      return "stencils";
    case Engine::jit:
      return "jit";
    case Engine::tiers:
      return "tiers";
    case Engine::net:
      return "net";
    case Engine::net_jit:
      return "net-jit";
    case Engine::lanes_64:
      return "lanes-64";
    case Engine::lanes_256:
      return "lanes-256";
    case Engine::lanes_512:
      return "lanes-512";
    case Engine::lanes_gpu:
      return "lanes-gpu";
    case Engine::automatic:
      return "auto";
    case Engine::reference:
      return "reference";
  }
  return {};  // no engine: the end of find_engine's search
}

std::optional<Engine> find_engine(std::string_view name) {
  for (int number = 0;; ++number) {
    const auto engine = static_cast<Engine>(number);
    const std::string_view known = engine_name(engine);
    if (known.empty()) return std::nullopt;
    if (known == name) return engine;
  }
}

}  // namespace tesuji::driver
