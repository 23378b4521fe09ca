import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanName } from '../cleanName.ts'
import { isOwnSignIn } from './isOwnSignIn.ts'
import { piecesOf, readMessage } from './readMessage.ts'
import { faultOfSignIn, readSignIn } from './readSignIn.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const signIn = (domain: string, account = address) =>
  `${domain} wants you to sign in with your Ethereum account:\n${account}\n\nWelcome.\n\nURI: https://shop.example/login\nVersion: 1\nChain ID: 1\nNonce: abcdefgh\nIssued At: 2026-01-01T00:00:00Z`
const network = { namespace: 'eip155' as const, reference: '1' }
const at = { origin: 'https://shop.example', address, network }
const atSolana = {
  origin: 'https://shop.example',
  address: '9'.repeat(40),
  network: { namespace: 'solana' as const, reference: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
}
const solanaHead = `shop.example wants you to sign in with your Solana account:\n${atSolana.address}`
/**
 * The fault of a text as a sign-in: `proper` without a fault, `none` for a text that is no sign-in.
 */
const faultIn = (text: string, site: Parameters<typeof faultOfSignIn>[1] = at) => {
  const read = readSignIn(text)
  return read === undefined ? 'none' : (faultOfSignIn(read, site) ?? 'proper')
}

test('text is shown as text, and hidden characters by their codes', () => {
  expect(readMessage(bytes('Hello\nworld'))).toEqual({
    kind: 'text',
    text: 'Hello\nworld',
    pieces: [{ text: 'Hello\nworld' }],
  })
  expect(readMessage(bytes('a\u202eb\u200bc\u0000'))).toMatchObject({
    pieces: [
      { text: 'a' },
      { codePoint: 'U+202E' },
      { text: 'b' },
      { codePoint: 'U+200B' },
      { text: 'c' },
      { codePoint: 'U+0000' },
    ],
  })
  expect(readMessage(bytes('x\u{e0041}y\u3164z'))).toMatchObject({
    pieces: [
      { text: 'x' },
      { codePoint: 'U+E0041' },
      { text: 'y' },
      { codePoint: 'U+3164' },
      { text: 'z' },
    ],
  })
})

test('more than four combining marks on one letter are shown by their codes, as they would cover other lines', () => {
  const piled = `a${'\u0336\u0301'.repeat(4)}b`
  expect(readMessage(bytes(piled))).toMatchObject({
    pieces: [
      { text: 'a\u0336\u0301\u0336\u0301' },
      { codePoint: 'U+0336' },
      { codePoint: 'U+0301' },
      { codePoint: 'U+0336' },
      { codePoint: 'U+0301' },
      { text: 'b' },
    ],
  })
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('a', '\u0301', '\u0489', '\u20dd', '\u034f', '\u200d', '\u{1e023}'),
        { maxLength: 60 },
      ),
      (letters) => {
        const read = readMessage(bytes(letters.join('')))
        for (const piece of read.kind === 'text' ? read.pieces : [])
          if ('text' in piece) expect(piece.text).not.toMatch(/[\p{Mn}\p{Me}]{5}/u)
      },
    ),
  )
})

test('combining marks that languages need are shown as text', () => {
  for (const text of ['Tiếng Việt ễ', 'בְּרֵאשִׁ֖ית', 'ที่อยู่', 'हिन्दी', 'العَرَبِيَّة', 'မြို့', '1\u20e3'])
    expect(readMessage(bytes(text.normalize('NFD'))), text).toMatchObject({
      pieces: [{ text: text.normalize('NFD') }],
    })
})

test('bytes that are not text are shown as hex', () => {
  expect(readMessage(Uint8Array.of(0xff, 0xfe))).toEqual({ kind: 'bytes', hex: 'fffe', length: 2 })
  expect(readMessage(Uint8Array.of(1, 2, 3, 4, 65))).toMatchObject({ kind: 'bytes' })
})

test('the pieces of a text together contain all its characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }).filter((text) => !/\p{Cs}/u.test(text)),
      (text) => {
        const read = readMessage(bytes(text))
        if (read.kind === 'bytes') return
        const whole = read.pieces
          .map((piece) =>
            'text' in piece
              ? piece.text
              : String.fromCodePoint(Number.parseInt(piece.codePoint.slice(2), 16)),
          )
          .join('')
        expect(whole).toBe(text)
      },
    ),
  )
})

test('a sign-in for the domain of the site has no fault', () => {
  const read = readSignIn(signIn('shop.example'))
  expect(read).toMatchObject({
    domain: 'shop.example',
    address,
    statement: 'Welcome.',
    uri: 'https://shop.example/login',
    chainId: '1',
  })
  expect(read && faultOfSignIn(read, at)).toBeUndefined()
})

