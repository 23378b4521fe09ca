import { worstCaseOf } from '@latchkey/protocol/sessions/exposure'
import { maxUint256, type SessionTerms } from '@latchkey/protocol/sessions/terms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjustTerms, fieldsOf, type LimitTexts } from './adjustTerms.ts'

type Terms = Omit<SessionTerms, 'nonce'>

const now = 1_800_000_000
const context = { decimals: 6, now }
const rules = { expiry: now + 86_400, redeemers: [`0x${'51'.repeat(20)}`] } as const
const daily: Terms = {
  ...rules,
  what: { kind: 'periodic', amount: 10_000_000n, period: 86_400, startTime: now },
}
const stream: Terms = {
  ...rules,
  what: {
    kind: 'stream',
    initialAmount: 5_000_000n,
    amountPerSecond: 10n,
    maxAmount: maxUint256,
    startTime: now,
  },
}
const calls: Terms = {
  ...rules,
  what: {
    kind: 'calls',
    targets: [`0x${'c0'.repeat(20)}`],
    selectors: ['0x12345678'],
    maxValue: 3_000_000n,
    fixed: [],
  },
}
const adjust = (terms: Terms, texts: LimitTexts) => adjustTerms(terms, texts, context)

test('the fields have the limits that the site wants', () => {
  expect(fieldsOf(daily, 6).map(({ name, text }) => [name, text])).toEqual([
    ['amount', '10'],
    ['end', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/) as string],
  ])
  expect(fieldsOf(stream, 6).slice(0, -1)).toEqual([
    { name: 'rate', text: '0.00001' },
    { name: 'max', text: '' },
  ])
  expect(fieldsOf(calls, 6).map(({ name }) => name)).toEqual(['value', 'uses', 'end'])
  expect(adjust(daily, {})).toEqual({ terms: daily, faults: {} })
})

test('a lower limit is taken, and a wrong text names its fault and changes nothing', () => {
  expect(adjust(daily, { amount: '2,5' }).terms.what).toMatchObject({ amount: 2_500_000n })
  const faultOf = (amount: string) => adjust(daily, { amount }).faults.amount
  expect(faultOf('10.000001')).toEqual({ kind: 'notLess', amount: 10_000_000n })
  expect(faultOf('1.0000001')).toEqual({ kind: 'tooFine', count: 6 })
  for (const text of ['', '0', '0.0', '-1', 'x', '1e3', '0x1', '.', '1.2.3', ' '])
    expect(faultOf(text), text).toEqual({ kind: 'notNumber' })
  expect(adjust(daily, { amount: '99' }).terms).toEqual(daily)
  expect(adjust(calls, { uses: '3', value: '1' }).terms).toMatchObject({
    maxUses: 3n,
    what: { maxValue: 1_000_000n },
  })
  expect(adjust(calls, { uses: '1.5' }).faults.uses).toEqual({ kind: 'notNumber' })
})

test('a stream with a lower sum begins with no more than that', () => {
  const { terms, faults } = adjust(stream, { max: '2', rate: '0.000001' })
  expect(faults).toEqual({})
  expect(terms.what).toMatchObject({
    initialAmount: 2_000_000n,
    maxAmount: 2_000_000n,
    amountPerSecond: 1n,
  })
})

test('the time can be shortened, and ends neither later nor in the past', () => {
  const textOf = (second: number) =>
    fieldsOf({ ...daily, expiry: second }, 6).find(({ name }) => name === 'end')?.text ?? ''
  expect(adjust(daily, { end: textOf(now + 600) }).terms.expiry).toBe(now + 600)
  expect(adjust(daily, { end: textOf(now + 86_460) }).faults.end).toEqual({
    kind: 'notLater',
    second: rules.expiry,
  })
  for (const end of [textOf(now), textOf(now - 60), '', 'x', '9999999-01-01T00:00'])
    expect(adjust(daily, { end }).faults.end?.kind, end).toMatch(/notFuture|notLater/)
  const later: Terms = { ...daily, what: { ...daily.what, startTime: now + 1_000 } as never } // a sum
  expect(adjust(later, { end: textOf(now + 900) }).faults.end).toEqual({ kind: 'notFuture' })
})

test('whatever the visitor types, a session never gets more than the site wanted', () => {
  const text = fc.oneof(
    fc.string(),
    fc.bigInt({ min: 0n, max: 20_000_000n }).map((value) => String(value)),
    fc.double({ min: 0, max: 30, noNaN: true }).map(String),
    fc
      .integer({ min: now - 100_000, max: now + 200_000 })
      .map((second) => new Date(second * 1_000).toISOString().slice(0, 19)),
  )
  const texts = fc.record(
    { amount: text, rate: text, max: text, value: text, uses: text, end: text },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.constantFrom(daily, stream, calls), texts, (terms, typed) => {
      const adjusted = adjust(terms, typed).terms
      expect(adjusted.expiry).toBeLessThanOrEqual(terms.expiry)
      expect(adjusted.expiry).toBeGreaterThan(now)
      const worst = (of: Terms) => worstCaseOf({ ...of, nonce: 0n }, now) ?? maxUint256
      expect(worst(adjusted) <= worst(terms)).toBe(true)
      if (adjusted.what.kind === 'stream')
        expect(adjusted.what.initialAmount <= adjusted.what.maxAmount).toBe(true)
    }),
  )
})
