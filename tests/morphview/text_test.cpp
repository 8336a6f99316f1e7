// SPDX-License-Identifier: MIT
#include "morphview/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace morphview {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Text, PrintableLeavesOutWhatATerminalObeys) {
  EXPECT_EQ(printable("jaw\x1B[2Jopen\r\n\x7F"), "jaw[2Jopen");
  EXPECT_EQ(printable("a\xC2\x9B"
                      "31mb"),
            "a31mb");  // CSI as a single code point
  EXPECT_EQ(printable("a\xE2\x80\xAE"
                      "b\xE2\x81\xA9\xE2\x80\xA8"
                      "c"),
            "abc");  // right-to-left override, end of an isolate, line separator
  EXPECT_EQ(printable("\xE7\xAC\x91\xE3\x81\x84"), "\xE7\xAC\x91\xE3\x81\x84");
}

TEST(Text, PrintableReplacesWhatIsNotUtf8) {
  EXPECT_EQ(printable("a\xFF"
                      "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(printable("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");                  // an overlong '/'
  EXPECT_EQ(printable("\xED\xA0\x80").find("\xED\xA0\x80"), std::string::npos);  // a surrogate
  EXPECT_EQ(printable("\xE3\x81"), "\xEF\xBF\xBD\xEF\xBF\xBD");                  // cut off
}

TEST(Text, NumbersAreWholeAndFinite) {
  EXPECT_EQ(parse_number("-0.5"), -0.5);
  EXPECT_EQ(parse_number("+1e1"), 10.0);
  for (const char* bad : {"", "1x", "x", "1,5", "nan", "inf", "1e999", " 1", "1 "}) {
    EXPECT_FALSE(parse_number(bad)) << bad;
  }
}

TEST(Text, IndicesAreDigitsThatFit) {
  EXPECT_EQ(parse_index("0"), 0u);
  EXPECT_EQ(parse_index("4294967295"), 4294967295u);
  for (const char* bad : {"", "-1", "+1", "1.0", "4294967296", "x"}) {
    EXPECT_FALSE(parse_index(bad)) << bad;
  }
}

TEST(Text, GlobsDescribeTheWholeText) {
  EXPECT_TRUE(glob_matches("eye*Left", "eyeBlinkLeft"));
  EXPECT_TRUE(glob_matches("*", ""));
  EXPECT_TRUE(glob_matches("j?w*", "jawOpen"));
  EXPECT_TRUE(glob_matches("*a*b*", "xxaxxbxx"));
  EXPECT_FALSE(glob_matches("eye*Left", "eyeBlinkLeft2"));
  EXPECT_FALSE(glob_matches("eye", "eyes"));
  EXPECT_FALSE(glob_matches("?", ""));
  EXPECT_TRUE(glob_matches("?本*", "日本語")) << "a character, however many bytes it has";
  EXPECT_FALSE(glob_matches("???", "日"));
  EXPECT_FALSE(glob_matches("*??ab*", "日ab"));
  EXPECT_TRUE(glob_matches("?\xFF?", "a\xFF\x80")) << "a byte that is not UTF-8 counts as one";
  EXPECT_FALSE(is_glob("jaw[Open]"));
}

TEST(Text, GlobsStayFastOnHostileNames) {
  const std::string name(4000, 'a');
  EXPECT_FALSE(glob_matches("*a*a*a*a*a*a*a*a*a*a*b", name));
}

TEST(Text, NearestNamesAreThoseThatLookAlike) {
  const std::vector<std::string> names = {"jawOpen", "jawLeft", "mouthClose", "JawOpen", "jawOpen"};
  EXPECT_THAT(nearest_names("jawopen", names), ElementsAre("jawOpen", "JawOpen"));
  EXPECT_THAT(nearest_names("jawOpn", names, 1), ElementsAre("jawOpen"));
  EXPECT_THAT(nearest_names("close", names), ElementsAre("mouthClose"));
  EXPECT_THAT(nearest_names("tongue", names), IsEmpty());
  EXPECT_EQ(did_you_mean("jawOpn", names), " (did you mean jawOpen, JawOpen?)");
  EXPECT_EQ(did_you_mean("tongue", names), "");
}

TEST(Text, NamelessThingsAreCalledByTheirNumber) {
  EXPECT_EQ(display_name("", "target", 3), "target 3");
  EXPECT_EQ(display_name("thin", "target", 3), "thin");
}

}  // namespace
}  // namespace morphview