test.each([
  'evil.example',
  'shop.example.evil.example',
  'shop.example:8443',
  'SHOP.example',
  'xn--shp-tna.example',
  'shop.example:443',
])('a sign-in for the domain %s has the fault `domain`', (domain) => {
  const read = readSignIn(signIn(domain))
  expect(read && faultOfSignIn(read, at)).toBe('domain')
})

test('the validity of a sign-in is checked by the server’s time, or without it by the visitor’s clock', () => {
  const issued = Date.parse('2026-01-01T00:00:00.000Z')
  const text = `${signIn('shop.example').split('\nIssued At:')[0]}\nIssued At: 2026-01-01T00:00:00.000Z\nExpiration Time: 2026-01-08T00:00:00.000Z\nNot Before: 2026-01-01T00:00:00.000Z`
  const faultAt = (now: number) => {
    const read = readSignIn(text)
    return read && faultOfSignIn(read, { ...at, now })
  }
  fc.assert(
    fc.property(fc.integer({ min: -30 * 86_400_000, max: 30 * 86_400_000 }), (ms) => {
      expect(faultAt(issued + ms)).toBe(
        ms >= 7 * 86_400_000 || ms < -5 * 60_000 ? 'time' : undefined,
      )
    }),
  )
  expect(isOwnSignIn(bytes(text), { ...at, now: issued + 30 * 86_400_000, here: issued })).toBe(
    true,
  ) // a site without a server uses the visitor's clock
  expect(isOwnSignIn(bytes(text), { ...at, now: issued })).toBe(true)
  expect(isOwnSignIn(bytes(text), { ...at, now: issued + 30 * 86_400_000 })).toBe(false)
})

test('a sign-in of another account has the fault `address`', () => {
  const read = readSignIn(signIn('shop.example', `0x${'1'.repeat(40)}`))
  expect(read && faultOfSignIn(read, at)).toBe('address')
})

test('a sign-in with another URI, scheme or network has the fault of that field', () => {
  const text = signIn('shop.example')
  expect(faultIn(text.replace('URI: https://shop.example', 'URI: https://evil.example'))).toBe(
    'uri',
  )
  expect(faultIn(text.replace('URI: https:', 'URI: http:'))).toBe('uri')
  expect(faultIn(text.replace('https://shop.example/login', 'did:key:abc'))).toBe('uri')
  expect(faultIn(signIn('http://shop.example'))).toBe('domain')
  expect(faultIn(signIn('https://shop.example'))).toBe('proper')
  expect(faultIn(text.replace('Chain ID: 1', 'Chain ID: 5'))).toBe('chain')
  expect(faultIn(text, { ...at, network: atSolana.network })).toBe('chain')
})

test.each([
  'https://bank.example@shop.example/login', // a visitor reads the bank's address
  'https://@shop.example/',
  'https://bank.example:443@shop.example/',
  'https://shop.example@evil.example/',
  'https://shop%2eexample/login',
  'https://SHOP.example/login',
  'HTTPS://shop.example/login',
  'https://shop.example:443/login',
  'https://shop.example./login',
  'https://shop.example.evil.example/',
  'https:shop.example/login',
  'https:/shop.example/login',
  'https:///shop.example/login',
  'https://[::1]/login',
  'blob:https://shop.example/login',
  'javascript:alert(1)',
  'data:text/plain,https://shop.example',
])('the URI %s, which could be mistaken for another site, has the fault `uri`', (uri) => {
  expect(faultIn(signIn('shop.example').replace('https://shop.example/login', uri))).toBe('uri')
})

test('a URI with any path at the site is accepted', () => {
  for (const rest of ['', '/', '?a=b', '#a', '/a@b', '/%2e%2e?https://bank.example'])
    expect(
      faultIn(
        signIn('shop.example').replace('https://shop.example/login', `https://shop.example${rest}`),
      ),
    ).toBe('proper')
})

test.each([
  'URI: https://bank.example',
  'Chain ID: 5',
  'nonce: 12345678',
  'Resources:',
  ' Expiration Time: 2030-01-01T00:00:00Z',
  'bank.example wants you to sign in with your Ethereum account:',
  'Version : 1',
])('a statement that reads like a field or another sign-in is malformed: %s', (statement) => {
  expect(readSignIn(signIn('shop.example').replace('Welcome.', statement))).toBe('malformed')
})

test('a sign-in whose account lacks its checksum is malformed', () => {
  expect(faultIn(signIn('shop.example', address.toLowerCase()))).toBe('malformed')
  expect(faultIn(signIn('shop.example', address.replace('C8', 'c8')))).toBe('malformed')
})

