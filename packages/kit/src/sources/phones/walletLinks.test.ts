import fc from 'fast-check'
import { expect, test } from 'vitest'
import { browserLink, isSameApp, pairingLink, requestLink } from './walletLinks.ts'

const uri = 'wc:ab@2?relay-protocol=irn&symKey=cd'
const encoded = encodeURIComponent(uri)

test.for([
  [{ native: 'metamask://' }, `metamask://wc?uri=${encoded}`],
  [{ native: 'metamask:' }, `metamask://wc?uri=${encoded}`],
  [{ native: 'some-app://open/' }, `some-app://open/wc?uri=${encoded}`],
  [{ universal: 'https://metamask.app.link' }, `https://metamask.app.link/wc?uri=${encoded}`],
  [{ universal: 'https://a.example/path/' }, `https://a.example/path/wc?uri=${encoded}`],
  [{ native: 'trust://', universal: 'https://link.trustwallet.com' }, `trust://wc?uri=${encoded}`],
] as const)('pairingLink turns %j into a link that opens the app', ([links, link]) => {
  expect(pairingLink(links, uri)).toBe(link)
})

test.for([
  [{ universal: 'https://a.example/app?x=1' }, `https://a.example/app/wc?x=1&uri=${encoded}`],
  [
    { universal: 'https://a.example/app/?x=1&y=/' },
    `https://a.example/app/wc?x=1&y=/&uri=${encoded}`,
  ],
  [{ universal: 'https://a.example/#/app' }, `https://a.example/wc?uri=${encoded}#/app`],
  [{ universal: 'https://a.example?x=1#top' }, `https://a.example/wc?x=1&uri=${encoded}#top`],
  [{ universal: 'https://a.example/app?' }, `https://a.example/app/wc?uri=${encoded}`],
  [{ native: 'fox://?x=1' }, `fox://wc?x=1&uri=${encoded}`],
  [{ native: 'fox://open//?x=1' }, `fox://open/wc?x=1&uri=${encoded}`],
] as const)('the link for %j keeps its query and fragment behind the path', ([links, link]) => {
  expect(pairingLink(links, uri)).toBe(link)
  expect(requestLink(links, 'ab')).toBe(
    link.replace(`uri=${encoded}`, 'requestId=0&sessionTopic=ab'),
  )
})

test('for any link of the wallet list, the app gets the whole code and the link’s query', () => {
  const part = fc.stringMatching(/^[a-z0-9]{1,8}$/)
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 3 }),
      fc.dictionary(part, part, { maxKeys: 3 }),
      fc.option(part),
      fc.nat(3),
      (path, query, fragment, slashes) => {
        const search = new URLSearchParams(query).toString()
        const base = `https://a.example/${path.join('/')}${'/'.repeat(slashes)}${search && `?${search}`}${fragment === null ? '' : `#${fragment}`}`
        const link = new URL(pairingLink({ universal: base }, uri) ?? '')
        expect(link.pathname).toBe(`/${[...path, 'wc'].join('/')}`)
        expect(Object.fromEntries(link.searchParams)).toEqual({ ...query, uri })
        expect(link.hash).toBe(fragment === null ? '' : `#${fragment}`)
      },
    ),
  )
})

test('an https address as a native link is used as a universal link', () => {
  expect(pairingLink({ native: 'https://klip.example/open' }, uri)).toBe(
    `https://klip.example/open/wc?uri=${encoded}`,
  )
  expect(pairingLink({ native: 'https://klip.example/open' }, uri, 'universal')).toBe(
    `https://klip.example/open/wc?uri=${encoded}`,
  )
  expect(
    pairingLink({ native: 'https://klip.example/open', universal: 'https://klip.example' }, uri),
  ).toBe(`https://klip.example/wc?uri=${encoded}`)
  expect(requestLink({ native: 'https://klip.example/open' }, 'ab')).toBe(
    'https://klip.example/open/wc?requestId=0&sessionTopic=ab',
  )
})

test('the universal link is used first if it is preferred', () => {
  expect(
    pairingLink(
      { native: 'trust://', universal: 'https://link.trustwallet.com' },
      uri,
      'universal',
    ),
  ).toBe(`https://link.trustwallet.com/wc?uri=${encoded}`)
})

test.for([
  'javascript:alert(1)',
  'data:text/html,x',
  'JAVASCRIPT://%0aalert(1)',
  'blob:x',
  'file:///etc',
  '',
  'no link',
  'https://',
  'intent://scan/#Intent;end',
  'filesystem:https://a.example/x',
  'content://x',
  'chrome://settings',
  'ws://a.example',
  'ftp://a.example',
  'http://a.example',
  'https://a.example@evil.example',
  'https:\\\\evil.example',
  'https://evil。example',
  'fox://a@b',
  'fox://a\\b',
])('the link %j is rejected as a link to an app', (link) => {
  expect(pairingLink({ native: link }, uri)).toBeUndefined()
  expect(pairingLink({ universal: link }, uri)).toBeUndefined()
  expect(requestLink({ native: link }, 'ab')).toBeUndefined()
})

test('requestLink adds the session topic to the link of the app', () => {
  expect(requestLink({ native: 'trust://' }, 'ab')).toBe('trust://wc?requestId=0&sessionTopic=ab')
})

test.for([
  ['https://metamask.app.link/dapp/', 'https://metamask.app.link/dapp/shop.example/cart?id=1'],
  [
    'https://phantom.app/ul/browse/',
    'https://phantom.app/ul/browse/https%3A%2F%2Fshop.example%2Fcart%3Fid%3D1?ref=https%3A%2F%2Fshop.example',
  ],
  [
    'https://link.trustwallet.com/open_url?url=',
    'https://link.trustwallet.com/open_url?url=https%3A%2F%2Fshop.example%2Fcart%3Fid%3D1',
  ],
  ['javascript:alert(1)//', undefined],
  ['trust://browse/', undefined],
  ['http://fox.example/dapp/', undefined],
  ['https://fox.example@evil.example/dapp/', undefined],
  ['https://fox.example', undefined],
  ['https://fox.example:', undefined],
  ['', undefined],
  [undefined, undefined],
] as const)('the base %s gives the browser link %s', ([base, link]) => {
  expect(browserLink(base, 'https://shop.example/cart?id=1')).toBe(link)
})

test.for([
  [{ native: 'fox:' }, { native: 'FOX://open' }, true],
  [
    { native: 'fox://', universal: 'https://fox.example' },
    { universal: 'https://FOX.example/app' },
    true,
  ],
  [{ native: 'fox://' }, { native: 'hen://' }, false],
  [{ universal: 'https://fox.example' }, { universal: 'https://hen.example' }, false],
  [{ native: 'fox://' }, { universal: 'https://fox.example' }, false],
  [{ native: 'https://fox.example/open' }, { universal: 'https://fox.example' }, true],
  [{ native: 'javascript:x' }, { native: 'javascript:x' }, false],
  [{}, {}, false],
] as const)('isSameApp(%j, %j) returns %s', ([one, other, isSame]) => {
  expect(isSameApp(one, other)).toBe(isSame)
})
