// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/animation_pointer.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "morph/gltf/detail/findings.h"

namespace morph::gltf::detail {
namespace {

Error unsound(std::string_view text, std::string_view why, std::string_view rule = {}) {
  return {ErrorCode::syntax, {}, in_quotes(text) + " " + std::string(why), rule};
}

/// Reads "~1" as '/' and "~0" as '~'; nullopt for any other '~'.
std::optional<std::string> unescaped(std::string_view token) {
  std::string out;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '~') {
      out += token[i];
      continue;
    }
    const char kind = ++i < token.size() ? token[i] : '\0';
    if (kind != '0' && kind != '1') return std::nullopt;
    out += kind == '0' ? '~' : '/';
  }
  return out;
}

constexpr std::string_view kNoPointer = "PATTERN_MISMATCH";

/// The reference tokens of a pointer, unescaped.
Result<std::vector<std::string>> tokens_of(std::string_view text) {
  if (!text.starts_with('/')) {
    return unsound(text, "is not a JSON pointer, expected a '/' first",
                   text.empty() ? std::string_view() : kNoPointer);
  }
  std::vector<std::string> tokens;
  for (std::size_t begin = 1; begin <= text.size();) {
    const std::size_t end = std::min(text.find('/', begin), text.size());
    auto token = unescaped(text.substr(begin, end - begin));
    if (!token) return unsound(text, "has a '~' that is neither ~0 nor ~1", kNoPointer);
    tokens.push_back(std::move(*token));
    begin = end + 1;
  }
  return tokens;
}

std::optional<Index> index_of(std::string_view token) {
  Index index = 0;
  const char* const end = token.data() + token.size();
  const auto [stop, fault] = std::from_chars(token.data(), end, index);
  const bool leading_zero = token.size() > 1 && token[0] == '0';
  if (fault != std::errc() || stop != end || leading_zero || index == kNoIndex) return std::nullopt;
  return index;
}

}  // namespace

std::optional<ChannelPath> channel_path(std::string_view property) {
  if (property == "weights") return ChannelPath::weights;
  if (property == "translation") return ChannelPath::translation;
  if (property == "rotation") return ChannelPath::rotation;
  if (property == "scale") return ChannelPath::scale;
  return std::nullopt;
}

Result<AnimationPointer> parse_animation_pointer(std::string_view text) {
  using Object = AnimationPointer::Object;
  const auto tokens = tokens_of(text);
  if (!tokens) return tokens.error();
  const std::size_t count = tokens->size();
  const Object object = (*tokens)[0] == "nodes"    ? Object::node
                        : (*tokens)[0] == "meshes" ? Object::mesh
                                                   : Object::other;
  if (object == Object::other || count < 3 || count > 4) return AnimationPointer{};
  const auto path = channel_path((*tokens)[2]);
  const bool weights = path == ChannelPath::weights;
  const bool animated = path && (weights || (object == Object::node && count == 3));
  if (!animated) return AnimationPointer{};

  const auto index = index_of((*tokens)[1]);
  if (!index) return unsound(text, "has no index after the first name");
  AnimationPointer pointer{object, *index, *path, kNoIndex};
  if (count == 4) {
    const auto element = index_of((*tokens)[3]);
    if (!element) return unsound(text, "has no index after 'weights'");
    pointer.element = *element;
  }
  return pointer;
}

}  // namespace morph::gltf::detail
