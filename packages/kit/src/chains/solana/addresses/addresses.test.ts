import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toBase58 } from '@latchkey/protocol/base58'
import { isSolanaAddress } from '@latchkey/protocol/chains/solana'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { solanaKeys } from '../../../testing/solana/solanaKeys.ts'
import { formatPayment } from './formatPayment.ts'
import { isAlike } from './isAlike.ts'
import { readPayment } from './readPayment.ts'
import { readRecipient } from './readRecipient.ts'

const [me = '', mint = ''] = solanaKeys(2).map(({ address }) => address)
const decimalsOf = async (token: string | undefined) => (token === undefined ? 9 : 6)
const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => toBase58(bytes))

test.each([
  ['', { status: 'empty' }],
  [` ${me}\u200b\n`, { status: 'address', address: me }],
  [`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${me}`, { status: 'address', address: me }],
  [`solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:${me}`, { status: 'refused', fault: 'otherNetwork' }],
  [
    'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    { status: 'refused', fault: 'otherNetwork' },
  ],
  ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', { status: 'refused', fault: 'otherNetwork' }],
  ['eth:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', { status: 'refused', fault: 'otherNetwork' }],
  ['arb1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', { status: 'refused', fault: 'otherNetwork' }],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', { status: 'refused', fault: 'otherNetwork' }],
  [`solana:${me}?amount=1`, { status: 'address', address: me }],
  [`solana:${me}?amount=1&memo=42`, { status: 'refused', fault: 'notAnAddress' }],
  ['solana:https://shop.example.org/pay', { status: 'refused', fault: 'notAnAddress' }],
  [`${me.slice(0, 9)}\u200b${me.slice(9)}`, { status: 'refused', fault: 'notAnAddress' }],
  [`solana:${me}?amount=1\u200b0`, { status: 'refused', fault: 'notAnAddress' }],
  [`${me}1`, { status: 'refused', fault: 'notAnAddress' }],
  ['lena.sol', { status: 'refused', fault: 'notAnAddress' }],
])('the text %j is read as a recipient', (text, read) => {
  expect(readRecipient(text, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toEqual(read)
})

test('a payment link states the amount in whole tokens, and readPayment returns the written request', async () => {
  expect(
    await formatPayment(
      { address: me, networkId: 'solana:a' as never, amount: 1_500_000_000n },
      decimalsOf,
    ),
  ).toBe(`solana:${me}?amount=1.5`)
  expect(
    await formatPayment({ address: me, networkId: 'solana:a' as never, token: mint }, decimalsOf),
  ).toBe(`solana:${me}?spl-token=${mint}`)
  await fc.assert(
    fc.asyncProperty(
      key,
      fc.bigInt({ min: 0n, max: 2n ** 64n }),
      fc.option(key, { nil: undefined }),
      async (to, amount, token) => {
        const request = { amount, ...(token !== undefined && { token }) }
        expect(
          await readPayment(
            await formatPayment(
              { address: to, networkId: 'solana:a' as never, ...request },
              decimalsOf,
            ),
            decimalsOf,
          ),
        ).toEqual({ to, ...request })
      },
    ),
  )
})

test.each([
  'amount=1&amount=2',
  'amount=1e3',
  'amount=-1',
  'amount=.5',
  'amount=1.',
  'amount=01',
  'amount=0.0000000001',
  'amount=1&reference=x',
  'amount=1&memo=',
  `spl-token=${mint}&spl-token=${me}`,
  'spl-token=USDC',
])('a link with %s is not read as a payment request', async (query) => {
  expect(await readPayment(`solana:${me}?${query}`, decimalsOf)).toBeUndefined()
})

test('readPayment accepts any pasted text, and rejects only if the node fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `solana:${me}?${text}`),
      ),
      async (text) => {
        const read = await readPayment(text, decimalsOf)
        expect(read === undefined || read.to === me).toBe(true)
        expect(['empty', 'address', 'refused']).toContain(readRecipient(text).status)
      },
    ),
  )
  await expect(
    readPayment(`solana:${me}?amount=1&spl-token=${mint}`, async () => {
      throw new Error('away')
    }),
  ).rejects.toThrow('away')
})

test('two different addresses with the same first and last characters are alike, in any letter case', () => {
  const similar = `${me.slice(0, 4)}${'x'.repeat(me.length - 8)}${me.slice(-4)}`
  expect([
    isAlike(me, similar),
    isAlike(me, similar.toLowerCase()),
    isAlike(me, me),
    isAlike(me, mint),
  ]).toEqual([true, true, false, false])
})

test('a generated link is read with its exact amount, or refused', async () => {
  const digits = fc.stringMatching(/^\d{1,45}$/)
  const amount = fc.oneof(
    digits,
    fc.tuple(digits, digits).map((both) => both.join('.')),
    fc.constantFrom(
      '',
      '1e9',
      '-1',
      '+1',
      '1,5',
      '٣',
      '１',
      '0x10',
      'Infinity',
      'NaN',
      ' 1',
      '1.',
      '.5',
      '00',
      '0.000000000000000000000000000000000000000001',
    ),
  )
  const address = fc.oneof(
    fc.constantFrom(
      me,
      mint,
      me.toLowerCase(),
      `${me}1`,
      me.slice(1),
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'https://evil.example.org/pay',
      '',
      `${me}%00`,
      `\u202e${me}`,
    ),
    key,
  )
  const field = fc.oneof(
    amount.map((one) => `amount=${one}`),
    address.map((one) => `spl-token=${one}`),
    fc.constantFrom(
      'memo=',
      'reference=x',
      'label=<b>',
      'message=%ff',
      'amount',
      '&',
      '=',
      '%',
      'AMOUNT=1',
      'amount=%31',
      '__proto__=1',
    ),
  )
  const link = fc
    .tuple(
      fc.constantFrom(
        'solana:',
        'SOLANA:',
        'solana://',
        'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:',
        ' solana:',
        'ethereum:',
        '',
      ),
      address,
      fc.array(field, { maxLength: 4 }),
      fc.constantFrom('?', '', '#', '??'),
    )
    .map(([scheme, to, fields, mark]) => `${scheme}${to}${mark}${fields.join('&')}`)
  await fc.assert(
    fc.asyncProperty(link, fc.nat({ max: 255 }), async (text, decimals) => {
      const { status, ...read } = readRecipient(text, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
      expect(['empty', 'address', 'refused']).toContain(status)
      if ('address' in read)
        expect(isSolanaAddress(read.address) && text.includes(read.address)).toBe(true)
      const payment = await readPayment(text, async () => decimals)
      if (!payment) return
      expect(
        isSolanaAddress(payment.to) &&
          (payment.token === undefined || isSolanaAddress(payment.token)) &&
          !/memo|reference/.test(text),
      ).toBe(true)
      const [amountText] = new URLSearchParams(text.slice(text.indexOf('?') + 1)).getAll('amount')
      expect(payment.amount === undefined ? undefined : formatUnits(payment.amount, decimals)).toBe(
        amountText === undefined
          ? undefined
          : amountText.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''),
      )
    }),
    { seed: 15, numRuns: 2_000 },
  )
})
