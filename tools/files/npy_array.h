// Reads and writes NumPy's arrays (.npy). Source: numpy.lib.format, versions 1.0 to
// 3.0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// Returns the head of an array in C order, padded to a multiple of 64 bytes. `shape` as in Python:
/// `(3, 7)`, `(3,)`.
[[nodiscard]] std::string npy_head(std::string_view type, std::string_view shape);

/// Returns the head of an array of one dimension.
[[nodiscard]] std::string npy_head(std::string_view type, std::uint64_t count);

/// Returns a whole array of texts (ASCII), of NumPy's type <U.
[[nodiscard]] std::string npy_texts(const std::vector<std::string>& texts);

/// Append the bytes of a number, or of several.
void append_bytes(std::string& text, std::uint64_t number);
void append_bytes(std::string& text, std::span<const std::uint64_t> numbers);
void append_bytes(std::string& text, double number);

/// An array of numbers, or of texts.
struct NpyArray {
  std::string type;                ///< as in the file: `<u8`
  std::vector<std::size_t> shape;  ///< one or two numbers
  std::vector<double> numbers;     ///< row-major; empty for texts
  std::vector<std::string> texts;  ///< empty for numbers
};

/// Reads an array of one or two dimensions; integers, floating-point numbers, truth values and
/// texts in little-endian order. Throws std::runtime_error with the error or the unsupported
/// feature.
[[nodiscard]] NpyArray read_npy(std::string_view bytes);

}  // namespace tesuji::tools
