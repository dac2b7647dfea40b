#include "backend/players/symmetry_loader.h"

#include "backend/open/symmetries.h"

#include <cstddef>
#include <utility>

namespace tesuji::driver {
namespace {

constexpr std::size_t most_symmetries = 64;
/// Maximum size of the graph whose automorphisms they are: without symmetries, the search runs very
/// long.
constexpr std::size_t most_vertices = 100'000;

}  // namespace

std::shared_ptr<SymmetryLoader> symmetry_loader(std::string path, Options options,
                                                std::map<std::string, std::string> texts) {
  options.pipeline.after = nullptr;
  options.pipeline.after_code = nullptr;
  using Symmetries = std::vector<runtime::NamedSymmetry>;
  return std::make_shared<SymmetryLoader>(
      [path = std::move(path), options = std::move(options),
       texts = std::move(texts)]() -> std::shared_ptr<const Symmetries> {
        Session session;
        session.texts = texts;
        const GameSymmetries found =
            symmetries(path, options, session, {.most_vertices = most_vertices});
        Symmetries group = runtime::group_of(found.generators, most_symmetries);
        return group.empty() ? nullptr : std::make_shared<const Symmetries>(std::move(group));
      });
}

}  // namespace tesuji::driver
