#include "runtime/host/gpu/gpu_device.h"

#include <algorithm>
#include <array>
#include <mutex>

namespace tesuji::runtime {
namespace {

constexpr int least_capability = 8;

std::string message_of(const cuda::Functions& functions, cuda::Result result) {
  const char* name = nullptr;
  const char* text = nullptr;
  functions.error_name(result, &name);
  functions.error_text(result, &text);
  std::string message = name != nullptr ? name : "error " + std::to_string(result);
  if (text != nullptr) message += std::string(", ") + text;
  return message;
}

}  // namespace

GpuDevice::GpuDevice(const cuda::Functions& functions) : functions_(functions) {
  check(functions_.init(0), "cuInit");
  int count = 0;
  check(functions_.device_count(&count), "cuDeviceGetCount");
  if (count == 0) throw GpuError("the driver found no GPU");
  check(functions_.device_get(&device_, 0), "cuDeviceGet");
  std::array<char, 256> name{};
  check(functions_.device_name(name.data(), static_cast<int>(name.size()), device_),
        "cuDeviceGetName");
  name_ = name.data();
  const int capability = attribute(cuda::capability_major);
  if (capability < least_capability) {
    throw GpuError(name_ + " is of compute capability " + std::to_string(capability) + "." +
                   std::to_string(attribute(cuda::capability_minor)) + "; 8.0 is needed");
  }
  multiprocessors_ = static_cast<unsigned>(std::max(1, attribute(cuda::multiprocessor_count)));
  check(functions_.context_retain(&context_, device_), "cuDevicePrimaryCtxRetain");
}

GpuDevice::~GpuDevice() {
  if (context_ != nullptr) functions_.context_release(device_);
}

CurrentGpu::CurrentGpu(const GpuDevice& device) : device_(device) {
  device_.check(device_.functions().context_push(device_.context()), "cuCtxPushCurrent");
}

CurrentGpu::~CurrentGpu() {
  cuda::Context popped = nullptr;
  device_.functions().context_pop(&popped);
}

std::size_t GpuDevice::free_bytes() const {
  std::size_t free = 0;
  std::size_t total = 0;
  check(functions_.memory_info(&free, &total), "cuMemGetInfo");
  return free;
}

void GpuDevice::check(cuda::Result result, const std::string& function) const {
  if (result == 0) return;
  throw GpuError(function + " failed: " + message_of(functions_, result));
}

void GpuDevice::finish_copies() const {
  check(functions_.stream_wait(nullptr), "cuStreamSynchronize");
}

int GpuDevice::attribute(int which) const {
  int value = 0;
  check(functions_.device_attribute(&value, which, device_), "cuDeviceGetAttribute");
  return value;
}

std::shared_ptr<const GpuDevice> gpu_device(std::string& reason) {
  // Opened at most once: if there is no GPU now, there will be none later. Never destroyed, because
  // the driver may be unloaded before the process ends.
  static std::mutex mutex;
  static std::shared_ptr<const GpuDevice>& device = *new std::shared_ptr<const GpuDevice>();
  static std::string& fault = *new std::string();
  const std::lock_guard lock(mutex);
  if (device == nullptr && fault.empty()) {
    if (const cuda::Functions* functions = cuda::load_functions(fault)) {
      try {
        device = std::make_shared<const GpuDevice>(*functions);
      } catch (const GpuError& error) {
        fault = error.what();
      }
    }
  }
  reason = fault;
  return device;
}

GpuMemory::GpuMemory(const GpuDevice& device, std::size_t bytes) : device_(device) {
  const std::size_t some = std::max<std::size_t>(bytes, 8);
  device_.check(device_.functions().allocate(&address_, some),
                "cuMemAlloc of " + std::to_string(some) + " bytes");
  cuda::Result filled = device_.functions().fill(address_, 0, some);
  if (filled == 0) filled = device_.functions().stream_wait(nullptr);
  if (filled != 0) device_.functions().release(address_);
  device_.check(filled, "cuMemsetD8");
}

GpuMemory::~GpuMemory() {
  device_.functions().release(address_);
}

void GpuMemory::write(const void* from, std::size_t bytes, std::size_t offset) {
  if (bytes == 0) return;
  device_.check(device_.functions().to_device(address_ + offset, from, bytes), "cuMemcpyHtoD");
  device_.finish_copies();
}

void GpuMemory::read(void* to, std::size_t bytes, std::size_t offset) const {
  if (bytes == 0) return;
  device_.check(device_.functions().from_device(to, address_ + offset, bytes), "cuMemcpyDtoH");
}

GpuModule::GpuModule(const GpuDevice& device, const std::string& ptx, GpuOptimisation optimisation)
    : device_(device) {
  const cuda::Functions& call = device_.functions();
  std::array<char, 4096> log{};
  std::array<int, 3> options = {cuda::error_log, cuda::error_log_bytes, cuda::optimisation_level};
  std::array<void*, 3> values = {
      log.data(), reinterpret_cast<void*>(log.size() - 1),
      reinterpret_cast<void*>(static_cast<std::uintptr_t>(optimisation))};
  const cuda::Result loaded =
      call.module_load(&module_, ptx.c_str(), options.size(), options.data(), values.data());
  if (loaded != 0) {
    throw GpuError("cuModuleLoadDataEx failed: " + message_of(call, loaded) +
                   (log[0] != 0 ? "; " : "") + log.data());
  }
}

GpuModule::~GpuModule() {
  device_.functions().module_unload(module_);
}

cuda::Function GpuModule::kernel(const std::string& name) const {
  cuda::Function kernel = nullptr;
  device_.check(device_.functions().module_function(&kernel, module_, name.c_str()),
                "cuModuleGetFunction");
  return kernel;
}

void GpuModule::write_table(const std::string& name, std::span<const std::uint32_t> numbers) const {
  const cuda::Functions& call = device_.functions();
  cuda::Address address = 0;
  std::size_t bytes = 0;
  device_.check(call.module_global(&address, &bytes, module_, name.c_str()), "cuModuleGetGlobal");
  if (bytes != numbers.size_bytes()) {
    throw GpuError("a kernel's table has an unexpected size");
  }
  device_.check(call.to_device(address, numbers.data(), bytes), "cuMemcpyHtoD");
  device_.finish_copies();
}

KernelNeeds kernel_needs(const GpuDevice& device, cuda::Function kernel, unsigned group_size) {
  const cuda::Functions& call = device.functions();
  KernelNeeds needs;
  device.check(call.function_attribute(&needs.registers, cuda::registers, kernel),
               "cuFuncGetAttribute");
  device.check(call.function_attribute(&needs.stack_bytes, cuda::local_bytes, kernel),
               "cuFuncGetAttribute");
  int groups = 0;
  device.check(call.occupancy(&groups, kernel, static_cast<int>(group_size), 0),
               "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  needs.groups = static_cast<unsigned>(std::max(1, groups));
  return needs;
}

GpuStream::GpuStream(const GpuDevice& device) : device_(device) {
  device_.check(device_.functions().stream_create(&stream_, cuda::non_blocking), "cuStreamCreate");
}

GpuStream::~GpuStream() {
  device_.functions().stream_wait(stream_);
  device_.functions().stream_destroy(stream_);
}

void GpuStream::launch(cuda::Function kernel, std::uint64_t groups, unsigned group_size,
                       std::span<void*> arguments) const {
  device_.check(device_.functions().launch(kernel, static_cast<unsigned>(groups), 1, 1, group_size,
                                           1, 1, 0, stream_, arguments.data(), nullptr),
                "cuLaunchKernel");
}

void GpuStream::wait() const {
  device_.check(device_.functions().stream_wait(stream_), "cuStreamSynchronize");
}

}  // namespace tesuji::runtime
