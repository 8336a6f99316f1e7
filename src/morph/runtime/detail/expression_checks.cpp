// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>

#include "morph/runtime/detail/check_errors.h"
#include "morph/runtime/detail/scene_checks.h"

namespace morph::detail {
namespace {

/// A name as a part of a JSON pointer (RFC 6901).
std::string escaped(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

/// Where VRMC_vrm 1.0 has the expression.
std::string place_of(const Expression& expression) {
  const bool custom = expression.preset.empty();
  return std::string("/extensions/VRMC_vrm/expressions/") + (custom ? "custom/" : "preset/") +
         escaped(custom ? expression.name : expression.preset);
}

}  // namespace

Result<void> check_expressions(const SceneParts& parts) {
  for (const Expression& expression : parts.expressions) {
    for (std::size_t b = 0; b < expression.morph_target_binds.size(); ++b) {
      const MorphTargetBind& bind = expression.morph_target_binds[b];
      const auto where = [&](const char* member) {
        return place_of(expression) + "/morphTargetBinds/" + std::to_string(b) + member;
      };
      if (bind.node >= parts.nodes.size())
        return missing(where("/node"), "node", bind.node, parts.nodes.size());
      const std::size_t targets = parts.nodes[bind.node].weights.size();
      if (targets == 0) {
        return Error{ErrorCode::no_morph_targets, where("/node"),
                     "the mesh of node " + std::to_string(bind.node) + " has no morph targets"};
      }
      if (bind.target >= targets)
        return missing(where("/index"), "morph target", bind.target, targets);
      if (!std::isfinite(bind.weight))
        return Error{ErrorCode::invalid_value, where("/weight"), "is not finite"};
    }
  }
  return {};
}

}  // namespace morph::detail
