/* A false library of NVIDIA's driver, for tests of what goes wrong: memory is the machine's own,
 * and kernels do nothing. FALSE_CUDA names the fault: no_start, no_device, old, out_of_memory,
 * bad_kernel, time_out, slow, whose compiler never ends, or idle, where nothing seems wrong. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int has(const char* fault) {
  const char* wanted = getenv("FALSE_CUDA");
  return wanted && strcmp(wanted, fault) == 0;
}

int cuInit(unsigned flags) {
  (void)flags;
  return has("no_start") ? 999 : 0;
}
int cuDeviceGetCount(int* count) {
  *count = 1;
  return has("no_device") ? 100 : 0;
}
int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return 0;
}
int cuDeviceGetName(char* name, int length, int device) {
  (void)device;
  strncpy(name, "False GPU", (size_t)length - 1);
  return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int device) {
  (void)device;
  *value = attribute == 16 ? 2 : attribute == 75 ? (has("old") ? 7 : 8) : attribute == 76 ? 5 : 0;
  return 0;
}
int cuDevicePrimaryCtxRetain(void** context, int device) {
  static char tag;
  (void)device;
  *context = &tag;
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int device) {
  (void)device;
  return 0;
}
int cuCtxPushCurrent_v2(void* context) {
  (void)context;
  return 0;
}
int cuCtxPopCurrent_v2(void** context) {
  *context = 0;
  return 0;
}
/* Bytes of the table of the module that was loaded last, as its text has it. */
static size_t table_bytes;

int cuModuleLoadDataEx(void** module, const void* image, unsigned count, int* options,
                       void** values) {
  static char tag;
  const char* table = strstr((const char*)image, "_pattern[");
  table_bytes = table ? strtoul(table + strlen("_pattern["), 0, 10) : 0;
  *module = &tag;
  while (has("slow")) pause();
  if (!has("bad_kernel")) return 0;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == 5) strcpy((char*)values[i], "ptxas fatal: as the test wants it");
  }
  return 218;
}
int cuModuleUnload(void* module) {
  (void)module;
  return 0;
}
int cuModuleGetFunction(void** function, void* module, const char* name) {
  (void)name;
  *function = module;
  return 0;
}
int cuModuleGetGlobal_v2(unsigned long long* address, size_t* bytes, void* module,
                         const char* name) {
  static char table[1 << 20];
  (void)module;
  (void)name;
  *address = (unsigned long long)(size_t)table;
  *bytes = table_bytes;
  return 0;
}
int cuFuncGetAttribute(int* value, int attribute, void* function) {
  (void)attribute;
  (void)function;
  *value = 0;
  return 0;
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* groups, void* function, int size,
                                                size_t shared) {
  (void)function;
  (void)size;
  (void)shared;
  *groups = 1;
  return 0;
}
int cuMemGetInfo_v2(size_t* free_bytes, size_t* total) {
  *free_bytes = *total = (size_t)1 << 30;
  return 0;
}
int cuMemAlloc_v2(unsigned long long* address, size_t bytes) {
  if (has("out_of_memory")) return 2;
  *address = (unsigned long long)(size_t)malloc(bytes);
  return 0;
}
int cuMemFree_v2(unsigned long long address) {
  free((void*)(size_t)address);
  return 0;
}
int cuMemsetD8_v2(unsigned long long address, unsigned char value, size_t bytes) {
  memset((void*)(size_t)address, value, bytes);
  return 0;
}
int cuMemcpyHtoD_v2(unsigned long long to, const void* from, size_t bytes) {
  memcpy((void*)(size_t)to, from, bytes);
  return 0;
}
int cuMemcpyDtoH_v2(void* to, unsigned long long from, size_t bytes) {
  memcpy(to, (void*)(size_t)from, bytes);
  return 0;
}
int cuStreamCreate(void** stream, unsigned flags) {
  static char tag;
  (void)flags;
  *stream = &tag;
  return 0;
}
int cuStreamSynchronize(void* stream) {
  return stream && has("time_out") ? 702 : 0;
}
int cuStreamDestroy_v2(void* stream) {
  (void)stream;
  return 0;
}
int cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned shared, void* stream, void** arguments, void** extra) {
  (void)function, (void)gx, (void)gy, (void)gz, (void)bx, (void)by, (void)bz;
  (void)shared, (void)stream, (void)arguments, (void)extra;
  return 0;
}
int cuGetErrorName(int error, const char** name) {
  *name = error == 2     ? "CUDA_ERROR_OUT_OF_MEMORY"
          : error == 100 ? "CUDA_ERROR_NO_DEVICE"
          : error == 218 ? "CUDA_ERROR_INVALID_PTX"
          : error == 702 ? "CUDA_ERROR_LAUNCH_TIMEOUT"
                         : "CUDA_ERROR_UNKNOWN";
  return 0;
}
int cuGetErrorString(int error, const char** text) {
  *text = error == 2 ? "out of memory" : "as the test wants it";
  return 0;
}
