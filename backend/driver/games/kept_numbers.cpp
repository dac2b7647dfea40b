#include "backend/driver/games/kept_numbers.h"

#include "backend/llvm/orc/source_hash.h"

#include <charconv>
#include <cstddef>
#include <cstring>
#include <utility>

namespace tesuji::driver {
namespace {

std::string bytes_of(const KeptNumbers::Numbers& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof numbers[0]};
}

object_cache::CacheKey hash_of(const std::string& text) {
  const std::string digits = llvm_backend::sha256(text);
  object_cache::CacheKey key{};
  for (std::size_t i = 0; i < key.size(); ++i) {
    std::from_chars(digits.data() + 2 * i, digits.data() + 2 * i + 2, key[i], 16);
  }
  return key;
}

}  // namespace

KeptNumbers::KeptNumbers(std::shared_ptr<object_cache::ObjectCache> cache, std::string kind,
                         std::string name, std::string_view source_text, const Numbers& source)
    : cache_(std::move(cache)), label_{std::move(kind), std::move(name), "", ""} {
  if (cache_ == nullptr) return;
  key_ = hash_of(label_.kind + "\n" + std::string(source_text) + "\n" + bytes_of(source));
}

std::optional<KeptNumbers::Numbers> KeptNumbers::find() const {
  if (cache_ == nullptr) return std::nullopt;
  const auto payload = cache_->find(key_);
  if (!payload || payload->size() % sizeof(std::uint32_t) != 0) return std::nullopt;
  Numbers numbers(payload->size() / sizeof(std::uint32_t));
  std::memcpy(numbers.data(), payload->data(), payload->size());
  return numbers;
}

void KeptNumbers::store(const Numbers& numbers) const {
  if (cache_ != nullptr) cache_->store(key_, label_, bytes_of(numbers));
}

}  // namespace tesuji::driver
