#include "tools/play/plan_maker.h"

namespace tesuji::tools {

PlanMakerOf& plan_maker_of_program() {
  static PlanMakerOf maker;
  return maker;
}

driver::PlanMaker plan_maker(const std::string& path, const driver::Options& options) {
  return plan_maker_of_program() ? plan_maker_of_program()(path, options) : driver::PlanMaker();
}

}  // namespace tesuji::tools