test('a sign-in in each form of the grammar is accepted', () => {
  const text = signIn('shop.example')
  const more =
    '\nExpiration Time: 2026-01-02T00:00:00.5+02:00\nNot Before: 2026-01-01T00:00:00Z\nRequest ID: a-1\nResources:\n- https://shop.example/a\n- urn:recap:abc'
  expect(faultIn(text.replace('Welcome.\n\n', ''))).toBe('proper')
  expect(faultIn(text.replace('Welcome.\n', ''))).toBe('proper')
  expect(readSignIn(text)).toMatchObject({ hasResources: false })
  expect(readSignIn(`${text}${more}`)).toMatchObject({ statement: 'Welcome.', hasResources: true })
})

test('a Solana sign-in is read, and each line after the account is optional', () => {
  const lines =
    'URI: https://shop.example\nVersion: 1\nChain ID: mainnet\nNonce: abcdefgh\nIssued At: 2026-01-01T00:00:00Z'
  for (const rest of [
    '',
    '\n\nHello',
    `\n\nHello\n\n${lines}`,
    `\n\n${lines}`,
    `\n\n\n${lines}`,
    '\n\nHello\n\nNonce: abcdefgh',
  ])
    expect(faultIn(`${solanaHead}${rest}`, atSolana)).toBe('proper')
  expect(readSignIn(`${solanaHead}\n\nHello\n\n${lines}`)).toMatchObject({
    namespace: 'solana' as const,
    statement: 'Hello',
    uri: 'https://shop.example',
    chainId: 'mainnet',
  })
  for (const chain of [
    'solana:mainnet',
    '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  ])
    expect(faultIn(`${solanaHead}\n\nChain ID: ${chain}`, atSolana)).toBe('proper')
  expect(faultIn(`${solanaHead}\n\nChain ID: devnet`, atSolana)).toBe('chain')
  expect(faultIn(solanaHead, { ...atSolana, address: '8'.repeat(40) })).toBe('address')
  for (const rest of [
    '\n',
    '\nHello',
    '\n\nHello\nI give all',
    '\n\nHello\n\n',
    '\n\nHello\n\nI give all',
    '\n\nNonce: abcdefgh\nVersion: 1',
  ])
    expect(faultIn(`${solanaHead}${rest}`, atSolana)).toBe('malformed')
})

test.each([
  signIn('shop.example').replace('Nonce: abcdefgh\n', ''),
  signIn('shop.example').replace('Version: 1', 'Version: 2'),
  signIn('shop.example').replace('Welcome.', 'I give all that I have to 0xbad.\nI mean it.'),
  signIn('shop.example').replace('Welcome.', 'Welc\u043eme.'),
  signIn('shop.example').replace('abcdefgh', 'short'),
  signIn('shop.example').replace('2026-01-01T00:00:00Z', 'x'),
  signIn('shop.example').replace('https://shop.example/login', 'https://'),
  signIn('shop.example').replaceAll('\n', '\r\n'),
  signIn('user@shop.example'),
  `${signIn('shop.example')}\n`,
  `${signIn('shop.example')}\nI give all that I have`,
  `${signIn('shop.example')}\nResources:\n- I give all`,
  `${signIn('shop.example')}\nRequest ID: 1\nExpiration Time: 2026-01-02T00:00:00Z`,
  signIn('shop.example').replace('Ethereum', 'Bitcoin'),
  signIn('shop.example').replace('Ethereum', 'Solana'),
  `Hi! ${signIn('shop.example')}`,
  `evil.example\nwants you to sign in with your Ethereum account:\n${address}`,
  `shop.example wants  you to sign in with your Ethereum account`,
  `shop.example ｗants you to sign in with your Ethereum account`,
  // a visitor or a lax parser may accept these as a sign-in
  signIn('shop.example').replace('wants you', 'WANTS YOU'),
  signIn('shop.example').replace('wants you', 'w\u0430nts y\u043eu'),
  signIn('shop.example').replace('sign in', 's\u200bign\u2060 in'),
  signIn('shop.example').replace('sign in', 'slgn in'),
  signIn('shop.example').replace('sign in', 'sign-in'),
  signIn('shop.example').replace('sign in', 'log in'),
  signIn('shop.example').replace('wants', 'want\u0301s'),
  signIn('shop.example').replaceAll('\n', '\u2028'),
  signIn('shop.example').replaceAll('\n', '\r'),
  signIn('shop.example').replace('Welcome.', 'Wel\u202ecome.'),
  ` ${signIn('shop.example')}`,
  `\n${signIn('shop.example')}`,
  `\ufeff${signIn('shop.example')}`,
  signIn('shop.example').split('\n').slice(2).join('\n'),
  'Login\nuri: https://bank.example\nchain id: 1\nNonce: abcdefgh',
  signIn('shop.example.'),
  signIn('shop%2eexample'),
  signIn('shop_.example'),
  signIn('m\u00fcnchen.example'),
])('a text that only resembles a sign-in is malformed (%#)', (text) => {
  expect(readSignIn(text)).toBe('malformed')
})

test('foreign text inserted at any place makes a sign-in malformed', () => {
  const text = `${signIn('shop.example')}\nRequest ID: 1`
  fc.assert(
    fc.property(
      fc.nat(text.length),
      fc
        .string({ unit: 'binary', minLength: 1, maxLength: 20 })
        .map((foreign) => `${foreign}\n\u00e9`),
      (place, foreign) => {
        expect(readSignIn(`${text.slice(0, place)}${foreign}${text.slice(place)}`)).not.toBeTypeOf(
          'object',
        )
      },
    ),
  )
  // an additional line anywhere after the account is never ignored
  const lines = text.split('\n')
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: lines.length }),
      fc.stringMatching(/^[ -~]{1,30}$/),
      (place, line) => {
        const read = readSignIn(lines.toSpliced(place, 0, line).join('\n'))
        expect(read).toBe('malformed')
      },
    ),
  )
})

