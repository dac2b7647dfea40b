#include "passes/lanes/lane_questions.h"

#include "passes/lanes/map_luts.h"
#include "passes/lanes/net_to_xag.h"
#include "passes/lanes/xag_builder.h"

#include <cstdint>

namespace tesuji::passes {

ir::LutProgram make_lane_question(const ir::Net& net, ir::NetQuestion question) {
  XagBuilder build;
  NetTranslator values(net, build);
  for (std::uint32_t i = 0; i < net.fluents.size(); ++i) {
    values.set_fluent(i, build.input(ir::lane_array::state, i));
  }
  for (std::uint32_t i = 0; i < net.moves.size(); ++i) {
    values.set_move(i, build.input(ir::lane_array::moves, i));
  }
  const bool is_next = question == ir::NetQuestion::next;
  const std::uint32_t array = is_next ? ir::lane_array::state : ir::lane_array::answers;
  std::uint32_t number = 0;
  for (const ir::Signal answer : ir::net_answers(net, question)) {
    build.output(array, number++, values.translate(answer));
  }
  return map_luts(build.graph());
}

ir::LaneQuestions make_lane_questions(const ir::Net& net) {
  const auto program = [&](ir::NetQuestion question) {
    return net.knows(question) ? make_lane_question(net, question) : ir::LutProgram{};
  };
  return {program(ir::NetQuestion::legal), program(ir::NetQuestion::next),
          program(ir::NetQuestion::terminal), program(ir::NetQuestion::goal),
          program(ir::NetQuestion::sees)};
}

}  // namespace tesuji::passes
