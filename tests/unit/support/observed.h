// Test support: a game with an observer of it. The same truths, found the long way round, are in
// tests/property/naive_semantics.h.
#pragma once

#include "backend/driver/load.h"
#include "backend/proofs/observe/observer.h"
#include "ir/formulas/formula.h"
#include "tests/unit/support/folders.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tests {

/// A rulesheet lowered, its domains inferred, and the game in which `relations` are seen.
class ObservedGame {
 public:
  /// Without names all relations that can be seen are. Its states are those of the lowered module:
  /// proofs::narrowing_passes are left out. Fails the test where that does not work.
  explicit ObservedGame(const std::string& path, const std::vector<std::string>& names = {},
                        driver::Engine engine = driver::Engine::interpreter);

  [[nodiscard]] const ir::Module& module() const { return *lowered_; }
  [[nodiscard]] const runtime::Game& game() const { return *loaded_->game; }
  [[nodiscard]] const proofs::Observer& observer() const { return *observer_; }
  [[nodiscard]] const std::vector<std::uint32_t>& relations() const { return relations_; }

  // For formulas by hand.
  [[nodiscard]] std::uint32_t relation(const std::string& name) const;
  [[nodiscard]] ir::Argument constant(const std::string& text) const;
  /// A variable over a column's domain.
  [[nodiscard]] ir::FormulaVariable variable(const std::string& relation, std::size_t column) const;

 private:
  driver::Session session_;
  std::optional<ir::Module> lowered_;
  std::vector<std::uint32_t> relations_;
  std::optional<driver::LoadedGame> loaded_;
  std::optional<proofs::Observer> observer_;
};

[[nodiscard]] inline std::string example_path(const std::string& name) {
  return source_dir() + "/examples/" + name;
}

}  // namespace tesuji::tests
