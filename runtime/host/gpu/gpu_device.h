// A GPU: its memory, kernels and streams. What the driver objects to is thrown as GpuError.
#pragma once

#include "runtime/host/gpu/cuda_functions.h"
#include "runtime/host/gpu/gpu_code.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

namespace tesuji::runtime {

/// The driver's message, with what was asked of it.
struct GpuError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The first GPU of this machine. For any number of threads; each calls enter() first. All that is
/// made of a device goes before it does.
class GpuDevice {
 public:
  /// Throws GpuError where there is none, or it is older than compute capability 8.0.
  explicit GpuDevice(const cuda::Functions& functions);
  ~GpuDevice();
  GpuDevice(const GpuDevice&) = delete;
  GpuDevice& operator=(const GpuDevice&) = delete;

  /// Makes it the calling thread's.
  void enter() const;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] unsigned multiprocessors() const { return multiprocessors_; }
  [[nodiscard]] std::size_t free_bytes() const;

  [[nodiscard]] const cuda::Functions& functions() const { return functions_; }
  /// Throws unless the result is fine. `what` was asked for: "to load a kernel".
  void check(cuda::Result result, const char* what) const;

 private:
  [[nodiscard]] int attribute(int which) const;

  const cuda::Functions& functions_;
  cuda::Device device_ = 0;
  cuda::Context context_ = nullptr;
  std::string name_;
  unsigned multiprocessors_ = 0;
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

/// A kernel, compiled by the driver.
class GpuKernel {
 public:
  GpuKernel(const GpuDevice& device, const GpuCode& code);
  ~GpuKernel();
  GpuKernel(const GpuKernel&) = delete;
  GpuKernel& operator=(const GpuKernel&) = delete;

  /// Threads, in groups of this size, that the device has room for at a time.
  [[nodiscard]] std::uint64_t resident_threads(unsigned group_size) const;
  [[nodiscard]] int registers() const { return attribute(cuda::registers); }
  [[nodiscard]] int stack_bytes() const { return attribute(cuda::local_bytes); }
  /// The table of its pattern, for kernels that have one.
  void write_pattern(std::span<const std::uint32_t> pattern) const;
  void launch(cuda::Stream stream, std::uint64_t groups, unsigned group_size,
              std::span<void*> arguments) const;

 private:
  [[nodiscard]] int attribute(int which) const;

  const GpuDevice& device_;
  cuda::Module module_ = nullptr;
  cuda::Function function_ = nullptr;
  cuda::Address pattern_ = 0;
};

/// Launches in it run one after the other, beside those of other streams.
class GpuStream {
 public:
  explicit GpuStream(const GpuDevice& device);
  ~GpuStream();
  GpuStream(const GpuStream&) = delete;
  GpuStream& operator=(const GpuStream&) = delete;

  [[nodiscard]] cuda::Stream get() const { return stream_; }
  /// Waits for all that was launched in it.
  void wait() const;

 private:
  const GpuDevice& device_;
  cuda::Stream stream_ = nullptr;
};

}  // namespace tesuji::runtime
