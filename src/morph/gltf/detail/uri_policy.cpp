// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/uri_policy.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

#include "morph/gltf/detail/files.h"
#include "morph/gltf/detail/findings.h"

namespace morph::gltf::detail {
namespace {

Error refused(std::string message) {
  return {ErrorCode::forbidden, {}, std::move(message), "INVALID_URI"};
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Once: "%2541" becomes "%41". A percent sign that begins no escape stands for itself.
std::string percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
    if (low >= 0) {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

bool has_scheme(std::string_view uri) {
  const std::size_t colon = uri.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  const std::string_view scheme = uri.substr(0, colon);
  return std::isalpha(static_cast<unsigned char>(scheme[0])) != 0 &&
         std::ranges::all_of(scheme, [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' ||
                  c == '.';
         });
}

bool has_parent_segment(std::string_view path) {
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (path.substr(begin, end - begin) == "..") return true;
    begin = end + 1;
  }
  return false;
}

/// Whether `text` ends with `end`, which is in lower case, in upper or lower case.
bool ends_with_any_case(std::string_view text, std::string_view end) {
  if (text.size() < end.size()) return false;
  return std::ranges::equal(text.substr(text.size() - end.size()), end, [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == b;
  });
}

constexpr std::uint8_t kNotBase64 = 64;

/// What each character stands for.
constexpr std::array<std::uint8_t, 256> kBase64Values = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNotBase64);
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}();

Result<std::vector<std::byte>> decode_base64(std::string_view text, const FileBytes* file) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::vector<std::byte> out;
  out.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int held = 0;
  for (std::size_t begin = 0; begin < text.size(); begin += kBlock) {
    const std::string_view block = text.substr(begin, kBlock);
    for (std::size_t i = 0; i < block.size(); ++i) {
      const std::uint32_t value = kBase64Values[static_cast<unsigned char>(block[i])];
      if (value == kNotBase64) {
        return Error{ErrorCode::syntax,
                     {},
                     "base64 breaks off at character " + std::to_string(begin + i),
                     "INVALID_URI"};
      }
      bits = bits << 6 | value;
      held += 6;
      if (held >= 8) {
        held -= 8;
        out.push_back(static_cast<std::byte>(bits >> held & 0xFF));
      }
    }
    if (file != nullptr) file->release(std::as_bytes(std::span(block)));
  }
  if (held == 6) return Error{ErrorCode::syntax, {}, "base64 is cut off", "INVALID_URI"};
  return out;
}

}  // namespace

bool is_data_uri(std::string_view uri) {
  constexpr std::string_view kScheme = "data:";
  return ends_with_any_case(uri.substr(0, kScheme.size()), kScheme);
}

std::string_view media_type_of_uri(std::string_view uri) {
  const std::string_view rest = uri.substr(std::string_view("data:").size());
  return rest.substr(0, rest.find_first_of(";,"));
}

Result<std::vector<std::byte>> decode_data_uri(std::string_view uri, const FileBytes* file) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) {
    return Error{ErrorCode::syntax, {}, "data: URI without a comma", "INVALID_URI"};
  }
  std::string_view data = uri.substr(comma + 1);
  std::string decoded;
  if (data.find('%') != std::string_view::npos) {
    decoded = percent_decode(data);
    data = decoded;
  }
  if (ends_with_any_case(uri.substr(0, comma), ";base64")) return decode_base64(data, file);
  const auto* const begin = reinterpret_cast<const std::byte*>(data.data());
  return std::vector<std::byte>(begin, begin + data.size());
}

Result<std::string> relative_path(std::string_view uri, bool parents, const Limits& limits) {
  if (uri.empty()) return Error{ErrorCode::invalid_value, {}, "is empty", "INVALID_URI"};
  if (uri.size() > limits.uri_bytes) {
    return Error{ErrorCode::limit_exceeded,
                 {},
                 "URI of " + std::to_string(uri.size()) + " bytes, limit " +
                     std::to_string(limits.uri_bytes),
                 {}};
  }
  if (has_scheme(uri)) {
    return refused("URI scheme '" + std::string(uri.substr(0, uri.find(':'))) +
                   "' is not supported, expected a relative path or data:");
  }
  std::string path = percent_decode(uri);
  if (path.find('\0') != std::string::npos) return refused("URI contains a NUL character");
  if (path.find('\\') != std::string::npos) return refused("URI contains a backslash");
  if (path.front() == '/' || (!parents && has_parent_segment(path))) {
    return refused("refers to a file outside its folder; use --asset-root DIR to allow");
  }
  return path;
}

ExternalFiles::ExternalFiles(const std::filesystem::path& base, const std::filesystem::path& root,
                             bool allowed, FileAccess access)
    : root_(root.empty() ? base : root),
      parents_(!root.empty()),
      allowed_(allowed),
      access_(access) {
  if (root.empty() || base.empty()) return;
  std::error_code error;
  const auto top = std::filesystem::canonical(root, error);
  const auto folder = error ? std::filesystem::path() : std::filesystem::canonical(base, error);
  if (error) return;
  const std::filesystem::path relative = folder.lexically_relative(top);
  const bool below = !relative.empty() && *relative.begin() != "..";
  if (below && relative != ".") base_ = relative;
}

Result<FileBytes> ExternalFiles::read(std::string_view uri, std::string_view what,
                                      const Limits& limits, Budget& budget) const {
  if (!allowed_) return refused("is an external file, which the options do not allow");
  if (root_.empty()) {
    return refused("is an external file, and no folder is known; use --asset-root DIR to name one");
  }
  auto path = relative_path(uri, parents_, limits);
  if (!path) return path.error();
  if (budget.external_files == 0) {
    return Error{ErrorCode::limit_exceeded,
                 {},
                 "more than " + std::to_string(limits.external_files) + " external files (limit)",
                 {}};
  }
  --budget.external_files;
  const std::string relative = (base_ / *path).string();
  auto file = open_beneath(root_, relative);
  if (!file) {
    Error error = std::move(file).error();
    if (error.code == ErrorCode::io && error.message.ends_with("no such file")) {
      error.message = "missing " + std::string(what) + ' ' + in_quotes(*path) + " (looked in " +
                      (base_.empty() ? root_ : root_ / base_).string() + ")";
    }
    return error;
  }
  const FileIdentity identity = file->identity();
  auto bytes = read_all(std::move(*file), *path,
                        std::min(limits.file_bytes, budget.external.left()), access_);
  if (!bytes) return bytes.error();
  if (auto taken = budget.take_file(identity, bytes->bytes().size()); !taken) {
    return taken.error();
  }
  return bytes;
}

}  // namespace morph::gltf::detail
