import type { Namespace } from '@latchkey/protocol/namespace'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOwnSignIn } from './isOwnSignIn.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const solanaAddress = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'
const about = {
  origin: 'https://shop.example',
  address,
  network: { namespace: 'eip155' as Namespace, reference: '1' },
}
const fields = {
  host: 'shop.example',
  scheme: '',
  kind: 'Ethereum',
  at: address,
  statement: '',
  uri: 'https://shop.example/login',
  version: '1',
  chain: '1',
  more: '',
}
const textOf = (changes: Partial<typeof fields> = {}) => {
  const { host, scheme, kind, at, statement, uri, version, chain, more } = { ...fields, ...changes }
  return `${scheme}${host} wants you to sign in with your ${kind} account:\n${at}\n${statement === '' ? '\n' : `\n${statement}\n`}\nURI: ${uri}\nVersion: ${version}\nChain ID: ${chain}\nNonce: abcdefgh1234\nIssued At: ${new Date().toISOString()}${more}`
}
const isOwn = (text: string, place: Partial<typeof about> = {}) =>
  isOwnSignIn(new TextEncoder().encode(text), { ...about, ...place })

test('a sign-in for the site, the account and the network in use counts as the site’s own', () => {
  expect(
    [
      textOf(),
      textOf({ scheme: 'https://' }),
      textOf({ statement: 'Welcome.' }),
      textOf({ uri: 'https://shop.example' }),
      textOf({ more: '\nExpiration Time: 2100-01-01T00:00:00.000Z' }),
    ].map((text) => isOwn(text)),
  ).toEqual([true, true, true, true, true])
})

test.each<[string, Partial<typeof fields>, Partial<typeof about>?]>([
  ['another domain', { host: 'bank.example' }],
  ['a subdomain', { host: 'www.shop.example' }],
  ['another port', { host: 'shop.example:8443' }],
  ['a look-alike domain', { host: 'shop.exаmple' }],
  ['another scheme', { scheme: 'http://' }],
  ['another site’s URI', { uri: 'https://bank.example' }],
  ['user info in the URI', { uri: 'https://bank.example@shop.example' }],
  ['a URI that only starts with the site’s host', { uri: 'https://shop.example.evil.example' }],
  ['another account', { at: `0x${'1'.repeat(40)}` }],
  ['the account without its checksum', { at: address.toLowerCase() }],
  ['another network', { chain: '10' }],
  ['an ambiguous chain ID', { chain: '01' }],
  ['resources', { more: '\nResources:\n- https://shop.example/a' }],
  ['a permission as a resource', { more: '\nResources:\n- urn:recap:eyJhdHQiOnt9fQ' }],
  ['an empty list of resources', { more: '\nResources:' }],
  ['an expiration time in the past', { more: '\nExpiration Time: 2020-01-01T00:00:00.000Z' }],
  ['a start time in the future', { more: '\nNot Before: 2100-01-01T00:00:00.000Z' }],
  ['a repeated field', { more: '\nChain ID: 1' }],
  ['an additional empty line', { more: '\n' }],
  ['another version', { version: '2' }],
  ['a statement that reads like a field', { statement: 'URI: https://bank.example' }],
  ['the origin of a site without TLS', {}, { origin: 'http://shop.example:80' }],
  ['a network of Solana', {}, { network: { namespace: 'solana' as const, reference: '1' } }],
])('a sign-in with %s does not count as the site’s own', (_, changes, place) => {
  expect(isOwn(textOf(changes), place)).toBe(false)
})

test('a Solana sign-in counts as the site’s own only on a Solana network', () => {
  const network = { namespace: 'solana' as const, reference: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
  const text = textOf({ kind: 'Solana', at: solanaAddress, chain: 'mainnet' })
  expect([isOwn(text, { address: solanaAddress, network }), isOwn(text)]).toEqual([true, false])
})

/**
 * The form of the site's own sign-in. The site may choose statement, path, nonce and time.
 */
const form = new RegExp(
  `^shop\\.example wants you to sign in with your Ethereum account:\\n${address}\\n\\n[^\\n]+\\n\\nURI: https://shop\\.example[/?#][^\\n]*\\nVersion: 1\\nChain ID: 1\\nNonce: [^\\n]+\\nIssued At: [^\\n]+$`,
)

test('a sign-in with any byte changed does not count as the site’s own, except in the fields that the site chooses', () => {
  const good = new TextEncoder().encode(textOf({ statement: 'Welcome.' }))
  const holds = fc.check(
    fc.property(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
      const bytes = Uint8Array.from(good)
      bytes[at] = byte
      return !isOwnSignIn(bytes, about) || form.test(new TextDecoder().decode(bytes))
    }),
    { numRuns: 2_000 },
  )
  expect(holds).toMatchObject({ failed: false })
})

test('random bytes, and a sign-in with text before or after it, do not count as the site’s own sign-in', () => {
  expect(
    fc.check(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => !isOwnSignIn(bytes, about))),
  ).toMatchObject({ failed: false })
  const [before, behind] = [
    fc.string({ minLength: 1 }),
    fc.string({ minLength: 1 }).filter((text) => !/^[\w.:+-]+$/.test(text)),
  ] // digits after the last field would only make its time longer, which is valid
  expect(fc.check(fc.property(before, (text) => !isOwn(text + textOf())))).toMatchObject({
    failed: false,
  })
  expect(fc.check(fc.property(behind, (text) => !isOwn(textOf() + text)))).toMatchObject({
    failed: false,
  })
})

test('bytes that are not UTF-8, an empty message and a byte order mark do not count as the site’s own sign-in', () => {
  const good = new TextEncoder().encode(textOf())
  expect([
    isOwnSignIn(Uint8Array.of(0xff, ...good), about),
    isOwnSignIn(Uint8Array.of(0xef, 0xbb, 0xbf, ...good), about),
    isOwnSignIn(new Uint8Array(), about),
  ]).toEqual([false, false, false])
})
