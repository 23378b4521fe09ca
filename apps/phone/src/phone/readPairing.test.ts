import { expect, test } from 'vitest'
import { readPairing } from './readPairing.ts'

const hex = 'ab'.repeat(32)
const uri = `wc:${hex}@2?expiryTimestamp=1000&relay-protocol=irn&symKey=${hex}`
const now = 999_000

const base64 = btoa(uri)

test.each([
  uri,
  `  ${uri}\n`,
  `https://phone.example/wc?uri=${encodeURIComponent(uri)}`,
  `phone://wc?uri=${encodeURIComponent(uri)}`,
  base64,
  base64.replace(/=+$/, ''),
  base64.replace(/\+/g, '-').replace(/\//g, '_'),
  `phone://wc?uri=${encodeURIComponent(base64)}`,
])('`readPairing` finds the pairing in %s', (text) => {
  expect(readPairing(text, now)).toEqual({ status: 'good', uri })
})

test('an expired pairing is refused', () => {
  expect(readPairing(uri, 1_000_000)).toEqual({ status: 'expired' })
})

test('a pairing without an expiry is accepted', () => {
  expect(readPairing(`wc:${hex}@2?relay-protocol=irn&symKey=${hex}`, now).status).toBe('good')
})

test('an expiry up to seven minutes ahead is accepted (five minutes, and two for a wrong clock); a later one is malformed', () => {
  const until = (seconds: number) => readPairing(uri.replace('1000', String(seconds)), now).status
  expect([until(999 + 300), until(999 + 420)]).toEqual(['good', 'good'])
  expect([until(999 + 421), until(86_400 * 30), until(999_999_999_999)]).toEqual([
    'malformed',
    'malformed',
    'malformed',
  ])
})

test.each([
  `symKey=${'cd'.repeat(32)}`,
  `symKey=${hex}`,
  'expiryTimestamp=1100',
  'relay-protocol=irn',
  'relay-protocol=waku',
  'symKey=',
])('a pairing that repeats %s is malformed', (more) => {
  expect(readPairing(`${uri}&${more}`, now)).toEqual({ status: 'malformed' })
  expect(readPairing(uri.replace('?', `?${more}&`), now)).toEqual({ status: 'malformed' })
})

test('a pairing of WalletConnect version 1 has the status `old`', () => {
  expect(
    readPairing('wc:8a5e5bdc-a0e4-4702@1?bridge=https%3A%2F%2Fbridge.example&key=41', now),
  ).toEqual({ status: 'old' })
})

test.each([
  '',
  'hello',
  'https://site.example',
  `wc:${hex}@2`,
  `wc:${hex}@2?relay-protocol=irn&symKey=1`,
  `wc:short@2?relay-protocol=irn&symKey=${hex}`,
  uri.replace('1000', 'soon'),
  uri.replace('1000', ''),
  uri.replace('1000', '1e9'),
  `${uri}&${'a'.repeat(2_000)}`,
  btoa('hello there'),
])('`readPairing` refuses "%s"', (text) => {
  expect(readPairing(text, now).status).not.toBe('good')
})
