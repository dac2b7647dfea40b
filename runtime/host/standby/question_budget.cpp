#include "runtime/host/standby/question_budget.h"

#include "runtime/host/standby/work_scope.h"

#include <algorithm>

namespace tesuji::runtime {

std::uint64_t QuestionBudget::of_plans() const {
  const std::uint64_t expected = expected_.load(std::memory_order_relaxed);
  if (expected == 0) return spent_.load(std::memory_order_relaxed) < curious ? first : 0;
  return expected == unlimited_work ? expected : std::max(least, after(expected));
}

std::uint64_t QuestionBudget::after(std::uint64_t before) {
  return before > unlimited_work / growth ? unlimited_work : growth * before;
}

void QuestionBudget::plans_answered(std::uint64_t work) {
  if (work < little || expected_.load(std::memory_order_relaxed) != 0) return;
  spent_.fetch_add(work, std::memory_order_relaxed);
}

void QuestionBudget::standby_answered(std::uint64_t work) {
  const std::uint64_t expected = expected_.load(std::memory_order_relaxed);
  if (expected == unlimited_work) return;
  // States of one game are much alike, so a single expensive one is soon forgotten.
  const std::uint64_t now = expected == 0 ? work : expected - expected / 4 + work / 4;
  expected_.store(std::max<std::uint64_t>(1, now), std::memory_order_relaxed);
}

void QuestionBudget::standby_gave_up(std::uint64_t budget) {
  const std::uint64_t expected = expected_.load(std::memory_order_relaxed);
  expected_.store(std::max(expected, budget), std::memory_order_relaxed);
}

void QuestionBudget::standby_failed() {
  expected_.store(unlimited_work, std::memory_order_relaxed);
}

}  // namespace tesuji::runtime
