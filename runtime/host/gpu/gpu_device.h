// Opens a GPU and manages its memory, kernels and streams. Errors of the driver are thrown as
// GpuError.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/gpu/cuda_functions.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace tesuji::runtime {

/// Thrown if a function of the driver fails: its name, and the driver's message.
struct GpuError : LimitReached {
  using LimitReached::LimitReached;
};

/// The first GPU of this machine. Any number of threads may use it, each within a scope of its own
/// (CurrentGpu). Objects created on a device must be destroyed before it, within a scope.
class GpuDevice {
 public:
  /// Throws GpuError if there is no GPU, or if it is older than compute capability 8.0.
  explicit GpuDevice(const cuda::Functions& functions);
  ~GpuDevice();
  GpuDevice(const GpuDevice&) = delete;
  GpuDevice& operator=(const GpuDevice&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] unsigned multiprocessors() const { return multiprocessors_; }
  [[nodiscard]] std::size_t free_bytes() const;

  [[nodiscard]] const cuda::Functions& functions() const { return functions_; }
  /// Waits until all copies and fills have reached the device. The driver's functions may return
  /// earlier, and kernels in streams do not wait for copies.
  void finish_copies() const;
  [[nodiscard]] cuda::Context context() const { return context_; }
  /// Throws if `result`, returned by `function`, is an error.
  void check(cuda::Result result, const std::string& function) const;

 private:
  [[nodiscard]] int attribute(int which) const;

  const cuda::Functions& functions_;
  cuda::Device device_ = 0;
  cuda::Context context_ = nullptr;
  std::string name_;
  unsigned multiprocessors_ = 0;
};

/// Makes the device the calling thread's current one for a scope; restores the previous one at its
/// end.
class CurrentGpu {
 public:
  explicit CurrentGpu(const GpuDevice& device);
  ~CurrentGpu();
  CurrentGpu(const CurrentGpu&) = delete;
  CurrentGpu& operator=(const CurrentGpu&) = delete;

 private:
  const GpuDevice& device_;
};

/// Returns this process's device, opened on the first call. Returns null if no GPU can be used;
/// `reason` says why.
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

/// How much the driver optimises; the values are the driver's own numbers.
enum class GpuOptimisation : std::uint8_t { quick = 1, full = 4 };

/// Kernels that the driver has compiled from a PTX text.
class GpuModule {
 public:
  GpuModule(const GpuDevice& device, const std::string& ptx, GpuOptimisation optimisation);
  ~GpuModule();
  GpuModule(const GpuModule&) = delete;
  GpuModule& operator=(const GpuModule&) = delete;

  [[nodiscard]] cuda::Function kernel(const std::string& name) const;
  /// Copies the numbers to a table of the same size.
  void write_table(const std::string& name, std::span<const std::uint32_t> numbers) const;

 private:
  const GpuDevice& device_;
  cuda::Module module_ = nullptr;
};

/// Resources that a kernel needs.
struct KernelNeeds {
  int registers = 0;    ///< per thread
  int stack_bytes = 0;  ///< per thread
  unsigned groups = 0;  ///< groups of this many threads that a multiprocessor can run at a time
};
[[nodiscard]] KernelNeeds kernel_needs(const GpuDevice& device, cuda::Function kernel,
                                       unsigned group_size);

/// A stream: its launches run one after the other, concurrently with other streams. The destructor
/// waits for them.
class GpuStream {
 public:
  explicit GpuStream(const GpuDevice& device);
  ~GpuStream();
  GpuStream(const GpuStream&) = delete;
  GpuStream& operator=(const GpuStream&) = delete;

  void launch(cuda::Function kernel, std::uint64_t groups, unsigned group_size,
              std::span<void*> arguments) const;
  /// Waits for all launches in the stream.
  void wait() const;

 private:
  const GpuDevice& device_;
  cuda::Stream stream_ = nullptr;
};

}  // namespace tesuji::runtime
