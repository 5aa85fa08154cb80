# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Parts of Markdown pages that several tests look at."""

import re

CPP_FENCE = re.compile(r"^```cpp\n(.*?)^```$", re.DOTALL | re.MULTILINE)
