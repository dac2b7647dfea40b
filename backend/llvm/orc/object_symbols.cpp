#include "backend/llvm/orc/object_symbols.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ObjCopy/ConfigManager.h>
#include <llvm/ObjCopy/ObjCopy.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/Support/raw_ostream.h>

#include <stdexcept>

namespace tesuji::llvm_backend {
namespace {

void require(llvm::Error error) {
  if (error) throw std::runtime_error("object file: " + llvm::toString(std::move(error)));
}

}  // namespace

std::vector<char> show_only(const std::vector<char>& object, const std::string& symbol,
                            const std::string& name) {
  auto file = llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef({object.data(), object.size()}, "object"));
  require(file.takeError());
  llvm::objcopy::ConfigManager config;
  auto kept = llvm::objcopy::NameOrPattern::create(symbol, llvm::objcopy::MatchStyle::Literal,
                                                   [](llvm::Error error) { return error; });
  require(config.Common.SymbolsToKeepGlobal.addMatcher(std::move(kept)));
  if (name != symbol) config.Common.SymbolsToRename[symbol] = name;
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  require(llvm::objcopy::executeObjcopyOnBinary(config, **file, stream));
  return {bytes.begin(), bytes.end()};
}

}  // namespace tesuji::llvm_backend
