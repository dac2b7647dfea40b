// Makes names for fresh copies of variables, unique along one derivation.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace tesuji::reference {

/// Returns `X`, then `X1`, `X2`, .. while earlier ones are in use. Names released in the reverse
/// order of taking become available again.
class VariableNames {
 public:
  std::string take(const std::string& base);
  void release(const std::string& name);

 private:
  std::unordered_set<std::string> used_;
  std::unordered_map<std::string, unsigned> next_;        ///< number to try first, per base
  std::unordered_map<std::string, std::string> base_of_;  ///< of the numbered ones in use
};

}  // namespace tesuji::reference
