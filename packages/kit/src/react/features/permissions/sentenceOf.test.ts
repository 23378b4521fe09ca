import { fill } from '@latchkey/words/fill'
import { expect, test } from 'vitest'
import arabic from '../../../locales/ar.json' with { type: 'json' }
import persian from '../../../locales/fa.json' with { type: 'json' }
import type { SmartSession } from '../../../core/contracts/facets/smartSessions.ts'
import { messages } from './messages.ts'
import { sentenceOf, stateText, usageOf } from './sentenceOf.ts'
import type { Translate } from './sentenceOf.ts'

const translate: Translate = (key, values = {}) => fill(messages.texts[key], values)
const usdc = { symbol: 'USDC', decimals: 6 }
const startTime = 1_000

const sentences: readonly (readonly [SmartSession['limit'], string])[] = [
  [{ kind: 'allowance', startTime, amount: 1_500_000n }, 'Up to 1.5 USDC in all'],
  [{ kind: 'periodic', startTime, amount: 10_000_000n, period: 86_400 }, 'Up to 10 USDC each day'],
  [{ kind: 'periodic', startTime, amount: 1n, period: 604_800 }, 'Up to 0.000001 USDC each week'],
  [
    { kind: 'periodic', startTime, amount: 5_000_000n, period: 30 * 86_400 },
    'Up to 5 USDC every 30 days',
  ],
  [
    { kind: 'periodic', startTime, amount: 1_000_000n, period: 90 },
    'Up to 1 USDC every 90 seconds',
  ],
  [
    { kind: 'stream', startTime, initialAmount: 0n, amountPerSecond: 10n },
    '0.00001 USDC more each second',
  ],
  [
    { kind: 'stream', startTime, initialAmount: 2_000_000n, amountPerSecond: 10n },
    '2 USDC at once, and 0.00001 USDC more each second',
  ],
  [{ kind: 'allowance', startTime, amount: 2n ** 255n }, 'Up to any amount of USDC in all'],
  [
    { kind: 'calls', targets: [], functions: ['buy(uint256)'], maxValue: 0n },
    'Call functions of contracts',
  ],
]
test.each(sentences.map(([limit, sentence]) => [sentence, limit] as const))(
  'the sentence "%s"',
  (sentence, limit) => {
    expect(sentenceOf({ limit }, usdc, translate, 'en')).toBe(sentence)
  },
)

test('amounts of a token that is not known have no decimals', () => {
  const limit = { kind: 'allowance', startTime, amount: 1_500_000n } as const
  expect(sentenceOf({ limit }, undefined, translate, 'en')).toBe(
    'Up to 1,500,000 units of an unknown token in all',
  )
})

test('a state has its own words', () => {
  const expiry = Date.UTC(2026, 0, 8) / 1_000
  expect(stateText({ state: 'usedUp', expiry }, translate, 'en')).toBe('Used up')
  expect(stateText({ state: 'active', expiry }, translate, 'en')).toMatch(/^Until Jan [78], 2026, /)
})

// a text that begins with an amount would get the direction of the amount's letters
test.each([
  ['ar', arabic],
  ['fa', persian],
] as const)('each sentence begins with a word of the language: %s', (_, { permissions }) => {
  const { total, eachDay, every, stream, streamFrom, left } = permissions
  for (const text of [total, eachDay, every, stream, streamFrom, left])
    expect(text).toMatch(/^[\u0600-\u06ff]/u)
})

type Usage = readonly [SmartSession['limit'], bigint | undefined, ReturnType<typeof usageOf>]
const usages: readonly Usage[] = [
  [
    { kind: 'periodic', startTime, amount: 10n, period: 60 },
    4n,
    { taken: 6n, left: 4n, share: 0.6 },
  ],
  [{ kind: 'allowance', startTime, amount: 10n }, 0n, { taken: 10n, left: 0n, share: 1 }],
  // 100 at once and 1 a second, for 50 s
  [
    { kind: 'stream', startTime, initialAmount: 100n, amountPerSecond: 1n },
    75n,
    { taken: 75n, left: 75n, share: 0.5 },
  ],
  [
    { kind: 'stream', startTime, initialAmount: 100n, amountPerSecond: 1n, maxAmount: 100n },
    100n,
    { taken: 0n, left: 100n, share: 0 },
  ],
  // before it begins, nothing was taken
  [{ kind: 'allowance', startTime: 1_051, amount: 10n }, 0n, { taken: 0n, left: 0n, share: 0 }],
  [
    { kind: 'periodic', startTime: 1_051, amount: 10n, period: 60 },
    0n,
    { taken: 0n, left: 0n, share: 0 },
  ],
  // an API that reports more than there can be
  [{ kind: 'allowance', startTime, amount: 10n }, 11n, { taken: 0n, left: 11n, share: 0 }],
  [{ kind: 'allowance', startTime, amount: 10n }, undefined, undefined],
  [{ kind: 'calls', targets: [], functions: [], maxValue: 0n }, 0n, undefined],
]
test.each(usages.map((usage) => [usage[0].kind, ...usage] as const))(
  'what was taken and what is left: %s',
  (_, limit, available, usage) => {
    expect(usageOf({ limit, ...(available !== undefined && { available }) }, 1_050)).toEqual(usage)
  },
)
