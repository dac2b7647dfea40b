#include "tools/answers/question_options.h"

#include "ir/core/diagnostics.h"
#include "tools/base/json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace tesuji::tools {

QuestionOptions::QuestionOptions(std::string_view text, ir::Diagnostics& diagnostics)
    : object_(std::make_unique<Json>(Json::object())), diagnostics_(diagnostics) {
  if (text.empty()) return;
  Json parsed = Json::parse(text, nullptr, false);
  if (parsed.is_object()) {
    *object_ = std::move(parsed);
    return;
  }
  diagnostics_.error({}, "usage", "options are one JSON object");
  fine_ = false;
}

QuestionOptions::~QuestionOptions() = default;

bool QuestionOptions::has(const char* name) const {
  const auto found = object_->find(name);
  return found != object_->end() && !found->is_null();
}

const Json* QuestionOptions::find(const char* name) {
  known_.emplace_back(name);
  return has(name) ? &*object_->find(name) : nullptr;
}

void QuestionOptions::refuse(const char* name, const std::string& wanted) {
  diagnostics_.error({}, "usage", fmt::format("`{}` must be {}", name, wanted));
  fine_ = false;
}

bool QuestionOptions::flag(const char* name, bool otherwise) {
  const Json* const value = find(name);
  if (value == nullptr) return otherwise;
  if (value->is_boolean()) return value->get<bool>();
  refuse(name, "true or false");
  return otherwise;
}

std::uint64_t QuestionOptions::number(const char* name, std::uint64_t otherwise,
                                      std::uint64_t least, std::uint64_t most) {
  const Json* const value = find(name);
  if (value == nullptr) return otherwise;
  if (value->is_number_unsigned()) {
    const auto number = value->get<std::uint64_t>();
    if (number >= least && number <= most) return number;
  }
  refuse(name, fmt::format("a whole number from {} to {}", least, most));
  return otherwise;
}

double QuestionOptions::real(const char* name, double otherwise, double least, double most) {
  const Json* const value = find(name);
  if (value == nullptr) return otherwise;
  if (value->is_number()) {
    const auto number = value->get<double>();
    if (number >= least && number <= most) return number;
  }
  refuse(name, fmt::format("a number from {:g} to {:g}", least, most));
  return otherwise;
}

double QuestionOptions::seconds(const char* name, double otherwise) {
  constexpr double most = 1e9;
  return real(name, otherwise, 0, most);
}

std::string QuestionOptions::text(const char* name, std::string otherwise) {
  const Json* const value = find(name);
  if (value == nullptr) return otherwise;
  if (value->is_string()) return value->get<std::string>();
  refuse(name, "a text");
  return otherwise;
}

std::string QuestionOptions::choice(const char* name, std::string otherwise,
                                    std::initializer_list<const char*> choices) {
  std::string said = text(name, otherwise);
  if (std::find(choices.begin(), choices.end(), said) != choices.end()) return said;
  refuse(name, fmt::format("one of {}", fmt::join(choices, ", ")));
  return otherwise;
}

bool QuestionOptions::take_texts(const Json& array, std::vector<std::string>& into) const {
  if (!array.is_array()) return false;
  for (const Json& one : array) {
    if (!one.is_string()) return false;
    into.push_back(one.get<std::string>());
  }
  return true;
}

std::vector<std::string> QuestionOptions::texts(const char* name) {
  const Json* const value = find(name);
  std::vector<std::string> found;
  if (value != nullptr && !take_texts(*value, found)) refuse(name, "a list of texts");
  return found;
}

std::vector<std::vector<std::string>> QuestionOptions::lists(const char* name) {
  const Json* const value = find(name);
  std::vector<std::vector<std::string>> found;
  if (value == nullptr) return found;
  bool fine = value->is_array();
  if (fine) {
    for (const Json& list : *value) fine = take_texts(list, found.emplace_back()) && fine;
  }
  if (!fine) refuse(name, "a list of lists of texts");
  return found;
}

bool QuestionOptions::finish() {
  for (const auto& member : object_->items()) {
    if (std::find(known_.begin(), known_.end(), member.key()) != known_.end()) continue;
    const std::string nearest = ir::nearest_name(member.key(), known_);
    diagnostics_.error(
        {}, "usage",
        fmt::format("unknown option `{}`{}", member.key(),
                    nearest.empty() ? std::string() : "; did you mean `" + nearest + "`?"));
    fine_ = false;
  }
  return fine_;
}

}  // namespace tesuji::tools
