#include "backend/llvm/orc/cache_key.h"

#include "code_identity.h"
#include "ir/module/entries.h"
#include "ir/nets/net_numbers.h"
#include "ir/text/text.h"

#include <dlfcn.h>
#include <llvm-c/Core.h>
#include <sys/stat.h>

#include <array>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {
namespace {

/// To be increased when code changes for a reason that the key does not cover.
constexpr std::uint64_t code_version = 1;

/// Returns LLVM's version and the file from which it was loaded, since a distribution's update may
/// keep the version.
std::string llvm_identity() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned patch = 0;
  LLVMGetVersion(&major, &minor, &patch);
  std::string identity =
      "LLVM " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
  Dl_info library{};
  struct stat status{};
  if (dladdr(reinterpret_cast<const void*>(&LLVMGetVersion), &library) != 0 &&
      library.dli_fname != nullptr && stat(library.dli_fname, &status) == 0) {
    identity += " " + std::to_string(status.st_size) + " " + std::to_string(status.st_mtim.tv_sec) +
                "." + std::to_string(status.st_mtim.tv_nsec);
  }
  return identity;
}

void forget_places(std::vector<ir::Operation>& operations) {
  for (ir::Operation& operation : operations) {
    operation.span = {};
    operation.origin.clear();
    operation.estimate = 0;
    forget_places(operation.body);
  }
}

}  // namespace

CacheKeyHash::CacheKeyHash() {
  static const std::string llvm = llvm_identity();
  add(code_version);
  add(code_identity);
  add(llvm);
}

void CacheKeyHash::add(std::string_view text) {
  add(text.size());
  hash_.update(llvm::StringRef(text.data(), text.size()));
}

void CacheKeyHash::add(std::uint64_t number) {
  std::array<std::uint8_t, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(number >> (8 * i));
  }
  hash_.update(bytes);
}

void CacheKeyHash::add(std::span<const std::uint32_t> numbers) {
  add(numbers.size());
  hash_.update({reinterpret_cast<const std::uint8_t*>(numbers.data()), numbers.size_bytes()});
}

void CacheKeyHash::add(const llvm::TargetMachine& machine) {
  add(machine.getTargetTriple().str());
  add(std::string_view(machine.getTargetCPU()));
  add(std::string_view(machine.getTargetFeatureString()));
  add(static_cast<std::uint64_t>(machine.getOptLevel()));
  add(static_cast<std::uint64_t>(machine.getCodeModel()));
  add(static_cast<std::uint64_t>(machine.getRelocationModel()));
}

void CacheKeyHash::add(const ir::Module& module) {
  ir::Module bare = module;
  bare.rules.clear();
  for (ir::Relation& relation : bare.relations) relation.span = {};
  for (ir::Plan& plan : bare.plans) {
    plan.span = {};
    forget_places(plan.ops);
  }
  add(ir::print(bare));
  // Which remaining entries exist depends on the operations' estimates, which are not in the key.
  for (const ir::Entry& entry : ir::remaining_entries(module)) {
    add(entry.name);
    add(entry.strata);
  }
}

void CacheKeyHash::add(const ir::Net& net) {
  add(ir::numbers_of(net));
}

void CacheKeyHash::add(const ir::Bitboards* boards) {
  add(boards == nullptr ? 0 : 1);
  if (boards == nullptr) return;
  add(boards->words.size());
  for (const ir::BoardWord& word : boards->words) {
    add(static_cast<std::uint64_t>(word.kind));
    add(word.a);
    add(word.b);
    add(word.bits);
  }
  add(boards->inputs.size());
  for (const std::vector<std::uint32_t>& input : boards->inputs) add(input);
  for (const ir::BoardMoves& moves : boards->moves) {
    add(moves.stride);
    for (const std::uint64_t word : moves.words) add(word);
  }
  for (const std::vector<ir::BoardBit>* answers :
       {&boards->legal, &boards->terminal, &boards->next}) {
    std::vector<std::uint32_t> numbers;
    for (const ir::BoardBit& bit : *answers) numbers.insert(numbers.end(), {bit.word, bit.bit});
    add(numbers);
  }
}

object_cache::CacheKey CacheKeyHash::finish() {
  return hash_.final();
}

}  // namespace tesuji::llvm_backend
