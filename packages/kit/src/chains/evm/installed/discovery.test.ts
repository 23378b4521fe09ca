import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { announceWallet } from '../../../testing/announceWallet.ts'
import { cleanText } from '../../../core/text/cleanText.ts'
import { discoverWallets } from './discovery.ts'
import type { AnnouncedWallet } from './discovery.ts'
import { startTestPage } from '../startTestPage.ts'

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

const provider = { request: async () => null }
const icon = 'data:image/png;base64,aaaa'
const info = { uuid: '1', name: 'Wallet', icon, rdns: 'org.example.wallet' }

/** Announces a wallet until the test ends. */
function announce(parts: Record<string, unknown> = {}): void {
  onTestFinished(announceWallet({ info: { ...info, ...parts }, provider }, page))
}

/** Fires an announcement with any content. */
function fire(detail: unknown): void {
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}

/** Discovers wallets until the test ends. Collects every reported list in `seen`. */
function discover() {
  const seen: (readonly AnnouncedWallet[])[] = []
  const stop = discoverWallets((wallets) => seen.push(wallets))
  onTestFinished(stop)
  return { seen, stop, names: () => seen.at(-1)?.map(({ name }) => name) ?? [] }
}

test('wallets announced before and after the start are found', () => {
  announce()
  const { seen } = discover()
  expect(seen).toEqual([[{ rdns: 'org.example.wallet', name: 'Wallet', icon, provider }]])
  announce({ rdns: 'org.example.other', name: 'Other' })
  expect(seen.at(-1)?.map(({ rdns }) => rdns)).toEqual(['org.example.wallet', 'org.example.other'])
})

test('a wallet that announces itself several times is reported once', () => {
  announce()
  const { seen } = discover()
  announce()
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(seen).toHaveLength(1)
})

test('of two wallets with the same rdns, only the first is listed', () => {
  announce({ name: 'First' })
  const { seen, names } = discover()
  announce({ name: 'Second' })
  expect(names()).toEqual(['First'])
  expect(seen).toHaveLength(1)
})

test('after discovery has stopped, no wallet is reported', () => {
  const { seen, stop } = discover()
  stop()
  announce()
  expect(seen).toEqual([])
})

test('on a server, discovery does not throw', () => {
  Reflect.deleteProperty(globalThis, 'window')
  expect(() => discoverWallets(() => {})()).not.toThrow()
})

test('HTML in a wallet’s name stays text', () => {
  announce({ name: '<img src=x onerror=alert(1)>' })
  expect(discover().names()).toEqual(['<img src=x onerror=alert(1)>'])
})

test.each([
  ['a megabyte', 'a'.repeat(1 << 20), `${'a'.repeat(63)}…`],
  ['65 letters', 'é'.repeat(65), `${'é'.repeat(63)}…`],
  ['64 letters', 'a'.repeat(64), 'a'.repeat(64)],
  ['letters of two units', '🍞'.repeat(65), `${'🍞'.repeat(63)}…`],
  ['half of a letter at the cut', `a${'🍞'.repeat(1_000)}`, `a${'🍞'.repeat(62)}…`],
  ['half of a letter', '\uD83CWallet\uDF5E', 'Wallet'],
  ['direction characters', '\u202Etellaw\u202C \u2066a\u2069\u200F', 'tellaw a'],
  ['control characters', 'Wal\u0000let\u0007\u001B[31m\u007F\u0085', 'Wallet[31m'],
  ['invisible characters', 'a\u200B\u200D\uFEFF\u00ADb', 'ab'],
  ['line breaks', ' Wal\nlet\u2028two\u2029three\tfour ', 'Wallettwothreefour'],
  ['wide spaces', 'a\u00A0\u3000   b', 'a b'],
])('a wallet’s name with %s is cut and cleaned', (_, name, clean) => {
  announce({ name })
  expect(discover().names()).toEqual([clean])
})

test.each(['', ' ', '\u200B\u202E', undefined, null, 5, {}, ['Wallet']])(
  'a wallet with the name %j is shown with its rdns as the name',
  (name) => {
    announce({ name })
    expect(discover().names()).toEqual(['org.example.wallet'])
  },
)

