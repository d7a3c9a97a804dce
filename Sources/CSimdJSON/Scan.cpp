#include "CSimdJSON.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Finds the end of a JSON value without parsing it, 64 bytes at a time, like the first stage of simdjson: bit i of a mask
// stands for byte i of the block. The last block is read whole, which is what the callers' padding is for, and the bits of
// bytes beyond `length` are cleared.

static_assert(rsj_padding >= 64, "a block of 64 bytes may begin at the last byte");

namespace {

struct Masks {
  uint64_t quote, backslash, open, close, newline;
};

#if defined(__x86_64__)
/// Half of the steps, where the machine has them: framing a million accounts takes 50 ms less.
__attribute__((target("avx2"))) inline Masks wide_masks(const uint8_t *bytes) {
  Masks result{0, 0, 0, 0, 0};
  for (int part = 0; part < 2; part++) {
    const __m256i block = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(bytes + 32 * part));
    const __m256i folded = _mm256_or_si256(block, _mm256_set1_epi8(0x20));
#define RSJ_MASK(value, byte) \
  (static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(value, _mm256_set1_epi8(byte))))) \
   << (32 * part))
    result.quote |= RSJ_MASK(block, '"');
    result.backslash |= RSJ_MASK(block, '\\');
    result.open |= RSJ_MASK(folded, '{');
    result.close |= RSJ_MASK(folded, '}');
    result.newline |= RSJ_MASK(block, '\n');
#undef RSJ_MASK
  }
  return result;
}

inline Masks masks(const uint8_t *bytes) {
  Masks result{0, 0, 0, 0, 0};
  for (int part = 0; part < 4; part++) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + 16 * part));
    // Setting bit 5 turns [ into { and ] into }, and nothing else into either.
    const __m128i folded = _mm_or_si128(block, _mm_set1_epi8(0x20));
    const auto mask = [part](__m128i equal) {
      return static_cast<uint64_t>(static_cast<uint32_t>(_mm_movemask_epi8(equal))) << (16 * part);
    };
    result.quote |= mask(_mm_cmpeq_epi8(block, _mm_set1_epi8('"')));
    result.backslash |= mask(_mm_cmpeq_epi8(block, _mm_set1_epi8('\\')));
    result.open |= mask(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{')));
    result.close |= mask(_mm_cmpeq_epi8(folded, _mm_set1_epi8('}')));
    result.newline |= mask(_mm_cmpeq_epi8(block, _mm_set1_epi8('\n')));
  }
  return result;
}
#else
inline Masks masks(const uint8_t *bytes) {
  Masks result{0, 0, 0, 0, 0};
  for (int index = 0; index < 64; index++) {
    const uint64_t bit = 1ull << index;
    const uint8_t byte = bytes[index];
    result.quote |= byte == '"' ? bit : 0;
    result.backslash |= byte == '\\' ? bit : 0;
    result.open |= (byte | 0x20) == '{' ? bit : 0;
    result.close |= (byte | 0x20) == '}' ? bit : 0;
    result.newline |= byte == '\n' ? bit : 0;
  }
  return result;
}
#endif

/// The bytes that a backslash escapes. Backslashes are rare, so they are walked one by one.
inline uint64_t escaped(uint64_t backslash, int count, uint64_t &carry) {
  uint64_t result = carry;
  carry = 0;
  backslash &= ~result;
  while (backslash) {
    const int index = __builtin_ctzll(backslash);
    if (index == count - 1) {
      carry = 1;
      break;
    }
    result |= 2ull << index;
    backslash &= ~(3ull << index);
  }
  return result;
}

/// Bit i of the result is the exclusive or of the bits 0 to i.
inline uint64_t prefix_xor(uint64_t bits) {
  for (int shift = 1; shift < 64; shift <<= 1) { bits ^= bits << shift; }
  return bits;
}

template <Masks (*masks_of)(const uint8_t *)>
__attribute__((always_inline)) inline rsj_scan_status scan_value(
    rsj_scan *scan, const uint8_t *bytes, size_t length, size_t *consumed) {
  rsj_scan state = *scan;
  for (size_t offset = 0; offset < length; offset += 64) {
    const size_t left = length - offset;
    const int count = left < 64 ? static_cast<int>(left) : 64;
    Masks block = masks_of(bytes + offset);
    if (count < 64) {
      const uint64_t valid = (1ull << count) - 1;
      block.quote &= valid;
      block.backslash &= valid;
      block.open &= valid;
      block.close &= valid;
      block.newline &= valid;
    }
    if (block.backslash | state.escaped) {
      state.saw_backslash = true;
      block.quote &= ~escaped(block.backslash, count, state.escaped);
    }
    const uint64_t inside = prefix_xor(block.quote) ^ state.in_string;
    state.in_string = static_cast<uint64_t>(static_cast<int64_t>(inside) >> 63);
    const uint64_t broken = block.newline & inside;
    uint64_t open = block.open & ~inside;
    uint64_t close = block.close & ~inside;
    if (broken) {
      // Brackets after the break do not count.
      const uint64_t before = (broken & -broken) - 1;
      open &= before;
      close &= before;
    }
    if (state.depth > __builtin_popcountll(close)) {
      // The value cannot end in this block.
      state.depth += __builtin_popcountll(open) - __builtin_popcountll(close);
    } else {
      uint64_t brackets = open | close;
      while (brackets) {
        const uint64_t bit = brackets & -brackets;
        state.depth += (open & bit) ? 1 : -1;
        if (state.depth <= 0) {
          *consumed = offset + static_cast<size_t>(__builtin_ctzll(bit)) + 1;
          *scan = state;
          return rsj_scan_closed;
        }
        brackets ^= bit;
      }
    }
    if (broken) {
      *consumed = offset + static_cast<size_t>(__builtin_ctzll(broken));
      *scan = state;
      return rsj_scan_broken_text;
    }
  }
  *consumed = length;
  *scan = state;
  return rsj_scan_open;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) rsj_scan_status scan_wide(
    rsj_scan *scan, const uint8_t *bytes, size_t length, size_t *consumed) {
  return scan_value<wide_masks>(scan, bytes, length, consumed);
}
#endif

} // namespace

extern "C" rsj_scan_status rsj_scan_value(
    rsj_scan *scan, const uint8_t *bytes, size_t length, size_t *consumed) {
#if defined(__x86_64__)
  static const bool is_wide = __builtin_cpu_supports("avx2");
  if (is_wide) { return scan_wide(scan, bytes, length, consumed); }
#endif
  return scan_value<masks>(scan, bytes, length, consumed);
}