test('an ordinary message is not a sign-in', () => {
  expect(readSignIn('Hello')).toBeUndefined()
})

test('a sign-in that is expired or not yet valid has the fault `time`', () => {
  const now = Date.parse('2026-01-01T12:00:00Z')
  const at12 = { ...at, now }
  const text = signIn('shop.example')
  expect(faultIn(`${text}\nExpiration Time: 2026-01-01T12:00:01Z`, at12)).toBe('proper')
  expect(faultIn(`${text}\nExpiration Time: 2026-01-01T12:00:00Z`, at12)).toBe('time')
  expect(faultIn(`${text}\nNot Before: 2026-01-01T12:04:00Z`, at12)).toBe('proper')
  expect(faultIn(`${text}\nNot Before: 2026-01-01T12:06:00Z`, at12)).toBe('time')
  expect(faultIn(`${text}\nExpiration Time: 2026-13-01T12:00:00Z`, at12)).toBe('malformed')
})

test('invisible characters are shown by their codes, and removed from names', () => {
  for (const blank of ['\u2800', '\u{1D159}', '\u3164', '\uFFA0']) {
    const codePoint = `U+${(blank.codePointAt(0) ?? 0).toString(16).toUpperCase()}`
    expect(piecesOf(`a${blank}b`)).toEqual([{ text: 'a' }, { codePoint }, { text: 'b' }])
    expect(cleanName(`US${blank}DC`)).toBe('USDC')
  }
})

const atBitcoin = {
  origin: 'https://shop.example',
  address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  network: { namespace: 'bip122' as const, reference: '0f9188f13cb7b2c71f2a335e3a4fc328' },
}
const bitcoinSignIn = ({
  domain = 'shop.example',
  account = atBitcoin.address,
  chain = atBitcoin.network.reference,
} = {}) =>
  `${domain} wants you to sign in with your Bitcoin account:\n${account}\n\nWelcome.\n\nURI: https://shop.example/login\nVersion: 1\nChain ID: ${chain}\nNonce: abcdefgh\nIssued At: 2026-01-01T00:00:00Z`

test('a sign-in on Bitcoin is read, and one for another site, account or network has a fault', () => {
  expect(readSignIn(bitcoinSignIn())).toMatchObject({ namespace: 'bip122', statement: 'Welcome.' })
  expect(faultIn(bitcoinSignIn(), atBitcoin)).toBe('proper')
  const chain = `bip122:${atBitcoin.network.reference}`
  expect(faultIn(bitcoinSignIn({ chain }), atBitcoin)).toBe('proper')
  expect(faultIn(bitcoinSignIn({ domain: 'evil.example' }), atBitcoin)).toBe('domain')
  expect(
    faultIn(bitcoinSignIn({ account: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }), atBitcoin),
  ).toBe('address')
  expect(faultIn(bitcoinSignIn({ chain: '000000000019d6689c085ae165831e93' }), atBitcoin)).toBe(
    'chain',
  )
  // a sign-in in upper case is not of the form
  expect(faultIn(bitcoinSignIn({ account: atBitcoin.address.toUpperCase() }), atBitcoin)).toBe(
    'malformed',
  )
  expect(isOwnSignIn(bytes(bitcoinSignIn()), atBitcoin)).toBe(true)
})