test('a cleaned name has at most 64 visible characters, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const clean = cleanText(name)
      expect(Array.from(clean).length).toBeLessThanOrEqual(64)
      expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^\s|\s$/u)
      expect(cleanText(clean)).toBe(clean)
    }),
  )
})

test.each([
  'javascript:alert(1)',
  'https://example.org/icon.png',
  '//example.org/icon.png',
  'data:text/html,<script>',
  'data:image/;base64,aa',
  'data:image/svg',
  ' blob:x',
  '',
  undefined,
  null,
  5,
  {},
  `data:image/png;base64,${'a'.repeat(256 * 1024)}`,
])('an icon that is not a small embedded picture is removed', (given) => {
  announce({ icon: given })
  expect(discover().seen.at(-1)?.[0]).toEqual({
    rdns: 'org.example.wallet',
    name: 'Wallet',
    icon: undefined,
    provider,
  })
})

test.each([
  'data:image/svg+xml,%3Csvg%3E',
  'data:image/webp;base64,aa',
  '\ndata:image/PNG;base64,aa ',
])('the icon %j is kept', (given) => {
  announce({ icon: given })
  expect(discover().seen.at(-1)?.[0]?.icon).toBe(given.trim())
})

test.each([undefined, null, {}, { request: 'eth_accounts' }, () => {}, 'provider'])(
  'a wallet with the provider %j is ignored',
  (given) => {
    const { seen } = discover()
    fire({ info, provider: given })
    expect(seen).toEqual([])
  },
)

test.each([undefined, null, '', ' ', 5, {}, '\u200B'])(
  'a wallet with the rdns %j is ignored',
  (rdns) => {
    announce({ rdns })
    expect(discover().seen).toEqual([])
  },
)

const throwing = (name: string) =>
  Object.defineProperty({ ...info }, name, {
    get() {
      throw new Error('hostile')
    },
  })

test('an announcement that throws is ignored, and later wallets are found', () => {
  const { seen } = discover()
  for (const name of ['rdns', 'name', 'icon']) fire({ info: throwing(name), provider })
  fire({ info, provider: throwing('request') })
  fire(
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('hostile')
        },
      },
    ),
  )
  for (const detail of [undefined, null, 5, 'text', {}, { info: null, provider }, { info }])
    fire(detail)
  page.dispatchEvent(new Event('eip6963:announceProvider'))
  expect(seen).toEqual([])
  announce()
  expect(seen).toHaveLength(1)
})

test.each(['__proto__', 'constructor', 'hasOwnProperty'])(
  'a wallet with the rdns %s is listed like any other',
  (rdns) => {
    announce({ rdns })
    expect(discover().seen).toEqual([[{ rdns, name: 'Wallet', icon, provider }]])
  },
)

test('of a thousand wallets, a hundred are listed', () => {
  for (let index = 0; index < 1_000; index++) announce({ rdns: `org.example.w${index}` })
  expect(discover().seen.at(-1)).toHaveLength(100)
})

test.each([
  'walletConnect',
  'walletConnect:abcd',
  'io.metamask:1',
  ':',
  'a b',
  'io.meta\u200Bmask',
  ' io.metamask',
  `a${'.a'.repeat(5_000)}`,
  'a'.repeat(65),
])(
  'a wallet with the rdns %j is ignored: it is reserved by the kit, or not a domain name',
  (rdns) => {
    announce({ rdns })
    expect(discover().seen).toEqual([])
  },
)

test('a known wallet is listed even after thousands of unknown ones', () => {
  for (let index = 0; index < 2_000; index++) announce({ rdns: `org.example.w${index}` })
  announce({ rdns: 'io.metamask' })
  announce({ rdns: 'io.rabby' })
  const last = discover()
    .seen.at(-1)
    ?.map(({ rdns }) => rdns)
  expect(last).toHaveLength(100)
  expect(last?.slice(97)).toEqual(['org.example.w97', 'io.metamask', 'io.rabby'])
})
