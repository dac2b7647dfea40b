#include "passes/lanes/xag_numbers.h"

#include <algorithm>

namespace tesuji::passes {
namespace {

using ir::complement;
using ir::false_signal;
using ir::Signal;
using ir::true_signal;

void trim(XagNumber& number) {
  while (!number.empty() && number.back() == false_signal) number.pop_back();
}

}  // namespace

Signal bit_of(const XagNumber& number, std::size_t position) {
  return position < number.size() ? number[position] : false_signal;
}

XagNumber number_where(Signal condition, std::uint64_t value) {
  XagNumber number;
  for (; value != 0; value >>= 1U) number.push_back((value & 1U) != 0 ? condition : false_signal);
  trim(number);
  return number;
}

XagNumber add(XagBuilder& build, const XagNumber& a, const XagNumber& b) {
  XagNumber sum;
  Signal carry = false_signal;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const Signal x = bit_of(a, i);
    const Signal y = bit_of(b, i);
    sum.push_back(build.differ(build.differ(x, y), carry));
    carry = build.majority(x, y, carry);
  }
  sum.push_back(carry);
  trim(sum);
  return sum;
}

Signal is_less(XagBuilder& build, const XagNumber& a, const XagNumber& b) {
  Signal less = false_signal;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    less = build.majority(complement(bit_of(a, i)), bit_of(b, i), less);
  }
  return less;
}

XagNumber subtract(XagBuilder& build, const XagNumber& a, const XagNumber& b, std::size_t bits) {
  XagNumber difference;
  Signal borrow = false_signal;
  for (std::size_t i = 0; i < bits; ++i) {
    const Signal x = bit_of(a, i);
    const Signal y = bit_of(b, i);
    difference.push_back(build.differ(build.differ(x, y), borrow));
    borrow = build.majority(complement(x), y, borrow);
  }
  trim(difference);
  return difference;
}

}  // namespace tesuji::passes
