// SPDX-License-Identifier: MIT
//
// The program's words: JSON that it writes with hostile names in it, read back by another parser;
// and what it reads of the command line. The first byte chooses which.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/geometric.hpp>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/byte_reader.h"
#include "fuzz/figures.h"
#include "fuzz/require.h"
#include "morphview/dump.h"
#include "morphview/json_writer.h"
#include "morphview/model.h"
#include "morphview/options.h"
#include "morphview/player.h"
#include "morphview/reports.h"
#include "morphview/selection.h"
#include "morphview/text.h"

namespace morph::fuzz {
namespace {

using nlohmann::json;

Figure executions{"executions"};
Figure reports{"reports read back"};
Figure command_lines{"command lines understood"};

// ---- Standard output ----------------------------------------------------------------------------

/// Reports go to standard output, which here is a file in memory. libFuzzer itself speaks on
/// standard error.
void catch_standard_output() {
  const int file = memfd_create("report", 0);
  MORPH_REQUIRE(file >= 0 && dup2(file, STDOUT_FILENO) == STDOUT_FILENO);
}

std::string take_standard_output() {
  std::string text(static_cast<std::size_t>(lseek(STDOUT_FILENO, 0, SEEK_CUR)), '\0');
  MORPH_REQUIRE(pread(STDOUT_FILENO, text.data(), text.size(), 0) ==
                static_cast<ssize_t>(text.size()));
  MORPH_REQUIRE(ftruncate(STDOUT_FILENO, 0) == 0 && lseek(STDOUT_FILENO, 0, SEEK_SET) == 0);
  return text;
}

/// Strict: UTF-8, one value, nothing behind it. A terminal never sees a control character.
json read_back(const std::string& text) {
  const json out = json::parse(text, nullptr, false);
  MORPH_REQUIRE(!out.is_discarded());
  for (const char c : text) MORPH_REQUIRE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  return out;
}

/// A text as it may come back: runs of replacement characters count as one, since readers differ in
/// how many bytes one of them stands for.
std::string readable(const std::string& text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  const std::string valid =
      json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
  std::string out;
  for (std::size_t i = 0; i < valid.size();) {
    const bool replaced = valid.compare(i, kReplacement.size(), kReplacement) == 0;
    if (!replaced || !out.ends_with(kReplacement)) out += valid.substr(i, replaced ? 3 : 1);
    i += replaced ? 3 : 1;
  }
  return out;
}

void check_text(const json& found, const std::string& expected) {
  MORPH_REQUIRE(readable(found.get<std::string>()) == readable(expected));
}

// ---- The writer ---------------------------------------------------------------------------------

/// Writes a random value and gives what must come back.
json write_value(ByteReader& in, morphview::JsonWriter& writer, int depth) {
  const auto layout =
      in.flag() ? morphview::JsonWriter::Layout::lines : morphview::JsonWriter::Layout::one_line;
  switch (depth > 5 ? in.below(5) : in.below(8)) {
    case 0: {
      const float number = in.number();
      writer.value(number);
      return std::isfinite(number) ? json(number) : json(nullptr);
    }
    case 1: {
      const auto number = in.value<std::uint64_t>();
      writer.value(number);
      return number;
    }
    case 2:
      writer.null();
      return nullptr;
    case 3: {
      const bool truth = in.flag();
      writer.value(truth);
      return truth;
    }
    case 4: {
      const std::string text = in.text(64);
      writer.value(text);
      return readable(text);
    }
    case 5:
    case 6: {
      json array = json::array();
      writer.begin_array(layout);
      for (std::uint32_t n = in.below(6); n > 0; --n)
        array.push_back(write_value(in, writer, depth + 1));
      writer.end_array();
      return array;
    }
    default: {
      json object = json::object();
      writer.begin_object(layout);
      for (std::uint32_t n = in.below(6); n > 0; --n) {
        const std::string key = std::to_string(n) + in.text(16);
        writer.key(key);
        object[readable(key)] = write_value(in, writer, depth + 1);
      }
      writer.end_object();
      return object;
    }
  }
}

json readable_texts(const json& value) {
  if (value.is_string()) return readable(value.get<std::string>());
  json out = value;
  if (value.is_array()) {
    for (json& element : out) element = readable_texts(json(element));
  } else if (value.is_object()) {
    out = json::object();
    for (const auto& [key, member] : value.items()) out[readable(key)] = readable_texts(member);
  } else if (value.is_number_float()) {
    out = static_cast<double>(value.get<float>());  // nine digits bring back every float
  }
  return out;
}

void check_writer(ByteReader& in) {
  auto out = morphview::OutputFile::open("-");
  MORPH_REQUIRE(out.has_value());
  morphview::JsonWriter writer(*out);
  const json expected = write_value(in, writer, 0);
  MORPH_REQUIRE(out->commit().has_value());
  MORPH_REQUIRE(readable_texts(read_back(take_standard_output())) == expected);
  ++reports.count;
}

// ---- Reports ------------------------------------------------------------------------------------

Primitive read_primitive(ByteReader& in, std::uint32_t targets) {
  Primitive primitive;
  primitive.mode = PrimitiveMode::points;
  const std::uint32_t vertices = 1 + in.below(4);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    const float x = in.number();
    primitive.positions.emplace_back(std::isfinite(x) ? x : 0.0f, 1.0f, -1e-30f);
  }
  MorphTargetData::Builder builder(vertices, targets);
  std::vector<std::string> names;
  for (std::uint32_t t = 0; t < targets; ++t) {
    names.push_back(in.text(40));
    const std::vector<glm::vec3> deltas(vertices, glm::vec3(static_cast<float>(in.byte())));
    if (in.flag()) MORPH_REQUIRE(builder.set_position_deltas(t, deltas).has_value());
  }
  builder.set_target_names(names);
  primitive.morph_targets = std::move(builder).build();
  return primitive;
}

void add_animation(ByteReader& in, std::uint32_t targets, SceneParts& parts) {
  Animation animation;
  animation.name = in.text(40);
  auto track = Track::create(Interpolation::linear, targets, {0.0f, 1.0f},
                             std::vector<float>(targets * 2, 0.5f));
  MORPH_REQUIRE(track.has_value());
  animation.samplers.push_back(std::move(*track));
  animation.channels.push_back({0, 0, ChannelPath::weights, kNoIndex});
  parts.animations.push_back(std::move(animation));
}

Scene read_scene(ByteReader& in) {
  SceneParts parts;
  const std::uint32_t targets = in.below(5);
  parts.nodes.resize(1 + in.below(2));
  parts.nodes[0].name = in.text(40);
  parts.nodes[0].mesh = 0;
  parts.meshes.push_back({in.text(40), {}});
  parts.meshes[0].primitives.push_back(read_primitive(in, targets));
  parts.cameras.push_back({in.text(20), Orthographic{}});
  parts.materials.emplace_back().name = in.text(20);
  parts.scenes.push_back({in.text(20), {0}});
  if (targets > 0) {
    add_animation(in, targets, parts);
    Expression& expression = parts.expressions.emplace_back();
    expression.name = in.text(20);
    expression.preset = in.flag() ? "happy" : "";  // an importer lets no other word through
    expression.morph_target_binds.push_back({0, targets - 1, 0.5f});
  }
  auto scene = Scene::create(std::move(parts));
  MORPH_REQUIRE(scene.has_value());
  return std::move(*scene);
}

void check_info(const morphview::Model& model) {
  MORPH_REQUIRE(morphview::write_info_json(model).has_value());
  const json info = read_back(take_standard_output());
  const Scene& scene = model.scene();
  check_text(info["file"]["name"], model.file);
  check_text(info["scenes"][0]["name"], scene.scenes()[0].name);
  for (std::size_t i = 0; i < model.imported.warnings.size(); ++i) {
    check_text(info["issues"][i]["message"], model.imported.warnings[i].message);
    check_text(info["issues"][i]["pointer"], model.imported.warnings[i].where);
  }
  if (scene.morph_target_count(0) == 0) return;
  const auto names = scene.morph_target_names(0);
  for (std::uint32_t t = 0; t < names.size(); ++t) {
    check_text(info["morph"][0]["targets"][t]["name"],
               morphview::display_name(names[t], "target", t));
  }
  check_text(info["animations"][0]["name"],
             morphview::display_name(scene.animations()[0].name, "animation", 0));
}

void check_dump(const morphview::Model& model, ByteReader& in) {
  morphview::Player player(model.scene());
  morphview::Options options;
  options.time = {morphview::StartTime::Kind::seconds, static_cast<double>(in.number())};
  MORPH_REQUIRE(player.configure(options).has_value());
  const auto space = in.flag() ? morphview::DumpSpace::world : morphview::DumpSpace::local;
  const auto normals = in.flag() ? NormalsMode::recompute : NormalsMode::file;
  MORPH_REQUIRE(morphview::write_dump("-", model.file, player, space, nullptr,
                                      gl::MorphPathWish::automatic, normals)
                    .has_value());
  const json dump = read_back(take_standard_output());
  check_text(dump["file"], model.file);
  MORPH_REQUIRE(dump["nodes"].size() == 1);
}

void check_reports(ByteReader& in) {
  morphview::Model model{in.text(60), in.text(20), {read_scene(in), {}, {}}};
  model.imported.source.generator = in.text(30);
  model.imported.source.images.resize(model.scene().images().size());
  model.imported.source.extensions_used = {in.text(20), in.text(20)};
  for (std::uint32_t n = in.below(4); n > 0; --n) {
    model.imported.warnings.push_back({static_cast<ErrorCode>(in.below(12)), in.text(30),
                                       in.text(60), in.flag() ? "NODE_LOOP" : ""});
  }
  check_info(model);
  check_dump(model, in);
  const Error error{ErrorCode::syntax, in.text(20), in.text(60), {}};
  MORPH_REQUIRE(morphview::write_info_json(model.file, error).has_value());
  check_text(read_back(take_standard_output())["issues"][0]["message"], error.message);
  MORPH_REQUIRE(morphview::write_info_text(model).has_value());
  for (const char c : take_standard_output())
    MORPH_REQUIRE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  ++reports.count;
}

// ---- Command lines ------------------------------------------------------------------------------

/// Arguments that end at zeros, as a process gets them.
void check_options(ByteReader& in) {
  const auto rest = in.rest();
  const std::string text(reinterpret_cast<const char*>(rest.data()), rest.size());
  std::vector<const char*> arguments = {"morphview"};
  for (const std::string_view word : morphview::split(text, '\0')) {
    if (arguments.size() < 40) arguments.push_back(word.data());
  }
  const auto options =
      morphview::parse_options(static_cast<int>(arguments.size()), arguments.data());
  if (!options) {
    MORPH_REQUIRE(!options.error().message.empty());
    return;
  }
  ++command_lines.count;
  for (const auto* list : {&options->weights, &options->expressions}) {
    for (const morphview::WeightAssignment& weight : *list) {
      MORPH_REQUIRE(!weight.name.empty() && std::abs(weight.value) <= morphview::kWeightLimit);
    }
  }
  MORPH_REQUIRE(options->width >= 1 && options->width <= 16'384);
  MORPH_REQUIRE(options->height >= 1 && options->height <= 16'384);
  MORPH_REQUIRE(options->tolerance <= 255 && std::abs(options->speed) <= 1000.0);
  MORPH_REQUIRE(options->max_diff >= 0.0 && options->max_diff <= 100.0);
  MORPH_REQUIRE(options->camera.fov >= 1.0 && options->camera.fov <= 170.0);
  const glm::vec3 direction = options->camera.direction;
  MORPH_REQUIRE(glm::dot(direction, direction) > 0.0f);
  MORPH_REQUIRE(std::isfinite(options->time.seconds));
}

// ---- Names and numbers --------------------------------------------------------------------------

/// What a pattern means, by the letter: '?' stands for one character, '*' for any number of them.
bool naive_glob(std::u32string_view pattern, std::u32string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == U'*') {
    for (std::size_t n = 0; n <= text.size(); ++n) {
      if (naive_glob(pattern.substr(1), text.substr(n))) return true;
    }
    return false;
  }
  if (text.empty() || (pattern[0] != U'?' && pattern[0] != text[0])) return false;
  return naive_glob(pattern.substr(1), text.substr(1));
}

/// Letters of one, two and four bytes, few enough to meet.
std::pair<std::string, std::u32string> read_letters(ByteReader& in, bool wildcards) {
  constexpr std::pair<const char*, char32_t> kLetters[] = {{"a", U'a'},
                                                           {"b", U'b'},
                                                           {"\xC3\xA9", U'\u00E9'},
                                                           {"\xF0\x9F\x98\x80", U'\U0001F600'},
                                                           {"/", U'/'},
                                                           {"*", U'*'},
                                                           {"?", U'?'}};
  std::pair<std::string, std::u32string> out;
  for (std::uint32_t n = in.below(9); n > 0; --n) {
    const auto& [bytes, letter] = kLetters[in.below(wildcards ? 7 : 5)];
    out.first += bytes;
    out.second += letter;
  }
  return out;
}

void check_globs(ByteReader& in) {
  const auto pattern = read_letters(in, true);
  const auto text = read_letters(in, false);
  MORPH_REQUIRE(morphview::glob_matches(pattern.first, text.first) ==
                naive_glob(pattern.second, text.second));
}

void check_words(ByteReader& in) {
  const std::string text = in.text(60);
  const std::string printed = morphview::printable(text);
  MORPH_REQUIRE(morphview::printable(printed) == printed);
  MORPH_REQUIRE(!json::parse(json(printed).dump(), nullptr, false).is_discarded());  // UTF-8
  for (const char c : printed) MORPH_REQUIRE(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F);
  if (const auto number = morphview::parse_number(text)) MORPH_REQUIRE(std::isfinite(*number));
  if (const auto index = morphview::parse_index(text)) {
    const std::size_t digits = std::min(text.find_first_not_of('0'), text.size() - 1);
    MORPH_REQUIRE(text.substr(digits) == std::to_string(*index));
  }
  const char separator = static_cast<char>(in.byte());
  std::string joined;
  for (const std::string_view part : morphview::split(text, separator)) {
    joined += std::string(part) + separator;
  }
  MORPH_REQUIRE(joined == text + separator);
  const std::vector<std::string> names = {in.text(20), in.text(20), in.text(20), in.text(20)};
  const auto near = morphview::nearest_names(text, names);
  MORPH_REQUIRE(near.size() <= 3);
  for (const std::string& name : near) {
    MORPH_REQUIRE(std::ranges::find(names, name) != names.end());
  }
}

void check_selection(ByteReader& in) {
  const Scene scene = read_scene(in);
  const std::string wanted =
      in.flag() && scene.morph_target_count(0) > 0 ? scene.morph_target_names(0)[0] : in.text(30);
  const std::vector<morphview::WeightAssignment> weights = {{wanted, 0.5f}};
  if (const auto chosen = morphview::select_weights(scene, weights)) {
    MORPH_REQUIRE(!chosen->empty());
    for (const morphview::UserWeight& weight : *chosen) {
      MORPH_REQUIRE(weight.node < scene.nodes().size());
      MORPH_REQUIRE(weight.target < scene.morph_target_count(weight.node));
    }
  }
  if (const auto chosen = morphview::select_expressions(scene, weights)) {
    MORPH_REQUIRE(!chosen->empty());
    for (const auto& value : *chosen) MORPH_REQUIRE(value.expression < scene.expressions().size());
  }
  if (const auto choice = morphview::select_animation(scene, wanted)) {
    MORPH_REQUIRE(choice->kind != morphview::AnimationChoice::Kind::one ||
                  choice->animation < scene.animations().size());
  }
  if (const auto index = morphview::select_scene(scene, wanted)) {
    MORPH_REQUIRE(*index < scene.scenes().size());
  }
}

void run(std::span<const std::uint8_t> bytes) {
  ++executions.count;
  ByteReader in(bytes);
  switch (in.byte() % 6) {
    case 0:
      return check_writer(in);
    case 1:
      return check_reports(in);
    case 2:
      return check_options(in);
    case 3:
      return check_globs(in);
    case 4:
      return check_words(in);
    default:
      return check_selection(in);
  }
}

}  // namespace
}  // namespace morph::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  using namespace morph::fuzz;
  catch_standard_output();
  print_at_exit({&executions, &reports, &command_lines});
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  morph::fuzz::run({data, size});
  return 0;
}
