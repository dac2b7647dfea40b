#include "tools/options/rank_solving.h"

namespace tesuji::tools {

RankSolver& rank_solver() {
  static RankSolver solver;
  return solver;
}

bool has_rank_solver() {
  return rank_solver().solve != nullptr;
}

}  // namespace tesuji::tools
