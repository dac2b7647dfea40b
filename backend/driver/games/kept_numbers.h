// Keeps what was found out about a net in the object cache, as numbers.
#pragma once

#include "backend/object_cache/object_cache.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::driver {

/// One place in a cache.
class KeptNumbers {
 public:
  using Numbers = std::vector<std::uint32_t>;

  /// `cache` may be null: nothing is found then, and nothing kept. `kind`, `name`: see CacheLabel.
  /// What is found out depends on `source` alone: texts that differ where it was made otherwise,
  /// and numbers.
  KeptNumbers(std::shared_ptr<object_cache::ObjectCache> cache, std::string kind, std::string name,
              std::string_view source_text, const Numbers& source);

  [[nodiscard]] std::optional<Numbers> find() const;
  void store(const Numbers& numbers) const;

 private:
  std::shared_ptr<object_cache::ObjectCache> cache_;
  object_cache::CacheLabel label_;
  object_cache::CacheKey key_{};
};

}  // namespace tesuji::driver
