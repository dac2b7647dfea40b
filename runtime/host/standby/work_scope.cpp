#include "runtime/host/standby/work_scope.h"

namespace tesuji::runtime {
namespace {

constinit thread_local WorkScope* innermost_work = nullptr;

}  // namespace

WorkScope::WorkScope(std::uint64_t limit) : before_(innermost_work), limit_(limit) {
  innermost_work = this;
}

WorkScope::~WorkScope() {
  innermost_work = before_;
}

bool charge_work(std::uint64_t work) {
  WorkScope* scope = innermost_work;
  if (scope == nullptr) return true;
  scope->spent_ += work;
  if (scope->spent_ < scope->limit_) return true;
  scope->over_ = true;
  return false;
}

}  // namespace tesuji::runtime
