#include "backend/llvm/orc/perf_map.h"

#include <llvm/ExecutionEngine/JITLink/JITLink.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>

namespace tesuji::llvm_backend {
namespace {

void append_functions(const llvm::jitlink::LinkGraph& graph) {
  std::string lines;
  for (const llvm::jitlink::Symbol* symbol : graph.defined_symbols()) {
    if (!symbol->hasName() || !symbol->isCallable() || symbol->getSize() == 0) continue;
    const llvm::StringRef name = symbol->getName();
    lines += fmt::format("{:x} {:x} {} ({})\n", symbol->getAddress().getValue(), symbol->getSize(),
                         std::string_view(name.data(), name.size()), graph.getName());
  }
  static std::mutex mutex;  // several games may be compiled at once
  const std::lock_guard lock(mutex);
  std::ofstream(fmt::format("/tmp/perf-{}.map", ::getpid()), std::ios::app) << lines;
}

class PerfMapPlugin final : public llvm::orc::ObjectLinkingLayer::Plugin {
 public:
  void modifyPassConfig(llvm::orc::MaterializationResponsibility& /*responsibility*/,
                        llvm::jitlink::LinkGraph& /*graph*/,
                        llvm::jitlink::PassConfiguration& passes) override {
    // Pruning drops names of local functions, to which no relocation refers.
    passes.PrePrunePasses.emplace_back([](llvm::jitlink::LinkGraph& linked) {
      for (llvm::jitlink::Symbol* symbol : linked.defined_symbols()) {
        if (symbol->isCallable()) symbol->setLive(true);
      }
      return llvm::Error::success();
    });
    passes.PostFixupPasses.emplace_back([](const llvm::jitlink::LinkGraph& linked) {
      append_functions(linked);
      return llvm::Error::success();
    });
  }
  llvm::Error notifyFailed(llvm::orc::MaterializationResponsibility& /*responsibility*/) override {
    return llvm::Error::success();
  }
  llvm::Error notifyRemovingResources(llvm::orc::JITDylib& /*library*/,
                                      llvm::orc::ResourceKey /*key*/) override {
    return llvm::Error::success();
  }
  void notifyTransferringResources(llvm::orc::JITDylib& /*library*/, llvm::orc::ResourceKey /*to*/,
                                   llvm::orc::ResourceKey /*from*/) override {}
};

}  // namespace

void write_perf_map(llvm::orc::LLJIT& jit) {
  if (std::getenv("TESUJI_PERF_MAP") == nullptr) return;
  auto* const layer = llvm::dyn_cast<llvm::orc::ObjectLinkingLayer>(&jit.getObjLinkingLayer());
  if (layer != nullptr) layer->addPlugin(std::make_shared<PerfMapPlugin>());
}

}  // namespace tesuji::llvm_backend
