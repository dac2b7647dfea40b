#include "backend/llvm/plugin/plugin_tables.h"

namespace tesuji::llvm_backend {

using llvm::Constant;

Constant* TableWriter::texts(const tsj_texts& texts) {
  Constant*& known = texts_[texts.text];
  if (known != nullptr) return known;
  const std::size_t slots = texts.slots == nullptr ? 0 : std::size_t{texts.slot_mask} + 1;
  const std::size_t bytes = texts.begins[texts.count];
  known = data.record<tsj_texts>(
      {data.text({texts.text, bytes}), data.words32({texts.begins, std::size_t{texts.count} + 1}),
       data.words32({texts.slots, slots}), data.i32(texts.count), data.i32(texts.slot_mask)});
  return known;
}

Constant* TableWriter::terms(const tsj_terms& terms) {
  std::vector<Constant*> columns;
  for (std::uint32_t c = 0; c < terms.column_count; ++c) columns.push_back(texts(terms.columns[c]));
  return data.record<tsj_terms>({texts(terms.pieces), data.array(columns),
                                 data.words64({terms.strides, terms.column_count}),
                                 data.i32(terms.column_count), data.i64(terms.count)});
}

}  // namespace tesuji::llvm_backend
