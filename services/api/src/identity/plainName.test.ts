import fc from 'fast-check'
import { normalize } from 'viem/ens'
import { expect, test } from 'vitest'
import { plainName } from './plainName.ts'

/** The result of ENSIP-15, without the shortcut of `plainName`. */
function normalized(text: string): string | undefined {
  try {
    return normalize(text)
  } catch {
    return undefined
  }
}

test('plainName normalizes names as ENSIP-15 does', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('a', 'z', '0', '9', '-', '--', 'xn--', '.', '_', 'A', 'é', ' ', '\n'),
        { maxLength: 7 },
      ),
      (parts) => {
        const text = parts.join('')
        expect([text, plainName(text)]).toEqual([text, normalized(text)])
      },
    ),
    { numRuns: 2_000 },
  )
  for (const text of [
    'alice.reown.id',
    'a-b.eth',
    'ab--c.eth',
    'a--b.eth',
    '-a.eth',
    'a-.eth',
    'a.',
    '.a',
    'a..b',
    'xn--a.eth',
    'a\n',
    '1️⃣.eth',
    '123.eth',
    'Nick.ETH',
    '',
  ])
    expect([text, plainName(text)]).toEqual([text, normalized(text)])
})
