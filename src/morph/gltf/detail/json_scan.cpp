// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/json_scan.h"

#include <algorithm>
#include <list>
#include <nlohmann/json.hpp>
#include <utility>

#include "morph/gltf/detail/findings.h"
#include "morph/gltf/detail/json_capture.h"
#include "morph/gltf/detail/json_lexer.h"
#include "morph/gltf/detail/json_path.h"
#include "morph/gltf/detail/json_schema.h"

namespace morph::gltf::detail {
namespace {

/// Of members' names, wherever they stand: what is parsed holds each several times.
constexpr std::size_t kMostKeyBytes = 64 << 10;

/// Of a value that is of no use to anybody.
constexpr JsonShape kUnfitting{.treatment = JsonTreatment::drop};

class Scanner {
 public:
  Scanner(std::string_view text, const Limits& limits, Watch& watch)
      : text_(text),
        lexer_(text),
        limits_(limits),
        watch_(watch),
        depth_limit_(std::min(limits.json_depth, kMaxJsonDepth)) {}

  Result<JsonScan> run();

 private:
  bool value(const JsonShape* shape);
  bool fitting_value(const JsonShape* shape, char first);
  bool object(const JsonShape* shape);
  bool members(const JsonShape* shape, std::uint64_t& seen, bool& any);
  bool member(const JsonShape* shape, std::uint64_t& seen);
  bool array(const JsonShape* shape);
  bool elements(const JsonShape* shape, std::uint32_t& count);
  bool string(const JsonShape* shape);
  bool number(const JsonShape* shape);
  bool enter();
  bool within_limit(const JsonShape* shape, std::uint32_t count);

  bool within_totals(const JsonShape* shape);

  void replace(JsonRange range, std::size_t patches, std::string text);
  void treat(JsonTreatment treatment, JsonRange range, std::size_t patches);
  void note_empty(const JsonShape* shape);
  void check_required(const JsonShape& shape, std::uint64_t seen, bool any);
  void check_bonds(const JsonShape& shape, std::uint64_t seen);
  void check_number(const JsonShape& shape, const JsonNumber& number, std::size_t begin);
  void capture_number(JsonCapture capture, std::uint64_t value, JsonRange range);

  void wrong_kind(const JsonShape& shape, char first);
  void misfit(const JsonShape& shape, ErrorCode code, std::string message, std::string_view rule);
  void pass_over(ErrorCode code, std::string message, std::string_view rule);
  void wrong(ErrorCode code, std::string message, std::string_view rule);
  bool over_limit(std::string where, std::string message);

