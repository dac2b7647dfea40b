#include "backend/llvm/orc/code_thread.h"

#include <pthread.h>

#include <cstddef>
#include <exception>
#include <system_error>

namespace tesuji::llvm_backend {
namespace {

constexpr std::size_t stack_bytes = std::size_t{64} << 20U;

struct Call {
  const std::function<void()>& work;
  std::exception_ptr failure;
};

void* run(void* argument) {
  Call& call = *static_cast<Call*>(argument);
  try {
    call.work();
  } catch (...) {
    call.failure = std::current_exception();
  }
  return nullptr;
}

void require(int error) {
  if (error != 0) throw std::system_error(error, std::generic_category(), "no thread to compile");
}

}  // namespace

// Not LLVM's own thread, which ends the process if it cannot start.
void with_large_stack(const std::function<void()>& work) {
  Call call{work, nullptr};
  pthread_attr_t attributes;
  require(pthread_attr_init(&attributes));
  pthread_t thread{};
  int error = pthread_attr_setstacksize(&attributes, stack_bytes);
  if (error == 0) error = pthread_create(&thread, &attributes, run, &call);
  pthread_attr_destroy(&attributes);
  require(error);
  require(pthread_join(thread, nullptr));
  if (call.failure) std::rethrow_exception(call.failure);
}

}  // namespace tesuji::llvm_backend
