#include "backend/llvm/orc/pipeline.h"

#include "backend/llvm/orc/target_cpu.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>

#include <mutex>
#include <stdexcept>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

/// Gives code as fast as O2 on straight-line code, in a third of the time.
constexpr const char* fast_passes =
    "function(sroa,early-cse<memssa>,simplifycfg,"
    "instcombine<max-iterations=1;no-verify-fixpoint>,simplifycfg,adce)";

constexpr const char* straight_line_passes = "always-inline,function(sroa,early-cse)";

void initialise_targets() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
}

/// Prevents further unrolling of loops that LLVM has not unrolled completely. They visit few tuples
/// at a time, and unrolling them partly, up to a processor's loop buffer (512 operations on Zen),
/// takes a tenth of the compile time.
struct KeepLoops : llvm::PassInfoMixin<KeepLoops> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
      loop->setLoopAlreadyUnrolled();
    }
    return llvm::PreservedAnalyses::all();
  }
};

llvm::PipelineTuningOptions tuning() {
  llvm::PipelineTuningOptions options;
  options.SLPVectorization = false;
  options.LoopVectorization = false;
  options.LoopInterleaving = false;
  return options;
}

llvm::ModulePassManager parse(llvm::PassBuilder& builder, const char* text) {
  llvm::ModulePassManager passes;
  if (llvm::Error error = builder.parsePassPipeline(passes, text)) {
    throw std::runtime_error("passes: " + llvm::toString(std::move(error)));
  }
  return passes;
}

/// `choose(builder)` returns the passes.
template <typename Choose>
void run_passes(llvm::Module& module, llvm::TargetMachine& machine, Choose choose,
                const std::stop_token& stop = {}) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(
      [&](llvm::StringRef, llvm::Any) { return !stop.stop_requested(); });
  llvm::PassBuilder builder(&machine, tuning(), std::nullopt, &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager& late, llvm::OptimizationLevel) { late.addPass(KeepLoops()); });
  choose(builder).run(module, modules);
}

std::unique_ptr<llvm::TargetMachine> make_machine(const std::string& cpu,
                                                  llvm::CodeGenOptLevel level) {
  const llvm::Target& target = native_target();
  const std::string triple = llvm::sys::getProcessTriple();
  const TargetCpu processor = target_cpu(cpu);
  std::unique_ptr<llvm::TargetMachine> machine(
      target.createTargetMachine(triple, processor.name, processor.features, llvm::TargetOptions(),
                                 llvm::Reloc::PIC_, llvm::CodeModel::Small, level, /*JIT=*/true));
  if (machine == nullptr) throw std::runtime_error("no code generator for " + triple);
  return machine;
}

}  // namespace

const llvm::Target& native_target() {
  initialise_targets();
  std::string message;
  const llvm::Target* target =
      llvm::TargetRegistry::lookupTarget(llvm::sys::getProcessTriple(), message);
  if (target == nullptr) throw std::runtime_error("no code generator: " + message);
  return *target;
}

std::unique_ptr<llvm::TargetMachine> make_target_machine(const JitOptions& options) {
  return make_machine(options.cpu, options.tier == JitOptions::Tier::fast
                                       ? llvm::CodeGenOptLevel::Less
                                       : llvm::CodeGenOptLevel::Default);
}

std::unique_ptr<llvm::TargetMachine> make_quick_target_machine(const JitOptions& options) {
  return make_machine(options.cpu, llvm::CodeGenOptLevel::None);
}

void prepare(llvm::Module& module, const llvm::TargetMachine& machine) {
  module.setTargetTriple(machine.getTargetTriple().str());
  module.setDataLayout(machine.createDataLayout());
}

void verify_or_throw(const llvm::Module& module) {
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (llvm::verifyModule(module, &stream)) throw std::runtime_error("invalid LLVM IR: " + message);
}

void optimise(llvm::Module& module, llvm::TargetMachine& machine, JitOptions::Tier tier,
              const std::stop_token& stop) {
  const auto choose = [&](llvm::PassBuilder& builder) {
    if (tier == JitOptions::Tier::fast) return parse(builder, fast_passes);
    return builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2);
  };
  run_passes(module, machine, choose, stop);
}

void run_passes(llvm::Module& module, llvm::TargetMachine& machine, const char* text) {
  run_passes(module, machine, [&](llvm::PassBuilder& builder) { return parse(builder, text); });
}

void optimise_straight_line(llvm::Module& module, llvm::TargetMachine& machine) {
  run_passes(module, machine, straight_line_passes);
}

void inline_marked_calls(llvm::Module& module, llvm::TargetMachine& machine) {
  run_passes(module, machine,
             [](llvm::PassBuilder& builder) { return parse(builder, "always-inline"); });
}

ObjectFile emit_object(llvm::Module& module, llvm::TargetMachine& machine, std::string name,
                       CodeForm form) {
  llvm::SmallVector<char, 0> code;
  llvm::raw_svector_ostream stream(code);
  if (form == CodeForm::llvm) {
    module.print(stream, nullptr);
  } else {
    const auto type = form == CodeForm::object ? llvm::CodeGenFileType::ObjectFile
                                               : llvm::CodeGenFileType::AssemblyFile;
    llvm::legacy::PassManager passes;
    if (machine.addPassesToEmitFile(passes, stream, nullptr, type)) {
      throw std::runtime_error("LLVM cannot write this kind of file");
    }
    passes.run(module);
  }
  return {std::move(name), {code.begin(), code.end()}};
}

std::string description() {
  return "LLVM " LLVM_VERSION_STRING " for " + llvm::sys::getProcessTriple() + ", " +
         llvm::sys::getHostCPUName().str();
}

void prepare() {
  initialise_targets();
}

}  // namespace tesuji::llvm_backend
