#include "backend/llvm/orc/object_session.h"

#include "backend/llvm/orc/perf_map.h"
#include "runtime/core/tesuji/abi.h"
#include "runtime/core/tesuji/memory_abi.h"

#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>

#include <array>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

template <typename Function>
AbiFunction entry_of(const char* name, Function* function) {
  return {name, reinterpret_cast<void*>(function)};
}

}  // namespace

std::span<const AbiFunction> abi_functions() {
  static const std::array functions = {
      entry_of("tsj_table_insert", &tsj_table_insert),
      entry_of("tsj_table_contains", &tsj_table_contains),
      entry_of("tsj_index_first", &tsj_index_first),
      entry_of("tsj_table_clear", &tsj_table_clear),
      entry_of("tsj_table_next_round", &tsj_table_next_round),
      entry_of("tsj_fact_index_first", &tsj_fact_index_first),
      entry_of("tsj_facts_contain", &tsj_facts_contain),
      entry_of("tsj_facts_add", &tsj_facts_add),
      entry_of("tsj_facts_remove", &tsj_facts_remove),
      entry_of("tsj_compute", &tsj_compute),
      entry_of("tsj_whole_number", &tsj_whole_number),
      entry_of("tsj_numbers_compare", &tsj_numbers_compare),
      entry_of("memcpy", &std::memcpy),
      entry_of("memmove", &std::memmove),
      entry_of("memset", &std::memset),
      entry_of("memcmp", &std::memcmp),
  };
  return functions;
}

namespace {

template <typename Value>
Value take(llvm::Expected<Value> expected) {
  if (!expected) throw std::runtime_error("JIT: " + llvm::toString(expected.takeError()));
  return std::move(*expected);
}

void check(llvm::Error error) {
  if (error) throw std::runtime_error("JIT: " + llvm::toString(std::move(error)));
}

}  // namespace

ObjectSession::ObjectSession(const ObjectFile& object, std::span<const AbiFunction> visible)
    : jit_(take(llvm::orc::LLJITBuilder().create())) {
  write_perf_map(*jit_);
  llvm::orc::ExecutionSession& session = jit_->getExecutionSession();
  llvm::orc::JITDylib& runtime = session.createBareJITDylib("tesuji.runtime");
  llvm::orc::SymbolMap symbols;
  for (const AbiFunction& function : visible)
    symbols[jit_->mangleAndIntern(function.name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function.address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  check(runtime.define(llvm::orc::absoluteSymbols(std::move(symbols))));
  code_ = &session.createBareJITDylib("tesuji.code");
  code_->addToLinkOrder(runtime);
  add(object);
}

void ObjectSession::add(const ObjectFile& object) {
  check(jit_->addObjectFile(*code_, llvm::MemoryBuffer::getMemBufferCopy(
                                        {object.bytes.data(), object.bytes.size()}, object.name)));
}

llvm::orc::ExecutorAddr ObjectSession::address(const std::string& symbol) const {
  return take(jit_->lookup(*code_, symbol));
}

}  // namespace tesuji::llvm_backend
