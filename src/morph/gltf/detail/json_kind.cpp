// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/json_schema.h"

namespace morph::gltf::detail {
namespace {

bool is_number(char first) { return first == '-' || (first >= '0' && first <= '9'); }

}  // namespace

std::string_view name_of(JsonKind kind) {
  switch (kind) {
    case JsonKind::object:
    case JsonKind::map:
      return "an object";
    case JsonKind::array:
      return "an array";
    case JsonKind::index:
    case JsonKind::size:
      return "an integer";
    case JsonKind::number:
      return "a number";
    case JsonKind::string:
      return "a string";
    case JsonKind::boolean:
      return "true or false";
    case JsonKind::anything:
      break;
  }
  return "a value";
}

std::string_view name_of_value(char first) {
  switch (first) {
    case '{':
      return "an object";
    case '[':
      return "an array";
    case '"':
      return "a string";
    case 't':
    case 'f':
      return "true or false";
    case 'n':
      return "null";
    default:
      return "a number";
  }
}

bool fits(JsonKind kind, char first) {
  switch (kind) {
    case JsonKind::object:
    case JsonKind::map:
      return first == '{';
    case JsonKind::array:
      return first == '[';
    case JsonKind::index:
    case JsonKind::size:
    case JsonKind::number:
      return is_number(first);
    case JsonKind::string:
      return first == '"';
    case JsonKind::boolean:
      return first == 't' || first == 'f';
    case JsonKind::anything:
      break;
  }
  return true;
}

}  // namespace morph::gltf::detail
