#include "backend/llvm/emit/abi_functions.h"

#include "runtime/core/tesuji/abi.h"
#include "runtime/core/tesuji/memory_abi.h"

#include <array>
#include <cstring>

namespace tesuji::llvm_backend {
namespace {

template <typename Function>
AbiFunction entry_of(const char* name, Function* function) {
  return {name, reinterpret_cast<void*>(function)};
}

}  // namespace

std::span<const AbiFunction> abi_functions() {
  static const std::array functions = {
      entry_of("tsj_table_insert", &tsj_table_insert),
      entry_of("tsj_table_contains", &tsj_table_contains),
      entry_of("tsj_index_first", &tsj_index_first),
      entry_of("tsj_table_clear", &tsj_table_clear),
      entry_of("tsj_table_next_round", &tsj_table_next_round),
      entry_of("tsj_fact_index_first", &tsj_fact_index_first),
      entry_of("tsj_facts_contain", &tsj_facts_contain),
      entry_of("tsj_facts_add", &tsj_facts_add),
      entry_of("tsj_facts_remove", &tsj_facts_remove),
      entry_of("tsj_compute", &tsj_compute),
      entry_of("tsj_whole_number", &tsj_whole_number),
      entry_of("tsj_numbers_compare", &tsj_numbers_compare),
      entry_of("memcpy", &std::memcpy),
      entry_of("memmove", &std::memmove),
      entry_of("memset", &std::memset),
      entry_of("memcmp", &std::memcmp),
  };
  return functions;
}

}  // namespace tesuji::llvm_backend
