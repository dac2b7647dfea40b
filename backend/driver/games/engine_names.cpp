#include "backend/driver/games/engine_names.h"

#include <utility>

namespace tesuji::driver {

std::optional<Engine> find_engine(std::string_view name) {
  constexpr std::pair<std::string_view, Engine> engines[] = {
      {"jit", Engine::jit},
      {"interpreter", Engine::interpreter},
      {"tiers", Engine::tiers},
      {"net", Engine::net},
      {"net-jit", Engine::net_jit},
      {"lanes-64", Engine::lanes_64},
      {"lanes-256", Engine::lanes_256},
      {"lanes-512", Engine::lanes_512},
      {"auto", Engine::automatic},
      {"reference", Engine::reference},
  };
  for (const auto& [known, engine] : engines)
    if (known == name) return engine;
  return std::nullopt;
}

}  // namespace tesuji::driver
