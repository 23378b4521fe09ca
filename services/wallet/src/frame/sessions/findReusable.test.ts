import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import { expect, test } from 'vitest'
import { coversTime } from './findReusable.ts'

const day = 86_400
const start = 1_800_000_000
const site: Hex = `0x${'51'.repeat(20)}`

const termsOf = (
  expiry: number,
  what: SessionTerms['what'] = { kind: 'periodic', amount: 4n, period: day, startTime: start },
): SessionTerms => ({ what, expiry, redeemers: [site], nonce: 0n })

/** A grant of a request for 30 days. */
const grant = (
  days: number,
  more: { wantedSeconds?: number; what?: SessionTerms['what'] } = {},
) => ({
  terms: termsOf(start + days * day, more.what),
  grantedAt: start * 1_000,
  wantedSeconds: 'wantedSeconds' in more ? more.wantedSeconds : 30 * day,
})

/** Whether a request for some days, after some seconds, gets the grant. */
const isReused = (
  earlier: Parameters<typeof coversTime>[0],
  after: number,
  { days = 30, hasStart = false } = {},
) => {
  const now = start + after
  const wanted = Math.round(now + days * day)
  return coversTime(earlier, { terms: termsOf(wanted), hasStart }, now)
}

test('a site that counts the end from each visit gets its grant until a tenth is left', () => {
  for (const after of [0, 1, day, 26 * day, 27 * day - 1])
    expect(isReused(grant(30), after), `${after}`).toBe(true)
  for (const after of [27 * day, 30 * day, 31 * day])
    expect(isReused(grant(30), after), `${after}`).toBe(false)
})

test('a grant that the visitor has shortened counts by its own life', () => {
  expect(isReused(grant(5), 4.5 * day - 1)).toBe(true)
  expect(isReused(grant(5), 4.5 * day)).toBe(false)
})

test('at least five minutes are left', () => {
  const days = 2_400 / day
  const short = grant(days, { wantedSeconds: 2_400 })
  expect(isReused(short, 2_099, { days })).toBe(true)
  expect(isReused(short, 2_100, { days })).toBe(false)
})

test('a request for more time than before is a new one, but for a hundredth', () => {
  expect(isReused(grant(30), day, { days: 30.3 })).toBe(true)
  expect(isReused(grant(30), day, { days: 30.31 })).toBe(false)
  // where it is not known what was asked for, it was what was granted
  expect(isReused(grant(5, { wantedSeconds: undefined }), day, { days: 5 })).toBe(true)
  expect(isReused(grant(5, { wantedSeconds: undefined }), day, { days: 6 })).toBe(false)
})

test('a site never gets a grant that ends later than it wants', () => {
  expect(isReused(grant(30), 0, { days: 7 })).toBe(false)
  expect(isReused(grant(30), 10 * day, { days: 20 })).toBe(true)
  expect(isReused(grant(30), 10 * day, { days: 20 - 1 / day })).toBe(false)
})

test('a stream from the second of its request is another one ten minutes later', () => {
  const what = {
    kind: 'stream',
    initialAmount: 0n,
    amountPerSecond: 1n,
    maxAmount: 9n,
    startTime: start,
  } as const
  expect(isReused(grant(30, { what }), 600)).toBe(true)
  expect(isReused(grant(30, { what }), 601)).toBe(false)
  expect(isReused(grant(30, { what }), 601, { hasStart: true })).toBe(true)
})
