// SPDX-License-Identifier: MIT
#include "morphview/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace morphview {
namespace {

using morph::Result;
using testing::HasSubstr;

Result<Options> parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "morphview");
  return parse_options(static_cast<int>(arguments.size()), arguments.data());
}

Options parsed(std::vector<const char*> arguments) {
  Result<Options> options = parse(std::move(arguments));
  EXPECT_TRUE(options) << (options ? "" : options.error().message);
  return options ? *options : Options{};
}

struct Refusal {
  std::vector<const char*> arguments;
  const char* message;
};

class OptionsRefused : public testing::TestWithParam<Refusal> {};

TEST_P(OptionsRefused, SaysWhy) {
  const Result<Options> options = parse(GetParam().arguments);
  ASSERT_FALSE(options);
  EXPECT_THAT(options.error().message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Table, OptionsRefused,
    testing::Values(
        Refusal{{"--refrence", "x.png"}, "did you mean --reference"},
        Refusal{{"--frames", "0:9"}, "unknown option '--frames'"},
        Refusal{{"x.glb", "-o", "a.png", "--reference", "./a.png"},
                "--reference and --output are the same file"},
        Refusal{{"x.glb", "--dump", "x.glb"}, "FILE and --dump are the same file"},
        Refusal{{"x.glb", "--reference", "a.png", "--diff", "b/../a.png"},
                "--reference and --diff are the same file"},
        Refusal{{"--camera-direction", "0,0,1e-30"}, "not all of them 0"},
        Refusal{{"x.glb", "--dump"}, "--dump: needs a value"},
        Refusal{{"--info=false", "x.glb"}, "--info: takes no value"},
        Refusal{{"--info", "-x.glb"}, "-x.glb"},
        Refusal{{"a.glb", "--", "--info"}, "'--info' is one more"},
        Refusal{{"a.glb", "b.glb"}, "'b.glb' is one more"},
        Refusal{{"--camera", "0", "--fov", "20"}, "--camera is the file's"},
        Refusal{{"--camera", "0", "--orthographic"}, "--camera is the file's"},
        Refusal{{"--normals", "smooth"}, "--normals smooth"},
        Refusal{{"-w", "jaw"}, "--weight jaw: expected NAME=VALUE"},
        Refusal{{"-w", "=1"}, "expected NAME=VALUE"}, Refusal{{"-w", "jaw=wide"}, "from -10 to 10"},
        Refusal{{"-w", "jaw=10.5"}, "from -10 to 10"}, Refusal{{"-w", "jaw=nan"}, "from -10 to 10"},
        Refusal{{"-w"}, "--weight"},
        Refusal{{"--expression", "joy"}, "--expression joy: expected NAME"},
        Refusal{{"--expression", "joy=11"},
                "--expression joy=11: expected a number from -10 to 10"},
        Refusal{{"-t", "soon"}, "--time soon: expected seconds"},
        Refusal{{"-t", "inf"}, "expected seconds"}, Refusal{{"-t", "1", "-t", "2"}, "--time"},
        Refusal{{"--loop", "forever"}, "expected one of repeat, once, pingpong"},
        Refusal{{"--morph-path", "compute"}, "expected one of auto, attributes, texture, cpu"},
        Refusal{{"--speed", "fast"}, "--speed fast"},
        Refusal{{"--resolution", "800"}, "expected WxH"},
        Refusal{{"--resolution", "0x600"}, "expected WxH"},
        Refusal{{"--resolution", "800x99999"}, "1 to 16384"},
        Refusal{{"--samples", "3"}, "expected one of 0, 2, 4"},
        Refusal{{"--background", "red"}, "expected #RRGGBB"},
        Refusal{{"--background", "#12345g"}, "expected #RRGGBB"},
        Refusal{{"--no-background"}, "needs --output"},
        Refusal{{"-o", "a.png", "--no-background", "--background", "#000000"}, "contradict"},
        Refusal{{"--shading", "cley"},
                "expected one of lit, unlit, normals, clay, heatmap "
                "(did you mean clay"},
        Refusal{{"--show", "grid,axis"}, "--show axis: expected one of wireframe"},
        Refusal{{"--show", "grid,axis"}, "(did you mean axes"},
        Refusal{{"--show", "grid,,axes"}, "a name is missing"}, Refusal{{"--show", ""}, "is empty"},
        Refusal{{"--shading", "clay", "--heatmap", "*"},
                "--heatmap and --shading clay contradict each other"},
        Refusal{{"--camera-direction", "0,0,0"}, "not all of them 0"},
        Refusal{{"--camera-direction", "1,2"}, "expected X,Y,Z"},
        Refusal{{"--camera-zoom", "0"}, "--camera-zoom 0"}, Refusal{{"--fov", "180"}, "--fov 180"},
        Refusal{{"--tolerance", "256", "--reference", "x"}, "0 to 255"},
        Refusal{{"--tolerance", "1.5", "--reference", "x"}, "whole number"},
        Refusal{{"--max-diff", "101", "--reference", "x"}, "--max-diff 101"},
        Refusal{{"--dump-space", "moon"}, "expected one of local, world"},
        Refusal{{"--backend", "vulkan"}, "expected one of auto, window, egl"},
        Refusal{{"--backend", "egl", "a.glb"}, "shows no window"}, Refusal{{"-o", ""}, "is empty"},
        Refusal{{"-o", "-", "--dump", "-"}, "only one result can go to standard output"},
        Refusal{{"--info", "--dump", "-"}, "only one result"},
        Refusal{{"--reference", "x.png", "--json", "-o", "-"}, "only one result"},
        Refusal{{"--reference", "-"}, "need the name of a file"},
        Refusal{{"--diff", "d.png", "-o", "x.png"}, "need --reference"},
        Refusal{{"--update-reference", "-o", "x.png"}, "need --reference"},
        Refusal{{"--json", "a.glb"}, "--json needs a report"}));

TEST(Options, TheDefaultsAreThoseOfTheHelp) {
  const Options options = parsed({});
  EXPECT_TRUE(options.file.empty());
  EXPECT_FALSE(options.wants_result());
  EXPECT_EQ(options.width, 1280u);
  EXPECT_EQ(options.height, 720u);
  EXPECT_EQ(options.samples, 4u);
  EXPECT_EQ(options.tolerance, 2u);
  EXPECT_EQ(options.max_diff, 0.05);
  EXPECT_EQ(options.camera.direction, glm::vec3(-1.0f, -0.5f, -1.0f));
  EXPECT_EQ(options.camera.fov, 30.0);
  EXPECT_EQ(options.background, (std::array<std::uint8_t, 4>{0x26, 0x28, 0x2C, 255}));
  EXPECT_EQ(options.time.kind, StartTime::Kind::start);
}

TEST(Options, BothSpellingsOfAValueWork) {
  EXPECT_EQ(parsed({"-t", "0.5"}).time.seconds, 0.5);
  EXPECT_EQ(parsed({"--time=0.5"}).time.seconds, 0.5);
  EXPECT_EQ(parsed({"--time", "-1"}).time.seconds, -1.0);
  EXPECT_EQ(parsed({"--time=end"}).time.kind, StartTime::Kind::end);
}

TEST(Options, ARepeatedWeightDoesNotSwallowTheFile) {
  const Options options = parsed({"-w", "a=1", "face.glb", "--weight", "b=c=-0.5"});
  EXPECT_EQ(options.file, "face.glb");
  ASSERT_EQ(options.weights.size(), 2u);
  EXPECT_EQ(options.weights[0].name, "a");
  EXPECT_EQ(options.weights[1].name, "b=c");  // split at the last '='
  EXPECT_EQ(options.weights[1].value, -0.5f);
}

TEST(Options, ExpressionsAreReadAsWeightsAre) {
  const Options options = parsed({"--expression", "a=b=1", "face.vrm", "--expression=joy=0.5"});
  EXPECT_EQ(options.file, "face.vrm");
  EXPECT_TRUE(options.weights.empty());
  ASSERT_EQ(options.expressions.size(), 2u);
  EXPECT_EQ(options.expressions[0].name, "a=b");
  EXPECT_EQ(options.expressions[1].name, "joy");
  EXPECT_EQ(options.expressions[1].value, 0.5f);
}

TEST(Options, AHeatmapIsAShading) {
  using morph::gl::Shading;
  EXPECT_EQ(parsed({}).shading, Shading::lit);
  EXPECT_EQ(parsed({"--shading", "normals"}).shading, Shading::normals);
  EXPECT_EQ(parsed({"--heatmap", "jawOpen"}).shading, Shading::heatmap);
  EXPECT_EQ(parsed({"--heatmap=*", "--shading=heatmap"}).heatmap, "*");
}

TEST(Options, ShowTakesAList) {
  EXPECT_EQ(parsed({}).show, Overlays());
  const Overlays shown = parsed({"--show", "axes,wireframe,axes"}).show;
  Overlays expected;
  expected.axes = expected.wireframe = true;
  EXPECT_EQ(shown, expected);
  const Overlays all = parsed({"--show=wireframe,normals,grid,axes,skeleton,bounds"}).show;
  EXPECT_TRUE(all.wireframe && all.normals && all.grid && all.axes && all.skeleton && all.bounds);
}

TEST(Options, ADashIsAFile) {
  EXPECT_EQ(parsed({"-", "--info"}).file, "-");
  EXPECT_EQ(parsed({"a.glb", "-o", "-"}).output, "-");
}

TEST(Options, AfterTwoDashesANameMayBeginWithOne) {
  EXPECT_EQ(parsed({"--info", "--", "-odd.glb"}).file, "-odd.glb");
  EXPECT_EQ(parsed({"--info", "--", "plain.glb"}).file, "plain.glb");
}

TEST(Options, EveryResultMakesTheRunHeadless) {
  EXPECT_TRUE(parsed({"--info"}).wants_result());
  EXPECT_TRUE(parsed({"--dump", "x"}).wants_result());
  EXPECT_TRUE(parsed({"-o", "x"}).wants_result());
  EXPECT_TRUE(parsed({"--reference", "x"}).wants_picture());
  EXPECT_FALSE(parsed({"--dump", "x"}).wants_picture());
}

TEST(Options, UpdateReferenceIsRefusedUnderCi) {
  const char* const before = std::getenv("CI");
  const std::string kept = before ? before : "";
  setenv("CI", "true", 1);
  EXPECT_FALSE(parse({"--reference", "x.png", "--update-reference"}));
  unsetenv("CI");
  EXPECT_TRUE(parse({"--reference", "x.png", "--update-reference"}));
  if (before) setenv("CI", kept.c_str(), 1);
}

TEST(Options, NoConfigIsAcceptedAndTheHelpSaysWhatItDoes) {
  EXPECT_TRUE(parse({"--no-config"}));
  EXPECT_THAT(std::string(help_text()), HasSubstr("there are none yet"));
}

// Each option that the help names is accepted, with a value where the help shows one.
TEST(Options, TheHelpNamesOnlyWhatIsAccepted) {
  const std::string help(help_text());
  int named = 0;
  for (std::size_t at = help.find("--"); at != std::string::npos; at = help.find("--", at + 2)) {
    const std::size_t end = help.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at);
    const std::string name = help.substr(at, end - at);
    const Result<Options> options = parse({name.c_str()});
    const std::string message = options ? "" : options.error().message;
    EXPECT_EQ(message.find("unknown option"), std::string::npos) << name;
    ++named;
  }
  EXPECT_GT(named, 30);
}

}  // namespace
}  // namespace morphview
