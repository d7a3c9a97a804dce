#pragma once

#include <stddef.h>
#include <stdint.h>

/// libFuzzer as a library (https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library): calls `target` with one
/// input after the other, and ends the process when it has finished.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*target)(const uint8_t *data, size_t size));

/// What is allocated between these is no leak. LeakSanitizer does not know Swift's pointers where they carry bits of an
/// enum, and would take what lives as long as the process for lost.
void __lsan_disable(void);
void __lsan_enable(void);
