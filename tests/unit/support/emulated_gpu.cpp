#include "tests/unit/support/emulated_gpu.h"

#include "runtime/host/memory/background.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::tests {
namespace {

namespace cuda = runtime::cuda;
using llvm_backend::EmulatedKernels;

std::unique_ptr<EmulatedDriver>& current() {
  static auto driver = std::make_unique<EmulatedDriver>();
  return driver;
}

EmulatedDriver& driver() {
  return *current();
}

std::atomic<int> contexts{0};

/// Programs are compiled by one thread while another plays.
std::mutex& mutex() {
  static std::mutex mutex;
  return mutex;
}

/// By the text of its modules; of the mutex.
std::map<std::string, EmulatedKernels>& games() {
  static std::map<std::string, EmulatedKernels> known;
  return known;
}

/// What there is by such a text, or null; it stays where it is.
const EmulatedKernels* find_game(const char* text) {
  const std::lock_guard lock(mutex());
  const auto found = games().find(text);
  return found == games().end() ? nullptr : &found->second;
}

/// The texts of modules that the driver knows from now on.
std::string add_game(const std::string& kind, EmulatedKernels kernels) {
  const std::lock_guard lock(mutex());
  std::string text = kind + " " + std::to_string(games().size());
  games().emplace(text, std::move(kernels));
  return text;
}

/// What is launched and not yet run, by stream.
std::map<cuda::Stream, std::vector<std::function<void()>>>& queues() {
  static std::map<cuda::Stream, std::vector<std::function<void()>>> launched;
  return launched;
}

void run(cuda::Stream stream) {
  auto& queue = queues()[stream];
  for (const auto& launch : queue) launch();
  queue.clear();
}

bool some_wait() {
  return std::ranges::any_of(queues(), [](const auto& queue) { return !queue.second.empty(); });
}

/// What a call of the function returns, unless it does something.
cuda::Result called(const char* function) {
  const std::lock_guard lock(mutex());
  EmulatedDriver& told = driver();
  if (told.failing != function) return 0;
  if (told.calls_before > 0) {
    --told.calls_before;
    return 0;
  }
  ++told.failures;
  return told.error;
}

cuda::Address address_of(void* memory) {
  return reinterpret_cast<cuda::Address>(memory);
}

void* memory_at(cuda::Address address) {
  return reinterpret_cast<void*>(address);
}

cuda::Functions make_functions() {
  cuda::Functions to{};
  to.init = [](unsigned) { return called("init"); };
  to.device_count = [](int* count) {
    *count = 1;
    return called("device_count");
  };
  to.device_get = [](cuda::Device* device, int ordinal) {
    *device = ordinal;
    return called("device_get");
  };
  to.device_name = [](char* name, int length, cuda::Device) {
    std::strncpy(name, "emulated GPU", static_cast<std::size_t>(length) - 1);
    return called("device_name");
  };
  to.device_attribute = [](int* value, int attribute, cuda::Device) {
    *value = attribute == cuda::multiprocessor_count ? driver().multiprocessors
             : attribute == cuda::capability_major   ? 8
                                                     : 0;
    return called("device_attribute");
  };
  to.context_retain = [](cuda::Context* context, cuda::Device) {
    *context = reinterpret_cast<cuda::Context>(&contexts);
    return called("context_retain");
  };
  to.context_release = [](cuda::Device) { return called("context_release"); };
  to.context_push = [](cuda::Context) {
    const cuda::Result result = called("context_push");
    if (result == 0) ++contexts;
    return result;
  };
  to.context_pop = [](cuda::Context*) {
    --contexts;
    return called("context_pop");
  };
  to.module_load = [](cuda::Module* module, const void* image, unsigned, int*, void**) {
    const EmulatedKernels* found = find_game(static_cast<const char*>(image));
    if (found == nullptr) return 218;
    ++driver().loads;
    if (driver().compiler) driver().compiler->wait();
    *module = reinterpret_cast<cuda::Module>(const_cast<EmulatedKernels*>(found));
    return called("module_load");
  };
  to.module_unload = [](cuda::Module) { return called("module_unload"); };
  to.module_function = [](cuda::Function* function, cuda::Module module, const char* name) {
    const auto* game = reinterpret_cast<const EmulatedKernels*>(module);
    *function = reinterpret_cast<cuda::Function>(game->find(name));
    return called("module_function");
  };
  to.module_global = [](cuda::Address* address, std::size_t* bytes, cuda::Module module,
                        const char*) {
    const auto* game = reinterpret_cast<const EmulatedKernels*>(module);
    *address = address_of(game->pattern);
    *bytes = game->code.pattern_words * sizeof(std::uint32_t);
    return called("module_global");
  };
  to.function_attribute = [](int* value, int, cuda::Function) {
    *value = 0;
    return called("function_attribute");
  };
  to.occupancy = [](int* groups, cuda::Function, int, std::size_t) {
    *groups = driver().groups;
    return called("occupancy");
  };
  to.memory_info = [](std::size_t* free, std::size_t* total) {
    *free = *total = std::size_t{1} << 30U;
    return called("memory_info");
  };
  to.allocate = [](cuda::Address* address, std::size_t bytes) {
    const cuda::Result result = called("allocate");
    if (result != 0) return result;
    *address = address_of(std::malloc(bytes));
    ++driver().allocations;
    return 0;
  };
  to.release = [](cuda::Address address) {
    driver().freed_in_use = driver().freed_in_use || some_wait();
    std::free(memory_at(address));
    --driver().allocations;
    return called("release");
  };
  to.fill = [](cuda::Address address, unsigned char value, std::size_t bytes) {
    std::memset(memory_at(address), value, bytes);
    return called("fill");
  };
  to.to_device = [](cuda::Address address, const void* from, std::size_t bytes) {
    std::memcpy(memory_at(address), from, bytes);
    return called("to_device");
  };
  to.from_device = [](void* address, cuda::Address from, std::size_t bytes) {
    std::memcpy(address, memory_at(from), bytes);
    return called("from_device");
  };
  to.stream_create = [](cuda::Stream* stream, unsigned) {
    static std::uintptr_t number = 0;
    *stream = reinterpret_cast<cuda::Stream>(++number);
    return called("stream_create");
  };
  to.stream_wait = [](cuda::Stream stream) {
    run(stream);
    return called("stream_wait");
  };
  to.stream_destroy = [](cuda::Stream stream) {
    driver().freed_in_use = driver().freed_in_use || !queues()[stream].empty();
    queues().erase(stream);
    return called("stream_destroy");
  };
  to.launch = [](cuda::Function function, unsigned groups, unsigned, unsigned, unsigned group,
                 unsigned, unsigned, unsigned, cuda::Stream stream, void** arguments, void**) {
    const cuda::Result result = called("launch");
    if (result != 0) return result;
    ++driver().launches;
    const auto address = [&](unsigned i) {
      return memory_at(*static_cast<cuda::Address*>(arguments[i]));
    };
    const std::uint32_t number = *static_cast<std::uint32_t*>(arguments[3]);
    queues()[stream].push_back([function, groups, group, number, tiles = address(0),
                                order = address(1), status = address(2)] {
      for (std::uint32_t thread = 0; thread < groups * group; ++thread) {
        reinterpret_cast<EmulatedKernels::Kernel>(function)(tiles, order, status, number, thread);
      }
    });
    return 0;
  };
  to.error_name = [](cuda::Result, const char** name) {
    *name = "CUDA_ERROR_EMULATED";
    return 0;
  };
  to.error_text = [](cuda::Result, const char** text) {
    *text = "as the test wants it";
    return 0;
  };
  return to;
}

}  // namespace