  std::string_view text_;
  JsonLexer lexer_;
  const Limits& limits_;
  Watch& watch_;
  std::uint32_t depth_limit_;
  std::uint32_t depth_ = 0;
  std::uint64_t values_ = 0;
  std::uint64_t primitives_ = 0;  // of all meshes
  std::uint64_t cost_ = 0;        // of all objects, bytes
  JsonPath path_;
  std::list<std::string> unescaped_keys_;  // what the path's escaped keys point at
  std::vector<JsonPatch> patches_;         // what tinygltf sees otherwise, in the text's order
  std::optional<Error> limit_error_;
  JsonScan scan_;
};

Result<JsonScan> Scanner::run() {
  const char first = lexer_.peek();
  const bool sound = first == '{' ? value(&kGltfShape) : lexer_.fail("expected an object");
  if (sound && (lexer_.peek(), !lexer_.at_end())) lexer_.fail("unexpected character after the end");
  if (limit_error_) return *limit_error_;
  if (!lexer_.error().message.empty()) return lexer_.error();
  scan_.structure = patched(text_, patches_);
  return std::move(scan_);
}

bool Scanner::value(const JsonShape* shape) {
  if (++values_ > limits_.json_values) {
    return over_limit({},
                      "more than " + std::to_string(limits_.json_values) + " JSON values (limit)");
  }
  constexpr std::uint64_t kValuesPerStep = 4096;
  if (values_ % kValuesPerStep == 0) watch_.step();
  const char first = lexer_.peek();
  if (shape != nullptr && !lexer_.at_end() && !fits(shape->kind, first)) {
    wrong_kind(*shape, first);
    shape = &kUnfitting;
  }
  JsonRange range{lexer_.offset(), 0};
  const std::size_t patches = patches_.size();
  if (!fitting_value(shape, first)) return false;
  if (shape == nullptr) return true;
  range.end = lexer_.offset();
  if (shape->capture != JsonCapture::none) {
    keep_value(shape->capture, text_, range, path_, scan_);
  }
  treat(shape->treatment, range, patches);
  return true;
}

/// Patches a value as a whole; `patches` is how many there were before it.
void Scanner::replace(JsonRange range, std::size_t patches, std::string text) {
  patches_.resize(patches);
  patches_.push_back({range, std::move(text)});
}

void Scanner::treat(JsonTreatment treatment, JsonRange range, std::size_t patches) {
  if (treatment == JsonTreatment::drop) return replace(range, patches, "null");
  if (treatment == JsonTreatment::empty) {
    return replace(range, patches, text_[range.begin] == '[' ? "[]" : "{}");
  }
  if (treatment != JsonTreatment::cut || range.end - range.begin <= limits_.name_bytes) return;
  const std::string_view raw = text_.substr(range.begin + 1, range.end - range.begin - 2);
  replace(range, patches, nlohmann::json(unescape_beginning(raw, limits_.name_bytes)).dump());
}

bool Scanner::fitting_value(const JsonShape* shape, char first) {
  if (first == '{') return object(shape);
  if (first == '[') return array(shape);
  if (first == '"') return string(shape);
  return first == '-' || (first >= '0' && first <= '9') ? number(shape) : lexer_.literal();
}

bool Scanner::enter() {
  if (++depth_ <= depth_limit_) return true;
  return over_limit(lexer_.place(lexer_.offset()),
                    "JSON nested deeper than " + std::to_string(depth_limit_) + " levels");
}

bool Scanner::object(const JsonShape* shape) {
  if (!enter() || !lexer_.take('{', "expected an object")) return false;
  std::uint64_t seen = 0;
  bool any = false;
  if (!members(shape, seen, any)) return false;
  if (shape != nullptr) {
    check_bonds(*shape, seen);
    check_required(*shape, seen, any);
  }
  if (!any) note_empty(shape);
  --depth_;
  return lexer_.take('}', "expected ',' or '}'");
}

bool Scanner::members(const JsonShape* shape, std::uint64_t& seen, bool& any) {
  if (lexer_.peek() == '}') return true;
  any = true;
  for (std::uint32_t count = 0;; ++count) {
    if (!within_limit(shape, count) || !member(shape, seen)) return false;
    if (lexer_.peek() != ',') return true;
    lexer_.take(',', "");
  }
}

bool Scanner::member(const JsonShape* shape, std::uint64_t& seen) {
  lexer_.peek();
  JsonString key;
  const std::size_t key_begin = lexer_.offset();
  if (!lexer_.string(key) || !lexer_.take(':', "expected ':'")) return false;
  if (key.raw.size() > kMostKeyBytes) {
    return over_limit(path_.pointer(), "a member's name of " + std::to_string(key.raw.size()) +
                                           " bytes, limit " + std::to_string(kMostKeyBytes));
  }
  std::string_view name = key.raw;
  if (key.escaped) name = unescaped_keys_.emplace_back(unescape(key));

  const JsonShape* inner = nullptr;
  if (shape != nullptr && shape->kind == JsonKind::map) inner = shape->element;
  if (shape != nullptr && shape->kind == JsonKind::object) inner = &kUnfitting;
  const std::size_t known = shape == nullptr ? 0 : shape->members.size();
  for (std::size_t m = 0; m < known; ++m) {
    if (shape->members[m].key != name) continue;
    inner = shape->members[m].shape;
    const std::uint64_t bit = std::uint64_t{1} << m;
    if ((seen & bit) != 0) {
      path_.push_key(name);
      limit_error_ =
          Error{ErrorCode::syntax, path_.pointer(),
                "is given twice, the second time at " + lexer_.place(key_begin), "DUPLICATE_KEY"};
      return false;
    }
    seen |= bit;
    break;
  }
  path_.push_key(name);
  if (!value(inner)) return false;
  path_.pop();
  if (key.escaped) unescaped_keys_.pop_back();
  return true;
}

bool Scanner::array(const JsonShape* shape) {
  if (!enter() || !lexer_.take('[', "expected an array")) return false;
  std::uint32_t count = 0;
  if (lexer_.peek() != ']' && !elements(shape, count)) return false;
  if (shape != nullptr && shape->length != 0 && shape->length != count) {
    wrong(ErrorCode::invalid_value,
          "has " + counted(count, "element") + ", expected " + std::to_string(shape->length),
          "ARRAY_LENGTH_NOT_IN_LIST");
  }
  if (count == 0) note_empty(shape);
  --depth_;
  return lexer_.take(']', "expected ',' or ']'");
}

bool Scanner::elements(const JsonShape* shape, std::uint32_t& count) {
  while (true) {
    if (!within_limit(shape, count) || !within_totals(shape)) return false;
    path_.push_index(count++);
    if (!value(shape == nullptr ? nullptr : shape->element)) return false;
    path_.pop();
    if (lexer_.peek() != ',') return true;
    lexer_.take(',', "");
  }
}

/// Whether an array or a map that has `count` elements may have one more.
bool Scanner::within_limit(const JsonShape* shape, std::uint32_t count) {
  if (shape == nullptr || shape->limit == nullptr || count < limits_.*shape->limit) return true;
  return over_limit(path_.pointer(), "more than " + std::to_string(limits_.*shape->limit) + " " +
                                         std::string(shape->plural) + " (limit)");
}

/// Whether the file may have one more element of such an array.
bool Scanner::within_totals(const JsonShape* shape) {
  if (shape == nullptr || shape->element == nullptr) return true;
  cost_ += shape->element->cost;
  if (cost_ > limits_.structure_bytes) {
    return over_limit(
        path_.pointer(),
        "more objects than " + readable_bytes(limits_.structure_bytes) + " of memory hold (limit)");
  }
  if (shape->limit != &Limits::primitives || ++primitives_ <= limits_.primitives) return true;
  return over_limit("/meshes",
                    "more than " + std::to_string(limits_.primitives) + " primitives (limit)");
}

bool Scanner::string(const JsonShape* shape) {
  JsonString string;
  if (!lexer_.string(string)) return false;
  if (shape == nullptr || shape->words.empty()) return true;
  const std::string unescaped = string.escaped ? unescape(string) : std::string();
  const std::string_view word = string.escaped ? unescaped : string.raw;
  if (std::ranges::find(shape->words, word) == shape->words.end()) {
    wrong(ErrorCode::invalid_value,
          in_quotes(word) + ", expected one of " + std::string(shape->words.front()) + " … " +
              std::string(shape->words.back()),
          "VALUE_NOT_IN_LIST");
  }
  return true;
}

bool Scanner::number(const JsonShape* shape) {
  JsonNumber number;
  const std::size_t begin = lexer_.offset();
  if (!lexer_.number(number)) return false;
  if (shape != nullptr && (shape->kind == JsonKind::index || shape->kind == JsonKind::size)) {
    check_number(*shape, number, begin);
  }
  return true;
}

void Scanner::check_number(const JsonShape& shape, const JsonNumber& number, std::size_t begin) {
  const bool index = shape.kind == JsonKind::index;
  const std::uint64_t least = index ? shape.least : 0;
  const std::uint64_t most = index ? shape.most : kMostWholeNumber;
  const auto whole = whole_number(number);
  if (!whole || *whole < least || *whole > most) {
    return misfit(shape, ErrorCode::out_of_range,
                  std::string(number.text.substr(0, 40)) + ", expected an integer from " +
                      std::to_string(least) + " to " + std::to_string(most),
                  !number.integral && !whole ? "TYPE_MISMATCH"
                  : index && least == 0      ? "INVALID_INDEX"
                                             : "VALUE_NOT_IN_RANGE");
  }
  const JsonRange range{begin, begin + number.text.size()};
  if (shape.capture != JsonCapture::none) {
    capture_number(shape.capture, *whole, range);
  } else if (!number.integral || number.text.front() == '-') {
    patches_.push_back({range, std::to_string(*whole)});
  }
}

void Scanner::note_empty(const JsonShape* shape) {
  constexpr std::size_t kMost = 100;
  const bool judged = shape != nullptr && !shape->may_be_empty &&
                      (shape->kind == JsonKind::array || shape->kind == JsonKind::map);
  if (judged && scan_.empty.size() < kMost) scan_.empty.push_back(path_.pointer());
}

void Scanner::check_required(const JsonShape& shape, std::uint64_t seen, bool any) {
  for (std::size_t m = 0; m < shape.members.size(); ++m) {
    const JsonMember& member = shape.members[m];
    if ((seen >> m & 1) != 0) continue;
    if (!member.fill.empty()) {
      lexer_.peek();
      std::string text(any ? "," : "");
      text += member.fill;
      patches_.push_back({{lexer_.offset(), lexer_.offset()}, std::move(text)});
      any = true;
    } else if (member.required) {
      path_.push_key(member.key);
      wrong(ErrorCode::invalid_value, "is missing", "UNDEFINED_PROPERTY");
      path_.pop();
    }
  }
}

void Scanner::check_bonds(const JsonShape& shape, std::uint64_t seen) {
  const auto is_there = [&](std::string_view key) {
    const auto member = std::ranges::find(shape.members, key, &JsonMember::key);
    return (seen >> (member - shape.members.begin()) & 1) != 0;
  };
  for (const JsonBond& bond : shape.bonds) {
    if (!is_there(bond.member) || is_there(bond.other) == bond.together) continue;
    path_.push_key(bond.member);
    pass_over(ErrorCode::invalid_value,
              std::string(bond.together ? "means nothing without " : "cannot stand beside ") +
                  std::string(bond.other),
              bond.rule);
    path_.pop();
  }
}

void Scanner::capture_number(JsonCapture capture, std::uint64_t value, JsonRange range) {
  if (capture == JsonCapture::view_stride && value == 0) {
    pass_over(ErrorCode::out_of_range, "0, expected 4 to 252; passed over", "VALUE_NOT_IN_RANGE");
  }
  const std::string_view instead = keep_number(capture, value, path_, scan_);
  if (!instead.empty()) patches_.push_back({range, std::string(instead)});
}

void Scanner::wrong_kind(const JsonShape& shape, char first) {
  misfit(shape, ErrorCode::invalid_value,
         std::string(name_of_value(first)) + ", expected " + std::string(name_of(shape.kind)),
         "TYPE_MISMATCH");
}

void Scanner::misfit(const JsonShape& shape, ErrorCode code, std::string message,
                     std::string_view rule) {
  if (!shape.tolerant) return wrong(code, std::move(message), rule);
  pass_over(code, std::move(message) + "; passed over", rule);
}

void Scanner::pass_over(ErrorCode code, std::string message, std::string_view rule) {
  if (scan_.passed_over.size() > Warnings::kMost) return;  // no more are kept
  scan_.passed_over.push_back({code, path_.pointer(), std::move(message), rule});
}

void Scanner::wrong(ErrorCode code, std::string message, std::string_view rule) {
  if (!scan_.wrong_shape)
    scan_.wrong_shape = Error{code, path_.pointer(), std::move(message), rule};
}

bool Scanner::over_limit(std::string where, std::string message) {
  limit_error_ = Error{ErrorCode::limit_exceeded, std::move(where), std::move(message), {}};
  return false;
}

}  // namespace

Result<JsonScan> scan_json(std::string_view text, const Limits& limits, Watch& watch) {
  return Scanner(text, limits, watch).run();
}

}  // namespace morph::gltf::detail
