// Writes a plugin's tables as LLVM constants, laid out as a C compiler would.
//
// The tables lie in memory, as those of games that this process plays; the schema
// (runtime/host/game/table_fields.h) says what their fields are. What stands for a function is an
// address that FunctionNames has given to its name. Internal to this layer.
#pragma once

#include "runtime/host/game/table_fields.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::llvm_backend {

/// Addresses that stand for functions of other object files, in tables that are only written.
class FunctionNames {
 public:
  FunctionNames() = default;
  FunctionNames(const FunctionNames&) = delete;
  FunctionNames& operator=(const FunctionNames&) = delete;

  /// Returns the same address for the same name; null for an empty name. It must not be called.
  template <typename Function>
  [[nodiscard]] Function address(const std::string& name) {
    return name.empty() ? nullptr : reinterpret_cast<Function>(stand_in(name));
  }
  /// Returns the name of an address. Throws std::logic_error for other addresses.
  [[nodiscard]] const std::string& name(const void* address) const;

 private:
  void* stand_in(const std::string& name);

  std::unordered_map<std::string, char> numbers_;  ///< elements keep their addresses
  std::unordered_map<const void*, const std::string*> names_;
};

class TableWriter {
 public:
  /// The module must have its data layout already. Keeps all arguments.
  TableWriter(llvm::Module& module, const FunctionNames& functions)
      : module_(module), context_(module.getContext()), functions_(functions) {}

  /// Returns `table` as a constant, and adds everything that it points to; arrays that several
  /// tables share are added once. Throws std::logic_error if a table is laid out otherwise than its
  /// struct, or contains an address that is valid in this process only.
  template <typename Table>
  [[nodiscard]] llvm::Constant* write(const Table& table) {
    return value(table);
  }

 private:
  /// Visits the fields of one struct.
  struct Fields {
    TableWriter& writer;
    runtime::TableLengths& lengths;
    std::vector<llvm::Constant*> written{};

    template <typename... Values>
    void operator()(const Values&... values) {
      (written.push_back(writer.value(values)), ...);
    }
    template <typename T>
    void array(const T* elements, std::size_t count) {
      written.push_back(writer.array(elements, count));
    }
    template <typename T>
    void arrays(const T* arrays, const std::vector<std::size_t>& counts) {
      std::vector<llvm::Constant*> addresses;
      for (std::size_t i = 0; i < counts.size(); ++i) {
        addresses.push_back(writer.array(arrays[i], counts[i]));
      }
      written.push_back(writer.address(writer.list(addresses)));
    }
    void opaque(const void* address) { written.push_back(writer.opaque(address)); }
  };

  template <typename T>
  llvm::Constant* value(const T& given) {
    if constexpr (std::is_integral_v<T>) {
      return number(static_cast<std::uint64_t>(given), 8 * sizeof(T));
    } else if constexpr (std::is_array_v<T>) {
      return numbers(given, std::extent_v<T>);
    } else if constexpr (std::is_same_v<T, const char*>) {
      return text(given);
    } else if constexpr (std::is_pointer_v<T>) {
      static_assert(std::is_function_v<std::remove_pointer_t<T>>, "an address without a length");
      return function(reinterpret_cast<const void*>(given));
    } else {
      Fields found{*this, lengths_};
      runtime::fields(found, given);
      return record(found.written, sizeof(T));
    }
  }

  template <typename T>
  llvm::Constant* array(const T* elements, std::size_t count) {
    if (count == 0) return null();
    llvm::Constant*& known = arrays_[{elements, count * sizeof(T)}];
    if (known != nullptr) return known;
    if constexpr (std::is_integral_v<T>) {
      return known = address(numbers(elements, count));
    } else {
      std::vector<llvm::Constant*> values;
      for (std::size_t i = 0; i < count; ++i) values.push_back(value(elements[i]));
      return known = address(list(values));
    }
  }

  template <typename T>
  llvm::Constant* numbers(const T* values, std::size_t count) {
    return llvm::ConstantDataArray::getRaw(
        llvm::StringRef(reinterpret_cast<const char*>(values), count * sizeof(T)), count,
        number_type(8 * sizeof(T)));
  }

  llvm::Type* number_type(unsigned bits);
  llvm::Constant* number(std::uint64_t value, unsigned bits);
  llvm::Constant* null();
  llvm::Constant* opaque(const void* address);
  llvm::Constant* text(const char* text);
  llvm::Constant* function(const void* address);
  llvm::Constant* record(const std::vector<llvm::Constant*>& fields, std::size_t size);
  /// Returns an array of constants of one type; null for an empty list.
  llvm::Constant* list(const std::vector<llvm::Constant*>& elements);
  /// Returns the address of a private constant with this value; null for null.
  llvm::Constant* address(llvm::Constant* value);

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  const FunctionNames& functions_;
  runtime::TableLengths lengths_;
  std::map<std::pair<const void*, std::size_t>, llvm::Constant*> arrays_;  ///< by place and bytes
};

}  // namespace tesuji::llvm_backend
