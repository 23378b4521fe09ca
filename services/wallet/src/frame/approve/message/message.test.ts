import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMessage } from './readMessage.ts'
import { faultOfSignIn, readSignIn } from './readSignIn.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const signIn = (domain: string, account = address) => `${domain} wants you to sign in with your Ethereum account:\n${account}\n\nWelcome.\n\nURI: https://shop.example/login\nVersion: 1\nChain ID: 1\nNonce: abcdefgh\nIssued At: 2026-01-01T00:00:00Z`
const at = { origin: 'https://shop.example', address }

test('shows text as text, and hidden characters by their codes', () => {
  expect(readMessage(bytes('Hello\nworld'))).toEqual({ kind: 'text', text: 'Hello\nworld', pieces: [{ text: 'Hello\nworld' }] })
  expect(readMessage(bytes('a\u202eb\u200bc\u0000'))).toMatchObject({ pieces: [{ text: 'a' }, { codePoint: 'U+202E' }, { text: 'b' }, { codePoint: 'U+200B' }, { text: 'c' }, { codePoint: 'U+0000' }] })
  expect(readMessage(bytes('x\u{e0041}y\u3164z'))).toMatchObject({ pieces: [{ text: 'x' }, { codePoint: 'U+E0041' }, { text: 'y' }, { codePoint: 'U+3164' }, { text: 'z' }] })
})

test('shows bytes that are no text as hex', () => {
  expect(readMessage(Uint8Array.of(0xff, 0xfe))).toEqual({ kind: 'bytes', hex: 'fffe', length: 2 })
  expect(readMessage(Uint8Array.of(1, 2, 3, 4, 65))).toMatchObject({ kind: 'bytes' })
})

test('loses nothing of any text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }).filter((text) => !/\p{Cs}/u.test(text)), (text) => {
    const read = readMessage(bytes(text))
    if (read.kind === 'bytes') return
    const whole = read.pieces.map((piece) => ('text' in piece ? piece.text : String.fromCodePoint(Number.parseInt(piece.codePoint.slice(2), 16)))).join('')
    expect(whole).toBe(text)
  }))
})

test('finds nothing wrong with a sign-in at the site itself', () => {
  const read = readSignIn(signIn('shop.example'))
  expect(read).toMatchObject({ domain: 'shop.example', address, statement: 'Welcome.', uri: 'https://shop.example/login', chainId: '1' })
  expect(read && faultOfSignIn(read, at)).toBeUndefined()
})

test.each(['evil.example', 'shop.example.evil.example', 'shop.example:8443', 'SHOP.example', 'xn--shp-tna.example'])('warns of a sign-in at %s', (domain) => {
  const read = readSignIn(signIn(domain))
  expect(read && faultOfSignIn(read, at)).toBe('domain')
})

test('warns of a sign-in of another account', () => {
  const read = readSignIn(signIn('shop.example', `0x${'1'.repeat(40)}`))
  expect(read && faultOfSignIn(read, at)).toBe('address')
})

test.each([
  signIn('shop.example').replace('Nonce: abcdefgh\n', ''),
  signIn('shop.example').replace('Version: 1', 'Version: 2'),
  `Hi! ${signIn('shop.example')}`,
  `evil.example\nwants you to sign in with your Ethereum account:\n${address}`,
  `shop.example wants  you to sign in with your Ethereum account`,
  `shop.example ｗants you to sign in with your Ethereum account`,
])('warns of what only reads like a sign-in (%#)', (text) => {
  expect(readSignIn(text)).toBe('malformed')
})

test('does not take an ordinary message for a sign-in', () => {
  expect(readSignIn('Hello')).toBeUndefined()
})
