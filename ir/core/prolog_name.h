// Names as Prolog reads them.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::ir {

/// The name of a predicate as Prolog writes it: in quotes unless it is a plain atom, a lower-case
/// letter followed by letters, digits and `_`.
[[nodiscard]] std::string prolog_functor(std::string_view name);

}  // namespace tesuji::ir
