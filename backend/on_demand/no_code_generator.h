// Defines the exception for a missing or unusable library of the code generator.
#pragma once

#include <stdexcept>

namespace tesuji::on_demand {

/// The library is missing, cannot be loaded, or is of another build; what() is a message for the
/// user.
class NoCodeGenerator : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tesuji::on_demand