EmulatedDriver& reset_emulated_driver() {
  runtime::end_background_works();
  current() = std::make_unique<EmulatedDriver>();
  contexts = 0;
  queues().clear();
  return driver();
}

int emulated_contexts() {
  return contexts;
}

const cuda::Functions& emulated_functions() {
  static const cuda::Functions functions = make_functions();
  return functions;
}

namespace {

/// Kernels that have been compiled, for one start state and for many.
struct MadeKernels {
  std::mutex mutex;
  std::array<std::optional<runtime::GpuCode>, 2> codes;  ///< of the mutex
};

runtime::GpuCode compile_emulated(const ir::LaneGame& game, bool many_starts,
                                  runtime::GpuStates states) {
  EmulatedKernels kernels = llvm_backend::emulate_gpu_lanes(game, many_starts, states);
  runtime::GpuCode code = kernels.code;
  const std::string text = add_game("game", std::move(kernels));
  for (std::string& module : code.modules) module = text;
  return code;
}

}  // namespace

runtime::GpuCodeMaker emulated_code(ir::LaneGame game, runtime::GpuStates states) {
  return [game = std::move(game), states, made = std::make_shared<MadeKernels>()](
             bool many_starts, const std::stop_token&) {
    const std::lock_guard lock(made->mutex);
    std::optional<runtime::GpuCode>& code = made->codes[many_starts ? 1 : 0];
    if (!code) code = compile_emulated(game, many_starts, states);
    return *code;
  };
}

runtime::LaneQuestionCode emulated_questions(const ir::LaneQuestions& questions) {
  runtime::GpuQuestionCode code;
  std::shared_ptr<const void> keep;
  const auto kernels = llvm_backend::emulate_gpu_questions(questions, code, keep);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (kernels[i] == nullptr) continue;
    EmulatedKernels game;
    game.find = [kernel = kernels[i], keep](const std::string&) { return kernel; };
    code.modules[i] = add_game("question", std::move(game));
  }
  return runtime::ask_on_gpu(std::make_shared<const runtime::GpuDevice>(emulated_functions()),
                             code);
}

}  // namespace tesuji::tests
