#include "CSimdJSON.h"

#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

extern "C" bool rsj_has_token_or_key(const uint8_t *bytes, size_t length) {
  size_t index = 0;
#if defined(__SSE2__)
  const auto at = [bytes](size_t start) { return _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + start)); };
  for (; index + 18 <= length; index += 16) {
    const __m128i first = at(index), second = at(index + 1), third = at(index + 2);
    const __m128i token = _mm_and_si128(
        _mm_and_si128(_mm_cmpeq_epi8(first, _mm_set1_epi8('e')), _mm_cmpeq_epi8(second, _mm_set1_epi8('y'))),
        _mm_cmpeq_epi8(third, _mm_set1_epi8('J')));
    const __m128i dash = _mm_set1_epi8('-');
    const __m128i key = _mm_and_si128(
        _mm_and_si128(_mm_cmpeq_epi8(first, dash), _mm_cmpeq_epi8(second, dash)), _mm_cmpeq_epi8(third, dash));
    if (_mm_movemask_epi8(_mm_or_si128(token, key))) { return true; }
  }
#endif
  for (; index + 3 <= length; index++) {
    if (memcmp(bytes + index, "eyJ", 3) == 0 || memcmp(bytes + index, "---", 3) == 0) { return true; }
  }
  return false;
}
