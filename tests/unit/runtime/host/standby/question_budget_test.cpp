// Budgets double, and follow what the standby takes.
#include "runtime/host/standby/question_budget.h"
#include "runtime/host/standby/work_scope.h"

#include <catch2/catch.hpp>

using namespace tesuji;
using runtime::QuestionBudget;

TEST_CASE("The first budget is twice what the standby is expected to take", "[standby]") {
  QuestionBudget budget;
  CHECK(budget.of_plans() == QuestionBudget::first);
  budget.standby_answered(1'000'000);
  CHECK(budget.of_plans() == 2'000'000);
  for (int i = 0; i < 50; ++i) budget.standby_answered(3'000'000);
  CHECK(budget.of_plans() > 5'900'000);
  CHECK(budget.of_plans() <= 6'000'000);
  budget.standby_gave_up(40'000'000);
  CHECK(budget.of_plans() == 80'000'000);
  budget.standby_gave_up(1'000);
  CHECK(budget.of_plans() == 80'000'000);
  for (int i = 0; i < 100; ++i) budget.standby_answered(1);
  CHECK(budget.of_plans() == QuestionBudget::least);
}

TEST_CASE("Where plans take long together, the standby is asked once", "[standby]") {
  QuestionBudget budget;
  for (int i = 0; i < 1'000; ++i) budget.plans_answered(QuestionBudget::little - 1);
  CHECK(budget.of_plans() == QuestionBudget::first);
  budget.plans_answered(QuestionBudget::curious - 1);
  CHECK(budget.of_plans() == QuestionBudget::first);
  budget.plans_answered(QuestionBudget::little);
  CHECK(budget.of_plans() == 0);
  budget.standby_gave_up(QuestionBudget::first);
  CHECK(budget.of_plans() == 2 * QuestionBudget::first);
}

TEST_CASE("Without a standby there is no limit", "[standby]") {
  QuestionBudget budget;
  budget.standby_failed();
  budget.standby_answered(1);
  CHECK(budget.of_plans() == runtime::unlimited_work);
  CHECK(QuestionBudget::after(runtime::unlimited_work) == runtime::unlimited_work);
  CHECK(QuestionBudget::after(3) == 6);
}

TEST_CASE("Work is charged to the innermost scope", "[standby]") {
  CHECK(runtime::charge_work(runtime::unlimited_work));
  const runtime::WorkScope outer(100);
  CHECK(runtime::charge_work(60));
  {
    const runtime::WorkScope inner(10);
    CHECK(runtime::charge_work(9));
    CHECK_FALSE(inner.is_over());
    CHECK_FALSE(runtime::charge_work(1));
    CHECK(inner.is_over());
    CHECK(inner.spent() == 10);
  }
  CHECK(outer.spent() == 60);
  CHECK_FALSE(runtime::charge_work(40));
  CHECK(outer.is_over());
}
