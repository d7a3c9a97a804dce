#include "CSimdJSON.h"

#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

const uint8_t *find(const uint8_t *bytes, size_t length, const uint8_t *needle, size_t needle_length) {
  return static_cast<const uint8_t *>(memmem(bytes, length, needle, needle_length));
}

#if defined(__x86_64__)
/// Looks at the first and the last byte of the needle at 32 places at a time; the last places overlap those before.
/// What lies between is compared only where both are right, which is seldom.
__attribute__((target("avx2"))) const uint8_t *find_wide(
    const uint8_t *bytes, size_t length, const uint8_t *needle, size_t needle_length) {
  if (needle_length < 2 || length < needle_length + 31) { return find(bytes, length, needle, needle_length); }
  const __m256i opening = _mm256_set1_epi8(static_cast<char>(needle[0]));
  const __m256i closing = _mm256_set1_epi8(static_cast<char>(needle[needle_length - 1]));
  const size_t last = length - needle_length - 31;
  for (size_t index = 0;; index = index + 32 < last ? index + 32 : last) {
    const uint8_t *const place = bytes + index;
    const __m256i first = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(place));
    const __m256i end = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(place + needle_length - 1));
    const __m256i both = _mm256_and_si256(_mm256_cmpeq_epi8(first, opening), _mm256_cmpeq_epi8(end, closing));
    for (uint32_t mask = static_cast<uint32_t>(_mm256_movemask_epi8(both)); mask; mask &= mask - 1) {
      const uint8_t *const candidate = place + __builtin_ctz(mask);
      if (memcmp(candidate + 1, needle + 1, needle_length - 2) == 0) { return candidate; }
    }
    if (index == last) { return nullptr; }
  }
}
#endif

} // namespace

extern "C" ptrdiff_t rsj_find(const uint8_t *bytes, size_t length, const uint8_t *needle, size_t needle_length) {
  const uint8_t *found;
#if defined(__x86_64__)
  static const bool is_wide = __builtin_cpu_supports("avx2");
  found = (is_wide ? find_wide : find)(bytes, length, needle, needle_length);
#else
  found = find(bytes, length, needle, needle_length);
#endif
  return found ? found - bytes : -1;
}
