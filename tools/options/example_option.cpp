#include "tools/options/example_option.h"

#include "backend/driver/rulesheet/bundled_examples.h"

namespace tesuji::tools {

Option* or_example(Option* path) {
  return path->transform(driver::path_of_game);
}

}  // namespace tesuji::tools
