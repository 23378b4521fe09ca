import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitcoinMainnetId, bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import type { NetworkId } from '@latchkey/protocol/caip'
import { newKey } from '../startTestMoney.ts'
import { formatCode } from './formatCode.ts'
import { formatPayment } from './formatPayment.ts'
import { isAlike } from './isAlike.ts'
import { isOwnerless } from './isOwnerless.ts'
import { readPayment } from './readPayment.ts'
import { readRecipient } from './readRecipient.ts'

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const test1 = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const legacy = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const nested = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'
const refused = (fault: string) => ({ status: 'refused', fault })

test.each<[string, object]>([
  ['', { status: 'empty' }],
  [` ${address}\u200b\n`, { status: 'address', address }],
  [address.toUpperCase(), { status: 'address', address }],
  [taproot, { status: 'address', address: taproot }],
  [legacy, { status: 'address', address: legacy }],
  [nested, { status: 'address', address: nested }],
  [`${bitcoinMainnetId}:${address}`, { status: 'address', address }],
  [`bitcoin:${address}?amount=1&label=Lena`, { status: 'address', address }],
  [`BITCOIN:${address.toUpperCase()}?AMOUNT=1`, { status: 'address', address }],
  [`bitcoin:${address}?lightning=LNBC10U1P3PJ257PP5YZTKWJCZ5`, { status: 'address', address }],
  [`bitcoin:${address}?req-somethingyoudontunderstand=50`, refused('notAnAddress')],
  [`bitcoin:${address}?amount=1&amount=2`, refused('notAnAddress')],
  ['bitcoin:', refused('notAnAddress')],
  [test1, refused('otherNetwork')],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', refused('otherNetwork')],
  [`${bitcoinRegtestId}:${address}`, refused('otherNetwork')],
  ['bip122:beefbeefbeefbeefbeefbeefbeefbeef:bc1q', refused('otherNetwork')],
  ['eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', refused('otherNetwork')],
  ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', refused('otherNetwork')],
  ['solana:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', refused('otherNetwork')],
  [`${address.slice(0, -1)}5`, refused('wrongChecksum')],
  [`bc1Q${address.slice(4)}`, refused('wrongChecksum')],
  [`${legacy.slice(0, -1)}3`, refused('wrongChecksum')],
  // witness version 0 with the checksum of later versions, and the other way round. BIP-350
  ['bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', refused('wrongChecksum')],
  ['lena.eth', refused('notAnAddress')],
  ['7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', refused('notAnAddress')],
])('the text %j is read as a recipient', (text, read) => {
  expect(readRecipient(text, bitcoinMainnetId)).toEqual(read)
})

test('without a network, an address of any network is accepted', () => {
  for (const entry of [address, test1, newKey().address])
    expect(readRecipient(entry)).toEqual({ status: 'address', address: entry })
})

test.each<[string, object | undefined]>([
  [`bitcoin:${address}`, { to: address }],
  [`bitcoin:${address}?amount=20.3&label=Luke-Jr`, { to: address, amount: 2_030_000_000n }],
  [`BITCOIN:${address.toUpperCase()}?AMOUNT=0.00000001`, { to: address, amount: 1n }],
  [`bitcoin:${address}?amount=1.50000000000`, { to: address, amount: 150_000_000n }],
  [`bitcoin:${address}?amount=1&somethingelse=50`, { to: address, amount: 100_000_000n }],
  [`bitcoin:${address}?req-somethingelse=50`, undefined],
  [`bitcoin:${address}?REQ-x=`, undefined],
  [`bitcoin:${test1}?amount=1`, undefined],
  [address, undefined],
  ...['1e3', '-1', '+1', '.5', '1.', '01', '1,5', '0x1', '0.000000001', '', ' 1', '٣'].map(
    (amount): [string, undefined] => [`bitcoin:${address}?amount=${amount}`, undefined],
  ),
])('the link %j is read as a payment', (text, payment) => {
  expect(readPayment(text, bitcoinMainnetId)).toEqual(payment)
})

test('readPayment returns what formatPayment wrote', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 21n * 10n ** 14n }), (amount) => {
      // the cast: the constant is a network id
      const request = { address, networkId: bitcoinMainnetId as NetworkId }
      expect(readPayment(formatPayment({ ...request, amount }), bitcoinMainnetId)).toEqual({
        to: address,
        amount,
      })
    }),
  )
})

test('any text is read without an error, and an accepted address is in the text', () => {
  const part = fc.constantFrom(
    ...['bitcoin:', 'BITCOIN:', address, address.toUpperCase(), test1, legacy, '?', '&', '='],
    ...['amount=1', 'req-a=1', 'lightning=', '%', '\u202e', '//', 'amount=%31', ':', '#'],
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 6 }).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(text, (entry) => {
      const read = readRecipient(entry, bitcoinMainnetId)
      if (read.status === 'address')
        expect(entry.includes(read.address) || entry.includes(read.address.toUpperCase())).toBe(
          true,
        )
      const payment = readPayment(entry, bitcoinMainnetId)
      if (payment) expect(read).toEqual({ status: 'address', address: payment.to })
      if (/req-/i.test(entry)) expect(payment).toBeUndefined()
    }),
    { numRuns: 1_000 },
  )
  expect.hasAssertions()
})

test('a code has a Bech32 address in upper case, and reads as the same payment', () => {
  for (const text of [address, `bitcoin:${address}?amount=1.5`]) {
    const code = formatCode(text)
    expect(code).toBe(text.replace(address, address.toUpperCase()))
    expect(readRecipient(code, bitcoinMainnetId)).toEqual({ status: 'address', address })
    expect(readPayment(code, bitcoinMainnetId)).toEqual(readPayment(text, bitcoinMainnetId))
  }
  for (const text of [legacy, nested, `bitcoin:${legacy}?amount=1`, 'bc1'])
    expect(formatCode(text)).toBe(text)
})

test('addresses of one kind are alike only if they are the same after the shared beginning', () => {
  const same = `${address.slice(0, 8)}${'x'.repeat(28)}${address.slice(-4)}`
  const onlyEnd = `${address.slice(0, 4)}${'x'.repeat(34)}${address.slice(-4)}`
  // the kit shows four characters at the beginning and six at the end
  const shown = `${address.slice(0, 4)}${'x'.repeat(32)}${address.slice(-6)}`
  expect(
    [same, onlyEnd, shown, address, address.toUpperCase(), legacy].map((other) =>
      isAlike(address, other),
    ),
  ).toEqual([true, false, true, false, false, false])
})

test('addresses of zeros and known burn addresses are ownerless', () => {
  const zeros = [
    'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqhmf7l2',
    'BC1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQHMF7L2',
    '1111111111111111111114oLvT2',
    '1BitcoinEaterAddressDontSendf59kuE',
  ]
  expect([...zeros, address, taproot, legacy].map(isOwnerless)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
