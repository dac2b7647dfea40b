// Forwards the functions of backend/llvm, for programs that load it on demand: finds, checks and
// loads libtesuji_llvm.so at the first call. Compiled with hidden symbols: the library has
// functions of the same names, which must not resolve to these.
#include "backend/on_demand/code_generator.h"
#include "backend/on_demand/no_code_generator.h"

#include "library_identity.h"

#include <dlfcn.h>
#include <link.h>

#include <string>
#include <string_view>
#include <utility>

namespace tesuji::on_demand {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw NoCodeGenerator("no native code, since the code generator cannot be loaded: " + why);
}

std::string path_of(void* library) {
  const link_map* map = nullptr;
  const bool known = dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map != nullptr;
  return known ? map->l_name : TESUJI_LLVM_LIBRARY;
}

const CodeGenerator& load() {
  // Searched for on the command's run path (tools/CMakeLists.txt).
  void* library = dlopen(TESUJI_LLVM_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) refuse(dlerror());
  const auto* generator = static_cast<const CodeGenerator*>(dlsym(library, code_generator_symbol));
  if (generator == nullptr || generator->identity == nullptr ||
      std::string_view(generator->identity) != library_identity) {
    const std::string path = path_of(library);
    dlclose(library);
    refuse(path + ": it belongs to another build than the command");
  }
  return *generator;
}

/// Returns the library's functions; the first call loads it, and it stays loaded. If loading fails,
/// each call throws NoCodeGenerator. Thread-safe.
const CodeGenerator& code_generator() {
  static const CodeGenerator& generator = load();
  return generator;
}

}  // namespace
}  // namespace tesuji::on_demand

namespace tesuji::llvm_backend {

using on_demand::code_generator;

std::shared_ptr<const CompiledModule> compile(const ir::Module& module, const ir::Layout& layout,
                                              const JitOptions& options) {
  return code_generator().compile(module, layout, options);
}

CompiledNet compile_net(const ir::Net& net, const JitOptions& options, const NetJitShape& shape,
                        const ir::NetCases& cases, const std::string& name) {
  return code_generator().compile_net(net, options, shape, cases, name);
}

std::optional<runtime::PlacedPlayouts> compile_playouts(const ir::Net& net,
                                                        const JitOptions& options,
                                                        const NetJitShape& shape,
                                                        const ir::NetCases& cases,
                                                        const std::string& name) {
  return code_generator().compile_playouts(net, options, shape, cases, name);
}

runtime::GoalFeatureCode compile_goal_costs(const ir::GoalCosts& costs,
                                            const std::vector<std::uint64_t>& places,
                                            GoalFeatureForm form, const JitOptions& options,
                                            const std::string& name) {
  return code_generator().compile_goal_costs(costs, places, form, options, name);
}

runtime::GpuCode compile_gpu_lanes(const ir::LaneGame& game, bool many_starts,
                                   const JitOptions& options, const std::string& name,
                                   runtime::GpuStates states) {
  return code_generator().compile_gpu_lanes(game, many_starts, options, name, states);
}

runtime::GpuQuestionCode compile_gpu_questions(const ir::LaneQuestions& questions,
                                               const JitOptions& options, const std::string& name) {
  return code_generator().compile_gpu_questions(questions, options, name);
}

CompiledLanes compile_lanes(const ir::LaneGame& game, const JitOptions& options,
                            const LaneJitShape& shape, const std::string& name) {
  return code_generator().compile_lanes(game, options, shape, name);
}

CompiledLanePrograms compile_lane_programs(const std::vector<const ir::LutProgram*>& programs,
                                           const JitOptions& options, const LaneJitShape& shape,
                                           const std::string& kind, const std::string& name) {
  return code_generator().compile_lane_programs(programs, options, shape, kind, name);
}

CompiledLaneQuestions compile_lane_questions(const ir::LaneQuestions& questions,
                                             const JitOptions& options, const LaneJitShape& shape,
                                             const std::string& name) {
  return code_generator().compile_lane_questions(questions, options, shape, name);
}

std::vector<std::uint32_t> lane_blocks() {
  return code_generator().lane_blocks();
}

runtime::StrategyCode compile_strategy(std::span<const ir::Proc> procs,
                                       std::span<const std::string> order,
                                       const JitOptions& options) {
  return code_generator().compile_strategy(procs, order, options);
}

std::unique_ptr<runtime::ProductionSystem> make_agenda_jit(std::shared_ptr<const ir::Module> module,
                                                           const JitOptions& options) {
  return code_generator().make_agenda_jit(std::move(module), options);
}

std::unique_ptr<agenda::RuleRunner> make_rule_jit(std::shared_ptr<const ir::Module> module,
                                                  const JitOptions& options) {
  return code_generator().make_rule_jit(std::move(module), options);
}

std::optional<ObjectFile> make_object(const ir::Module& module, const ir::Layout& layout,
                                      const JitOptions& options) {
  return code_generator().make_object(module, layout, options);
}

NetObjects make_net_objects(const ir::Net& net, const JitOptions& options, const NetJitShape& shape,
                            const ir::NetCases& cases) {
  return code_generator().make_net_objects(net, options, shape, cases);
}

LaneObjects make_lane_objects(const ir::LaneGame& game, const JitOptions& options,
                              const LaneJitShape& shape, const std::string& prefix) {
  return code_generator().make_lane_objects(game, options, shape, prefix);
}

LaneProgramObjects make_lane_program_objects(const std::vector<const ir::LutProgram*>& programs,
                                             const JitOptions& options, const LaneJitShape& shape,
                                             const std::string& prefix) {
  return code_generator().make_lane_program_objects(programs, options, shape, prefix);
}

StrategyObject make_strategy_object(std::span<const ir::Proc> procs, const JitOptions& options) {
  return code_generator().make_strategy_object(procs, options);
}

ObjectFile make_plugin_data(const PluginGame& game, const JitOptions& options) {
  return code_generator().make_plugin_data(game, options);
}

std::vector<char> link_plugin(std::span<const ObjectFile> objects, const LinkOptions& options) {
  return code_generator().link_plugin(objects, options);
}

std::string emit_text(const ir::Module& module, const ir::Layout& layout, Text what,
                      const JitOptions& options) {
  return code_generator().emit_text(module, layout, what, options);
}

std::string emit_strategy_text(std::span<const ir::Proc> procs, Text what,
                               const JitOptions& options) {
  return code_generator().emit_strategy_text(procs, what, options);
}

std::string sha256(std::string_view bytes) {
  return code_generator().sha256(bytes);
}

std::vector<std::string> cpu_names() {
  return code_generator().cpu_names();
}

std::string description() {
  return code_generator().description();
}

void prepare() {
  code_generator().prepare();
}

}  // namespace tesuji::llvm_backend
