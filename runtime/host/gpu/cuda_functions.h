// Loads at run time the functions of NVIDIA's driver that tesuji calls. So CUDA is not needed to
// build or to start tesuji. Names, numbers and signatures are those of the CUDA driver API
// (docs.nvidia.com/cuda/cuda-driver-api); all functions exist since CUDA 11.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tesuji::runtime::cuda {

using Result = int;  ///< 0: success
using Device = int;
using Context = struct ContextTag*;
using Module = struct ModuleTag*;
using Function = struct FunctionTag*;
using Stream = struct StreamTag*;
using Address = std::uint64_t;  ///< in the device's memory

inline constexpr Result out_of_memory = 2;

// Attribute of cuDeviceGetAttribute.
inline constexpr int multiprocessor_count = 16;
inline constexpr int capability_major = 75;
inline constexpr int capability_minor = 76;

// Attribute of cuFuncGetAttribute.
inline constexpr int local_bytes = 3;
inline constexpr int registers = 4;

// Option of cuModuleLoadDataEx.
inline constexpr int error_log = 5;
inline constexpr int error_log_bytes = 6;
inline constexpr int optimisation_level = 7;

/// Flag of cuStreamCreate: work in the stream does not wait for the default stream.
inline constexpr unsigned non_blocking = 1;

struct Functions {
  Result (*init)(unsigned flags);
  Result (*device_count)(int* count);
  Result (*device_get)(Device* device, int ordinal);
  Result (*device_name)(char* name, int length, Device device);
  Result (*device_attribute)(int* value, int attribute, Device device);
  Result (*context_retain)(Context* context, Device device);
  Result (*context_release)(Device device);
  Result (*context_push)(Context context);
  Result (*context_pop)(Context* context);
  Result (*module_load)(Module* module, const void* image, unsigned count, int* options,
                        void** values);
  Result (*module_unload)(Module module);
  Result (*module_function)(Function* function, Module module, const char* name);
  Result (*module_global)(Address* address, std::size_t* bytes, Module module, const char* name);
  Result (*function_attribute)(int* value, int attribute, Function function);
  Result (*occupancy)(int* groups, Function function, int group_size, std::size_t shared_bytes);
  Result (*memory_info)(std::size_t* free, std::size_t* total);
  Result (*allocate)(Address* address, std::size_t bytes);
  Result (*release)(Address address);
  Result (*fill)(Address address, unsigned char value, std::size_t bytes);
  Result (*to_device)(Address to, const void* from, std::size_t bytes);
  Result (*from_device)(void* to, Address from, std::size_t bytes);
  Result (*stream_create)(Stream* stream, unsigned flags);
  Result (*stream_wait)(Stream stream);
  Result (*stream_destroy)(Stream stream);
  Result (*launch)(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                   unsigned group_x, unsigned group_y, unsigned group_z, unsigned shared_bytes,
                   Stream stream, void** arguments, void** extra);
  Result (*error_name)(Result error, const char** name);
  Result (*error_text)(Result error, const char** text);
};

/// Returns the functions of the driver's library, which stays loaded. Returns null if the library
/// or one of its functions is missing; `reason` then names it.
[[nodiscard]] const Functions* load_functions(std::string& reason);

}  // namespace tesuji::runtime::cuda
