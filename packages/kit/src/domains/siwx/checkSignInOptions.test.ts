import { createSignIn } from '@latchkey/protocol/signIn/createSignIn'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { reasonOf } from '../../session/startTestKit.ts'
import { checkSignInOptions } from './checkSignInOptions.ts'
import { localSiwx } from './localSiwx.ts'
import { serverSiwx } from './serverSiwx.ts'

const isTaken = (options: object) => {
  try {
    checkSignInOptions(options)
    return true
  } catch {
    return false
  }
}

/** Whether a valid message can be created with these values. */
function canBeMade(options: object) {
  try {
    createSignIn({
      chainId: 'eip155:1',
      accountAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      domain: 'shop.example',
      uri: 'https://shop.example',
      nonce: 'nonce0001',
      now: Date.UTC(2026, 0, 1),
      lifetime: 1,
      ...options,
    })
    return true
  } catch {
    return false
  }
}

test.each([
  { statement: 'Willkommen – schön, dass Sie da sind' },
  { statement: 'Two\nlines' },
  { statement: '' },
  { statement: 5 },
  { resources: ['no uri'] },
  { resources: 'https://example.org' },
  { lifetime: 0 },
  { lifetime: Number.NaN },
  { required: 'yes' },
])('the options %j fail with `optionInvalid`', async (options) => {
  for (const siwx of [localSiwx, serverSiwx])
    expect(await reasonOf(Promise.resolve().then(() => siwx(options as never)))).toMatchObject({
      code: 'optionInvalid',
    }) // the cast: a site without types can pass any value
})

const at = (href: string) => vi.stubGlobal('location', new URL(href))
afterEach(() => void vi.unstubAllGlobals())

test.each([
  'https://shop.example/siwx',
  'https://shop.example/api/siwx/',
  'HTTPS://Shop.Example:443/siwx',
  'https://shop.example',
  '/siwx',
])('serverSiwx accepts the url %j on the page’s own origin', (url) => {
  at('https://shop.example/checkout?step=2')
  expect(() => serverSiwx({ url })).not.toThrow()
  vi.unstubAllGlobals()
  // a server that renders the page has no `location`, so any origin is allowed
  expect(() => serverSiwx({ url })).not.toThrow()
})

test.each([
  'https://api.example.org/siwx',
  'http://shop.example/siwx',
  'https://shop.example:8443/siwx',
  'https://shop.example.evil.example/siwx',
  'https://user@shop.example/siwx',
  'https://shop.example/siwx?a=b',
  'https://shop.example/siwx#a',
  'wss://shop.example/siwx',
  'data:text/plain,siwx',
  'https:/shop.example/siwx',
  'https://shop.example/si wx',
  'https://shop.example\\siwx',
])('serverSiwx refuses the url %j, which has another origin or is not valid', async (url) => {
  at('https://shop.example/checkout')
  expect(await reasonOf(Promise.resolve().then(() => serverSiwx({ url })))).toMatchObject({
    code: 'optionInvalid',
  })
})

test('only urls of the page’s own origin are accepted, in any spelling', () => {
  at('https://shop.example/')
  const url = fc.oneof(
    fc.webUrl(),
    fc.webUrl({ withQueryParameters: true }),
    fc
      .constantFrom(
        'https://shop.example',
        'https://shop.example.',
        'https://shop.example:443',
        '//shop.example',
        'https://a@shop.example',
      )
      .chain((host) => fc.webPath().map((path) => host + path)),
    fc.string(),
  )
  fc.assert(
    fc.property(url, (text) => {
      const { origin, search, hash, username } = isTaken({ url: text })
        ? new URL(text, 'https://shop.example/')
        : new URL('https://shop.example')
      expect([origin, search, hash, username]).toEqual(['https://shop.example', '', '', ''])
    }),
  )
})

test.each(['ftp://shop.example/siwx', 'siwx', '//evil.example', '/siwx?a=b', '/si wx', ''])(
  'serverSiwx refuses the malformed url %j',
  async (url) => {
    expect(await reasonOf(Promise.resolve().then(() => serverSiwx({ url })))).toMatchObject({
      code: 'optionInvalid',
    })
  },
)

test('accepted statements, resources and lifetimes always give a valid message', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom('Welcome to Ferry Lane.', "It's free (really)!", '100%', 'a"b', '<b>'),
  )
  fc.assert(
    fc.property(text, (statement) => {
      expect(isTaken({ statement })).toBe(canBeMade({ statement }))
    }),
  )
  const uri = fc.oneof(
    fc.webUrl(),
    fc.constantFrom(
      'ipfs://bafy',
      'urn:recap:eyJ',
      'did:pkh:eip155:1',
      'https://é.example',
      'a b:c',
      'https://a.example/"<>',
      'https://a.example/%zz',
    ),
  )
  fc.assert(
    fc.property(fc.array(uri, { maxLength: 4 }), (resources) => {
      expect(isTaken({ resources })).toBe(canBeMade({ resources }))
    }),
  )
  fc.assert(
    fc.property(
      fc.oneof(fc.integer(), fc.double(), fc.constantFrom(8e14, 1, 7 * 86_400_000)),
      (lifetime) => {
        if (isTaken({ lifetime })) expect(canBeMade({ lifetime })).toBe(true)
      },
    ),
  )
})
