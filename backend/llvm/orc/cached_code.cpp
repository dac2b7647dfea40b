#include "backend/llvm/orc/cached_code.h"

#include <llvm/Support/Endian.h>

namespace tesuji::llvm_backend {
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

}  // namespace tesuji::llvm_backend
