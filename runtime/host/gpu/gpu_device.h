// A GPU: its memory, kernels and streams. What the driver objects to is thrown as GpuError.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/gpu/cuda_functions.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace tesuji::runtime {

/// A function of the driver has failed: its name, and the driver's message.
struct GpuError : LimitReached {
  using LimitReached::LimitReached;
};

/// The first GPU of this machine. For any number of threads, each within a scope of its own
/// (CurrentGpu). What is made of a device is destroyed before it is, and within a scope.
class GpuDevice {
 public:
  /// Throws GpuError where there is none, or it is older than compute capability 8.0.
  explicit GpuDevice(const cuda::Functions& functions);
  ~GpuDevice();
  GpuDevice(const GpuDevice&) = delete;
  GpuDevice& operator=(const GpuDevice&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] unsigned multiprocessors() const { return multiprocessors_; }
  [[nodiscard]] std::size_t free_bytes() const;

  [[nodiscard]] const cuda::Functions& functions() const { return functions_; }
  /// Waits until the device has what was copied to it. The driver's copies, and what it clears, may
  /// still be on their way when its functions return, and kernels in streams do not wait for them.
  void finish_copies() const;
  [[nodiscard]] cuda::Context context() const { return context_; }
  /// Throws unless the result of `function` is fine.
  void check(cuda::Result result, const std::string& function) const;

 private:
  [[nodiscard]] int attribute(int which) const;

  const cuda::Functions& functions_;
  cuda::Device device_ = 0;
  cuda::Context context_ = nullptr;
  std::string name_;
  unsigned multiprocessors_ = 0;
};

/// A scope in which the device is the calling thread's; then the one before is again.
class CurrentGpu {
 public:
  explicit CurrentGpu(const GpuDevice& device);
  ~CurrentGpu();
  CurrentGpu(const CurrentGpu&) = delete;
  CurrentGpu& operator=(const CurrentGpu&) = delete;

 private:
  const GpuDevice& device_;
};

/// The device of this process, opened when it is first asked for. Null where there is none to be
/// used; `reason` says why.
[[nodiscard]] std::shared_ptr<const GpuDevice> gpu_device(std::string& reason);

/// Memory of a device.
class GpuMemory {
 public:
  /// Filled with zeros.
  GpuMemory(const GpuDevice& device, std::size_t bytes);
  ~GpuMemory();
  GpuMemory(const GpuMemory&) = delete;
  GpuMemory& operator=(const GpuMemory&) = delete;

  [[nodiscard]] cuda::Address address() const { return address_; }
  void write(const void* from, std::size_t bytes, std::size_t offset = 0);
  void read(void* to, std::size_t bytes, std::size_t offset = 0) const;

 private:
  const GpuDevice& device_;
  cuda::Address address_ = 0;
};

/// How much the driver optimises; the driver's own numbers.
enum class GpuOptimisation : std::uint8_t { quick = 1, full = 4 };

/// Kernels that the driver has compiled of a text.
class GpuModule {
 public:
  GpuModule(const GpuDevice& device, const std::string& ptx, GpuOptimisation optimisation);
  ~GpuModule();
  GpuModule(const GpuModule&) = delete;
  GpuModule& operator=(const GpuModule&) = delete;

  [[nodiscard]] cuda::Function kernel(const std::string& name) const;
  /// Copies to a table, whose size is that of the numbers.
  void write_table(const std::string& name, std::span<const std::uint32_t> numbers) const;

 private:
  const GpuDevice& device_;
  cuda::Module module_ = nullptr;
};

/// What a kernel needs.
struct KernelNeeds {
  int registers = 0;    ///< of a thread
  int stack_bytes = 0;  ///< the same
  unsigned groups = 0;  ///< that run at a time on a multiprocessor, of this many threads
};
[[nodiscard]] KernelNeeds kernel_needs(const GpuDevice& device, cuda::Function kernel,
                                       unsigned group_size);

/// Launches in it run one after the other, beside those of other streams. Its destructor waits for
/// them.
class GpuStream {
 public:
  explicit GpuStream(const GpuDevice& device);
  ~GpuStream();
  GpuStream(const GpuStream&) = delete;
  GpuStream& operator=(const GpuStream&) = delete;

  void launch(cuda::Function kernel, std::uint64_t groups, unsigned group_size,
              std::span<void*> arguments) const;
  /// Waits for all that was launched in it.
  void wait() const;

 private:
  const GpuDevice& device_;
  cuda::Stream stream_ = nullptr;
};

}  // namespace tesuji::runtime
