import { expect, test } from 'vitest'
import { readPairing } from './readPairing.ts'

const hex = 'ab'.repeat(32)
const uri = `wc:${hex}@2?expiryTimestamp=1000&relay-protocol=irn&symKey=${hex}`
const now = 999_000

test.each([uri, `  ${uri}\n`, `https://phone.example/wc?uri=${encodeURIComponent(uri)}`, `phone://wc?uri=${encodeURIComponent(uri)}`])('finds the pairing in %s', (text) => {
  expect(readPairing(text, now)).toEqual({ status: 'good', uri })
})

test('a pairing that is over is expired', () => {
  expect(readPairing(uri, 1_000_000)).toEqual({ status: 'expired' })
})

test('a pairing need not say when it is over', () => {
  expect(readPairing(`wc:${hex}@2?relay-protocol=irn&symKey=${hex}`, now).status).toBe('good')
})

test('version 1 is told apart', () => {
  expect(readPairing('wc:8a5e5bdc-a0e4-4702@1?bridge=https%3A%2F%2Fbridge.example&key=41', now)).toEqual({ status: 'old' })
})

test.each(['', 'hello', 'https://site.example', `wc:${hex}@2`, `wc:${hex}@2?relay-protocol=irn&symKey=1`, `wc:short@2?relay-protocol=irn&symKey=${hex}`, uri.replace('1000', 'soon')])(
  'cannot use "%s"',
  (text) => {
    expect(readPairing(text, now).status).not.toBe('good')
  },
)
