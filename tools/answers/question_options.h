// Reads the options of a question, the members of a JSON object.
#pragma once

#include "ir/core/diagnostics.h"
#include "tools/base/report.h"

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// Each function returns a member's value, or the given default if it is missing. A wrong value is
/// reported (code "usage"), and the default returned.
class QuestionOptions {
 public:
  /// Reports if `text` is not a JSON object; empty: an object without members.
  QuestionOptions(std::string_view text, ir::Diagnostics& diagnostics);
  ~QuestionOptions();
  QuestionOptions(const QuestionOptions&) = delete;
  QuestionOptions& operator=(const QuestionOptions&) = delete;

  [[nodiscard]] bool has(const char* name) const;
  [[nodiscard]] bool flag(const char* name, bool otherwise);
  [[nodiscard]] std::uint64_t number(
      const char* name, std::uint64_t otherwise, std::uint64_t least = 0,
      std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
  /// Returns a value from 0 to 1e9.
  [[nodiscard]] double seconds(const char* name, double otherwise);
  [[nodiscard]] double real(const char* name, double otherwise, double least, double most);
  [[nodiscard]] std::string text(const char* name, std::string otherwise);
  [[nodiscard]] std::string choice(const char* name, std::string otherwise,
                                   std::initializer_list<const char*> choices);
  [[nodiscard]] std::vector<std::string> texts(const char* name);
  [[nodiscard]] std::vector<std::vector<std::string>> lists(const char* name);

  /// Call it after all options were read: reports members that were not read. Returns false if
  /// anything was wrong.
  [[nodiscard]] bool finish();

 private:
  const Json* find(const char* name);
  void refuse(const char* name, const std::string& wanted);
  [[nodiscard]] bool take_texts(const Json& array, std::vector<std::string>& into) const;

  std::unique_ptr<Json> object_;
  ir::Diagnostics& diagnostics_;
  std::vector<std::string> known_;
  bool fine_ = true;
};

}  // namespace tesuji::tools
