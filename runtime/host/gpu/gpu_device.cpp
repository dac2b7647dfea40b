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
  check(functions_.init(0), "to start the driver");
  int count = 0;
  check(functions_.device_count(&count), "for GPUs");
  if (count == 0) throw GpuError("the driver knows no GPU");
  check(functions_.device_get(&device_, 0), "for the first GPU");
  std::array<char, 256> name{};
  check(functions_.device_name(name.data(), static_cast<int>(name.size()), device_),
        "for the GPU's name");
  name_ = name.data();
  const int capability = attribute(cuda::capability_major);
  if (capability < least_capability) {
    throw GpuError(name_ + " is of compute capability " + std::to_string(capability) + "." +
                   std::to_string(attribute(cuda::capability_minor)) + "; 8.0 is needed");
  }
  multiprocessors_ = static_cast<unsigned>(std::max(1, attribute(cuda::multiprocessor_count)));
  check(functions_.context_retain(&context_, device_), "for a context");
}

GpuDevice::~GpuDevice() {
  if (context_ != nullptr) functions_.context_release(device_);
}

void GpuDevice::enter() const {
  check(functions_.context_set(context_), "to use the GPU");
}

std::size_t GpuDevice::free_bytes() const {
  std::size_t free = 0;
  std::size_t total = 0;
  check(functions_.memory_info(&free, &total), "for the GPU's free memory");
  return free;
}

void GpuDevice::check(cuda::Result result, const char* what) const {
  if (result == 0) return;
  throw GpuError(std::string("the GPU's driver was asked ") + what + ": " +
                 message_of(functions_, result));
}

int GpuDevice::attribute(int which) const {
  int value = 0;
  check(functions_.device_attribute(&value, which, device_), "what the GPU has");
  return value;
}

std::shared_ptr<const GpuDevice> gpu_device(std::string& reason) {
  // Tried but once: where there is no GPU there will be none.
  static std::mutex mutex;
  static std::shared_ptr<const GpuDevice> device;
  static std::string fault;
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
                ("for " + std::to_string(some) + " bytes of memory").c_str());
  const cuda::Result filled = device_.functions().fill(address_, 0, some);
  if (filled != 0) device_.functions().release(address_);
  device_.check(filled, "to clear memory");
}

GpuMemory::~GpuMemory() {
  device_.functions().release(address_);
}

void GpuMemory::write(const void* from, std::size_t bytes, std::size_t offset) {
  if (bytes == 0) return;
  device_.check(device_.functions().to_device(address_ + offset, from, bytes),
                "to copy to the GPU");
}

void GpuMemory::read(void* to, std::size_t bytes, std::size_t offset) const {
  if (bytes == 0) return;
  device_.check(device_.functions().from_device(to, address_ + offset, bytes),
                "to copy from the GPU");
}

GpuKernel::GpuKernel(const GpuDevice& device, const GpuCode& code) : device_(device) {
  const cuda::Functions& call = device_.functions();
  std::array<char, 4096> log{};
  std::array<int, 2> options = {cuda::error_log, cuda::error_log_bytes};
  std::array<void*, 2> values = {log.data(), reinterpret_cast<void*>(log.size() - 1)};
  const cuda::Result loaded =
      call.module_load(&module_, code.ptx.c_str(), 2, options.data(), values.data());
  if (loaded != 0) {
    throw GpuError("the GPU's driver was asked to compile a kernel: " + message_of(call, loaded) +
                   (log[0] != 0 ? "; " : "") + log.data());
  }
  try {
    device_.check(call.module_function(&function_, module_, code.kernel.c_str()), "for a kernel");
    if (code.pattern_words == 0) return;
    std::size_t bytes = 0;
    device_.check(
        call.module_global(&pattern_, &bytes, module_, (code.kernel + "_pattern").c_str()),
        "for a kernel's table");
    if (bytes != code.pattern_words * sizeof(std::uint32_t)) {
      throw GpuError("a kernel's table has another size than its maker says");
    }
  } catch (...) {
    call.module_unload(module_);
    throw;
  }
}

GpuKernel::~GpuKernel() {
  device_.functions().module_unload(module_);
}

std::uint64_t GpuKernel::resident_threads(unsigned group_size) const {
  int groups = 0;
  device_.check(device_.functions().occupancy(&groups, function_, static_cast<int>(group_size), 0),
                "how many threads of a kernel fit");
  return std::uint64_t{device_.multiprocessors()} *
         static_cast<std::uint64_t>(std::max(1, groups)) * group_size;
}

int GpuKernel::attribute(int which) const {
  int value = 0;
  device_.check(device_.functions().function_attribute(&value, which, function_),
                "what a kernel needs");
  return value;
}

void GpuKernel::write_pattern(std::span<const std::uint32_t> pattern) const {
  device_.check(device_.functions().to_device(pattern_, pattern.data(), pattern.size_bytes()),
                "to copy to a kernel's table");
}

void GpuKernel::launch(cuda::Stream stream, std::uint64_t groups, unsigned group_size,
                       std::span<void*> arguments) const {
  device_.check(device_.functions().launch(function_, static_cast<unsigned>(groups), 1, 1,
                                           group_size, 1, 1, 0, stream, arguments.data(), nullptr),
                "to run a kernel");
}

GpuStream::GpuStream(const GpuDevice& device) : device_(device) {
  device_.check(device_.functions().stream_create(&stream_, cuda::non_blocking), "for a stream");
}

GpuStream::~GpuStream() {
  device_.functions().stream_destroy(stream_);
}

void GpuStream::wait() const {
  device_.check(device_.functions().stream_wait(stream_), "to wait for a kernel");
}

}  // namespace tesuji::runtime
