import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redirectLength, requestMark } from '@latchkey/protocol/frame/wire'
import { forgetRedirect, readRedirect } from './readRedirect.ts'

const [shop, wallet] = ['https://shop.example', 'https://wallet.example']
const origins = [shop, 'https://other.example']
const request = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  name: 'RPC_REQUEST',
  payload: { method: 'personal_sign' },
  returnTo: `${shop}/cart`,
  until: 1,
}

/** This tab's storage. */
function makeStorage() {
  const stored = new Map<string, string>()
  return {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  }
}
const urlOf = (request: unknown) =>
  `${wallet}/window?projectId=kiosk${requestMark}${encodeURIComponent(JSON.stringify(request))}`
const page = (changes: Partial<Parameters<typeof readRedirect>[0]> = {}) => ({
  href: urlOf(request),
  referrer: `${shop}/`,
  storage: makeStorage(),
  wasHere: false,
  isRestored: false,
  ...changes,
})

test('a request from an allowed referrer is read', () => {
  expect(readRedirect(page(), origins)).toEqual({ request, origin: shop })
  expect(readRedirect(page(), ['*'])).toEqual({ request, origin: shop })
})

test.each([
  ['no referrer', ''],
  ['another origin of the project', 'https://other.example/'],
  ['a foreign origin', 'https://evil.example/'],
  ['the wallet itself', `${wallet}/`],
  ['`about:blank`', 'about:blank'],
  ['a text that is not a URL', 'shop.example'],
  ['another port', 'https://shop.example:444/'],
  ['another scheme', 'http://shop.example/'],
])('with %s as the referrer the request is ignored', (_, referrer) => {
  expect(readRedirect(page({ referrer }), origins)).toBeUndefined()
})

test('a request of a foreign or opaque origin is ignored, even if every origin is allowed', () => {
  expect(
    readRedirect(
      page({
        href: urlOf({ ...request, returnTo: 'https://evil.example/' }),
        referrer: 'https://evil.example/',
      }),
      origins,
    ),
  ).toBeUndefined()
  expect(
    readRedirect(
      page({
        href: urlOf({ ...request, returnTo: 'data:text/html,x' }),
        referrer: 'data:text/html,x',
      }),
      ['*'],
    ),
  ).toBeUndefined()
})

test.each([
  'https://other.example/',
  'https://evil.example/',
  `${shop}/?query`,
  `${shop}/#part`,
  `${shop}@evil.example/`,
  'https://ann@shop.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  '//shop.example/',
  '/cart',
  '',
  `blob:${shop}/x`,
  'https://shop.example.evil.example/',
])('a request with the return URL %s is ignored', (returnTo) => {
  expect(readRedirect(page({ href: urlOf({ ...request, returnTo }) }), origins)).toBeUndefined()
})

test('after a reload the tab reads its request again, even without a referrer, until the request is answered', () => {
  const storage = makeStorage()
  readRedirect(page({ storage }), origins)
  expect(readRedirect(page({ storage, referrer: '' }), origins)).toEqual({ request, origin: shop })
  expect(readRedirect(page({ referrer: '' }), origins)).toBeUndefined()
  // the same address from another site does not count as a reload
  expect(
    readRedirect(page({ storage, referrer: 'https://evil.example/' }), origins),
  ).toBeUndefined()
  expect(
    readRedirect(
      page({ storage, referrer: '', href: urlOf({ ...request, payload: {} }) }),
      origins,
    ),
  ).toBeUndefined()
  forgetRedirect(storage)
  expect(readRedirect(page({ storage, referrer: '' }), origins)).toBeUndefined()
})

test('a request that replaces another one is ignored, and the first one can still be read', () => {
  const storage = makeStorage()
  const forged = urlOf({ ...request, payload: { method: 'eth_sendTransaction' } })
  readRedirect(page({ storage }), origins)
  for (const referrer of [`${shop}/`, ''])
    expect(
      readRedirect(page({ href: forged, referrer, storage, isRestored: true }), origins),
    ).toBeUndefined()
  // a tab that never had the request does not count either
  expect(readRedirect(page({ isRestored: true }), origins)).toBeUndefined()
  // the request that the tab brought is still stored
  for (const referrer of [`${shop}/`, ''])
    expect(readRedirect(page({ referrer, storage, isRestored: true }), origins)).toEqual({
      request,
      origin: shop,
    })
  expect(
    readRedirect(page({ referrer: 'https://other.example/', storage, isRestored: true }), origins),
  ).toBeUndefined()
})

test('a tab that returns from a social login reads its request again, and another tab does not', () => {
  const storage = makeStorage()
  readRedirect(page({ storage }), origins)
  const back = {
    href: `${wallet}/window?projectId=kiosk#latchkey-login=x`,
    referrer: 'https://company.example/',
  }
  expect(readRedirect(page({ ...back, storage, wasHere: true }), origins)).toEqual({
    request,
    origin: shop,
  })
  expect(readRedirect(page({ ...back, storage, wasHere: false }), origins)).toBeUndefined()
  expect(readRedirect(page({ ...back, wasHere: true }), origins)).toBeUndefined()
  expect(
    readRedirect(page({ ...back, storage, wasHere: true }), ['https://other.example']),
  ).toBeUndefined() // not one of this project's origins
})

test('a tab whose storage is blocked still reads its request', () => {
  const refuse = () => {
    throw new Error('Blocked')
  }
  expect(
    readRedirect(
      page({ storage: { getItem: refuse, setItem: refuse, removeItem: refuse } }),
      origins,
    ),
  ).toEqual({ request, origin: shop })
})

test('a fragment with any other text, or with a request that is too long, is ignored without an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.webFragments()), (text) => {
      expect(
        readRedirect(page({ href: `${wallet}/window${requestMark}${text}` }), origins),
      ).toBeUndefined()
    }),
  )
  expect(
    readRedirect(
      page({ href: urlOf({ ...request, payload: 'x'.repeat(redirectLength) }) }),
      origins,
    ),
  ).toBeUndefined()
})

test('a request with an invalid `id`, `name`, `returnTo` or `until` is ignored', () => {
  const parts = ['id', 'name', 'returnTo', 'until'] as const
  fc.assert(
    fc.property(fc.constantFrom(...parts), fc.jsonValue(), (part, value) => {
      fc.pre(JSON.stringify(value) !== JSON.stringify(request[part]))
      const isTime = part === 'until' && Number.isSafeInteger(value)
      expect(
        readRedirect(page({ href: urlOf({ ...request, [part]: value }) }), origins) !== undefined,
      ).toBe(isTime)
    }),
  )
})
