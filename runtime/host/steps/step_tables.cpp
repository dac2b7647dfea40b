#include "runtime/host/steps/step_tables.h"

namespace tesuji::runtime {

tsj_step_code StepTables::point() {
  percept_names_.clear();
  for (const VectorPercept& percept : percepts) {
    percept_names_.push_back({percept.term.c_str(), percept.role, 0});
  }
  tsj_step_code code = numbers;
  code.size = sizeof code;
  code.seats = seats.data();
  code.seat_count = static_cast<std::uint32_t>(seats.size());
  code.answers = answers.data();
  code.answer_count = static_cast<std::uint32_t>(answers.size());
  code.percept_names = percept_names_.data();
  code.percept_count = static_cast<std::uint32_t>(percepts.size());
  code.control = control.data();
  code.control_count = static_cast<std::uint32_t>(control.size());
  code.fixed = fixed.data();
  code.ranges = ranges.empty() ? nullptr : ranges.data();
  code.range_count = ranges.size();
  return code;
}

}  // namespace tesuji::runtime
