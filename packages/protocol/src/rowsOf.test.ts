import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readShape } from './border.ts'
import { onrampMultiQuotes, providerQuote } from './onramp.ts'
import { rowsOf } from './rowsOf.ts'

const row = {
  serviceProvider: 'a',
  sourceAmount: 100,
  sourceCurrencyCode: 'USD',
  destinationAmount: '98.5',
  destinationCurrencyCode: 'USDC',
}

test('`rowsOf` leaves out a malformed row and keeps the other rows in order', () => {
  const broken = fc.oneof(
    fc.anything().filter((value) => !v.is(providerQuote, value)),
    fc
      .constantFrom('serviceProvider', 'sourceAmount', 'destinationAmount', 'sourceCurrencyCode')
      .map((name) => ({ ...row, [name]: undefined })),
    fc
      .constantFrom(Infinity, Number.NaN, '1e309', '-', '١٠٠', ' 1', {}, [])
      .map((destinationAmount) => ({ ...row, destinationAmount })),
  )
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.nat(99).map((at) => ({ ...row, serviceProvider: `p${at}` })),
          broken,
        ),
        { maxLength: 20 },
      ),
      (rows) => {
        const good = rows.filter((one) => v.is(providerQuote, one))
        const read = v.safeParse(onrampMultiQuotes.answer, rows)
        if (good.length === 0 && rows.length > 0) expect(read.success).toBe(false)
        else
          expect(read).toMatchObject({
            success: true,
            output: good.map(({ serviceProvider }) => ({
              serviceProvider,
              destinationAmount: 98.5,
            })),
          })
      },
    ),
  )
})

test('`rowsOf` refuses a list that is too long, and any value that is not a list', () => {
  for (const value of [Array<number>(3).fill(1), {}, null, 'rows'])
    expect(() => readShape(rowsOf(v.number(), 2), value)).toThrow(
      expect.objectContaining({ fault: 'shape' }),
    )
  expect(readShape(rowsOf(v.number(), 2), [])).toEqual([])
})
