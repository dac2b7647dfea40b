#include "backend/llvm/orc/cached_code.h"

#include "code_identity.h"
#include "ir/module/entries.h"
#include "ir/nets/net_numbers.h"
#include "ir/text/text.h"

#include <dlfcn.h>
#include <llvm-c/Core.h>
#include <llvm/Support/Endian.h>
#include <pthread.h>
#include <sys/stat.h>

#include <array>
#include <cstddef>
#include <exception>
#include <system_error>

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

namespace {

/// Writes numbers in 8 bytes, little-endian, and texts after their lengths.
class Writer {
 public:
  void add(std::uint64_t number) {
    char encoded[8];
    llvm::support::endian::write64le(encoded, number);
    bytes_.append(encoded, sizeof encoded);
  }
  void add(std::string_view text) {
    add(text.size());
    bytes_.append(text);
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// After the first missing item, all further reads fail.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  std::uint64_t number() {
    const std::string_view bytes = take(8);
    return bytes.empty() ? 0 : llvm::support::endian::read64le(bytes.data());
  }
  std::string_view text() { return take(number()); }
  /// Reads a count of items of at least 8 bytes each.
  std::uint64_t count() {
    const std::uint64_t items = number();
    good_ = good_ && items <= left_.size() / 8;
    return good_ ? items : 0;
  }
  /// Whether nothing was missing and no bytes remain.
  [[nodiscard]] bool complete() const { return good_ && left_.empty(); }

 private:
  std::string_view take(std::uint64_t length) {
    good_ = good_ && length <= left_.size();
    if (!good_) return {};
    const std::string_view taken = left_.substr(0, length);
    left_.remove_prefix(length);
    return taken;
  }

  std::string_view left_;
  bool good_ = true;
};

}  // namespace

std::string encode_code(const CompiledCode& code) {
  Writer out;
  out.add(code.numbers.size());
  for (const std::uint64_t number : code.numbers) out.add(number);
  out.add(code.names.size());
  for (const std::string& name : code.names) out.add(name);
  out.add(code.files.size());
  for (const ObjectFile& file : code.files) {
    out.add(file.name);
    out.add(std::string_view(file.bytes.data(), file.bytes.size()));
  }
  return out.take();
}

std::optional<CompiledCode> decode_code(std::string_view bytes) {
  Reader in(bytes);
  CompiledCode code;
  code.numbers.resize(in.count());
  for (std::uint64_t& number : code.numbers) number = in.number();
  code.names.resize(in.count());
  for (std::string& name : code.names) name = in.text();
  code.files.resize(in.count());
  for (ObjectFile& file : code.files) {
    file.name = in.text();
    const std::string_view text = in.text();
    file.bytes.assign(text.begin(), text.end());
  }
  if (!in.complete()) return std::nullopt;
  return code;
}

std::optional<CompiledCode> CachedCode::find() const {
  if (cache_ == nullptr) return std::nullopt;
  const auto payload = cache_->find(key_);
  return payload ? decode_code(*payload) : std::nullopt;
}

void CachedCode::store(const CompiledCode& code) const {
  if (cache_ != nullptr) cache_->store(key_, label_, encode_code(code));
}

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
