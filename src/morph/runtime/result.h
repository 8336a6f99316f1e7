// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace morph {

// How the libraries answer: data from outside (files, bytes, drivers, command line) is answered
// with a Result; a call that breaks a written precondition is an assert. No exception leaves a
// library. Warnings are Errors in a list.

/// What kind of thing went wrong.
enum class ErrorCode : std::uint8_t {
  io,                ///< a file cannot be opened, read or written
  syntax,            ///< not glTF: broken JSON, GLB structure, base64 or UTF-8
  unsupported,       ///< well formed, but a version, extension or codec that is not implemented
  forbidden,         ///< a URI that leaves the folder it may use
  out_of_range,      ///< an index, offset or range that points outside
  invalid_value,     ///< a value that the specification or the call does not allow
  count_mismatch,    ///< two counts that must agree do not
  limit_exceeded,    ///< sound, but larger than the limits in force
  not_found,         ///< no object of that name
  no_morph_targets,  ///< the node has no mesh with morph targets
  graphics,          ///< the OpenGL driver refused
  out_of_memory,
  cancelled,  ///< the caller wanted no more
};

/// One finding: an error, or a warning where a list of them is given.
struct Error {
  ErrorCode code = ErrorCode::invalid_value;
  std::string where;  ///< JSON pointer of the offending value, a file name, or empty
  std::string
      message;  ///< what, found, expected: "has 23 elements, expected 24 (one per base vertex)"
  std::string_view rule{};  ///< gltf-validator's name for it ("MESH_INVALID_WEIGHTS_COUNT"), a
                            ///< literal; may be empty

  /// "where: message", or the message alone where there is no place to name.
  [[nodiscard]] std::string text() const {
    return where.empty() ? message : where + ": " + message;
  }

  friend bool operator==(const Error&, const Error&) = default;
};

/// A T, or the Error that prevented it.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  /// Precondition (asserted): has_value().
  T& value() & { return *get(this); }
  const T& value() const& { return *get(this); }
  T&& value() && { return std::move(*get(this)); }
  T& operator*() & { return *get(this); }
  const T& operator*() const& { return *get(this); }
  T&& operator*() && { return std::move(*get(this)); }
  T* operator->() { return get(this); }
  const T* operator->() const { return get(this); }

  /// Precondition (asserted): !has_value().
  [[nodiscard]] const Error& error() const& {
    assert(!has_value());
    return *std::get_if<1>(&state_);
  }
  [[nodiscard]] Error&& error() && {
    assert(!has_value());
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  template <class Self>
  static auto* get(Self* self) {
    assert(self->has_value());
    return std::get_if<0>(&self->state_);
  }

  std::variant<T, Error> state_;
};

/// Success, or the Error that prevented it.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)), failed_(true) {}

  [[nodiscard]] bool has_value() const { return !failed_; }
  explicit operator bool() const { return has_value(); }

  /// Precondition (asserted): !has_value().
  [[nodiscard]] const Error& error() const {
    assert(failed_);
    return error_;
  }

 private:
  Error error_;
  bool failed_ = false;
};

}  // namespace morph
