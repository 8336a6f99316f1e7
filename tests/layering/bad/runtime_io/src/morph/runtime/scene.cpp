// SPDX-License-Identifier: MIT

#include <iostream>
