#include "runtime/host/gpu/cuda_functions.h"

#include <dlfcn.h>

namespace tesuji::runtime::cuda {
namespace {

/// The name under which drivers for Linux install it; loaded from the system's library path.
constexpr const char* library_name = "libcuda.so.1";

struct Loaded {
  Functions functions{};
  std::string reason;  ///< empty: all functions were found
};

class Finder {
 public:
  explicit Finder(void* library) : library_(library) {}

  template <typename Pointer>
  void find(Pointer& pointer, const char* name) {
    void* address = dlsym(library_, name);
    if (address == nullptr && missing_.empty()) missing_ = name;
    pointer = reinterpret_cast<Pointer>(address);
  }

  [[nodiscard]] const std::string& missing() const { return missing_; }

 private:
  void* library_;
  std::string missing_;
};

Loaded load() {
  Loaded loaded;
  void* library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* message = dlerror();
    loaded.reason = "no driver for NVIDIA GPUs";
    if (message != nullptr) loaded.reason += std::string(" (") + message + ")";
    return loaded;
  }
  Finder finder(library);
  Functions& to = loaded.functions;
  finder.find(to.init, "cuInit");
  finder.find(to.device_count, "cuDeviceGetCount");
  finder.find(to.device_get, "cuDeviceGet");
  finder.find(to.device_name, "cuDeviceGetName");
  finder.find(to.device_attribute, "cuDeviceGetAttribute");
  finder.find(to.context_retain, "cuDevicePrimaryCtxRetain");
  finder.find(to.context_release, "cuDevicePrimaryCtxRelease_v2");
  finder.find(to.context_push, "cuCtxPushCurrent_v2");
  finder.find(to.context_pop, "cuCtxPopCurrent_v2");
  finder.find(to.module_load, "cuModuleLoadDataEx");
  finder.find(to.module_unload, "cuModuleUnload");
  finder.find(to.module_function, "cuModuleGetFunction");
  finder.find(to.module_global, "cuModuleGetGlobal_v2");
  finder.find(to.function_attribute, "cuFuncGetAttribute");
  finder.find(to.occupancy, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  finder.find(to.memory_info, "cuMemGetInfo_v2");
  finder.find(to.allocate, "cuMemAlloc_v2");
  finder.find(to.release, "cuMemFree_v2");
  finder.find(to.fill, "cuMemsetD8_v2");
  finder.find(to.to_device, "cuMemcpyHtoD_v2");
  finder.find(to.from_device, "cuMemcpyDtoH_v2");
  finder.find(to.stream_create, "cuStreamCreate");
  finder.find(to.stream_wait, "cuStreamSynchronize");
  finder.find(to.stream_destroy, "cuStreamDestroy_v2");
  finder.find(to.launch, "cuLaunchKernel");
  finder.find(to.error_name, "cuGetErrorName");
  finder.find(to.error_text, "cuGetErrorString");
  if (!finder.missing().empty()) {
    loaded.reason = std::string(library_name) + " has no function " + finder.missing();
  }
  return loaded;
}

}  // namespace

const Functions* load_functions(std::string& reason) {
  // Never destroyed: devices call these functions when the process ends.
  static const Loaded& loaded = *new Loaded(load());
  reason = loaded.reason;
  return reason.empty() ? &loaded.functions : nullptr;
}

}  // namespace tesuji::runtime::cuda
