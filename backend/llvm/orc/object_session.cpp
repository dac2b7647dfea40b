#include "backend/llvm/orc/object_session.h"

#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>

#include <stdexcept>
#include <utility>

namespace tesuji::llvm_backend {

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
