// SPDX-License-Identifier: MIT

#include <boost/json.hpp>
