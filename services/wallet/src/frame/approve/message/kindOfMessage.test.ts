import fc from 'fast-check'
import { hashMessage, hexToBytes, keccak256, serializeTransaction, toRlp } from 'viem'
import { expect, test } from 'vitest'
import { isUnknown } from '../verdicts.ts'
import { kindOfMessage } from './kindOfMessage.ts'
import { readMessage } from './readMessage.ts'
import { readSignIn } from './readSignIn.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
function kindOf(bytes: Uint8Array) {
  const message = readMessage(bytes)
  return kindOfMessage(
    bytes,
    message,
    message.kind === 'text' ? readSignIn(message.text) : undefined,
  )
}
const to = `0x${'1'.repeat(40)}` as const
const hash = hashMessage('anything')

test('any 32 bytes are of the kind `hash`, except readable text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      expect(kindOf(bytes)).toBe('hash')
    }),
  )
  // printable, as a hash can be by chance, but not a sentence
  expect(kindOf(bytesOf('~{}|[]^_`@#$%&*+=<>~{}|[]^_`@#$%'))).toBe('hash')
  expect(kindOf(bytesOf('Please sign this message to go on'.slice(0, 32)))).toBe('text')
})

test.each([
  hash,
  hash.slice(2),
  hash.toUpperCase().replace('0X', '0x'),
  ` ${hash}\n`,
  keccak256(hash) + hash.slice(2),
])('a hash as hex text is of the kind `hash`: %s', (text) => {
  expect(kindOf(bytesOf(text))).toBe('hash')
})

test.each<[string, Uint8Array]>([
  ['typed data', hexToBytes(`0x1901${'ab'.repeat(64)}`)],
  ['EIP-191 data with an address', hexToBytes(`0x1900${'11'.repeat(20)}616263`)],
  ['an EIP-191 text', bytesOf('\u0019Ethereum Signed Message:\n5hello')],
  [
    'a transaction',
    hexToBytes(
      serializeTransaction({
        chainId: 1,
        to,
        value: 5n,
        type: 'eip1559',
        gas: 21_000n,
        maxFeePerGas: 1n,
      }),
    ),
  ],
  [
    'a legacy transaction',
    hexToBytes(
      serializeTransaction({
        chainId: 1,
        to,
        value: 5n,
        type: 'legacy',
        gas: 21_000n,
        gasPrice: 1n,
      }),
    ),
  ],
  ['an EIP-7702 authorization', hexToBytes(`0x05${toRlp(['0x01', to, '0x']).slice(2)}`)],
  ['bytes that are not text', Uint8Array.of(0xff, 0xfe, 0xfd)],
  ['text with control characters', bytesOf('Hello\u0000 world, hello')],
])('the bytes of another kind of signature are of the kind `unknown`: %s', (_, bytes) => {
  expect(isUnknown(kindOf(bytes))).toBe(true)
})

test('ordinary text is of the kind `text`', () => {
  for (const text of ['Hello', 'Grüezi\nwohl\t✓', '0x1234', 'Sign 0x1234 to go on', '', '日本語'])
    expect(kindOf(bytesOf(text))).toBe('text')
})
