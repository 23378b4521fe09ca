import { loginsPath, walletLogins } from '@latchkey/protocol/walletServer'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parseOptions } from '../options.ts'
import { startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

const ownSite = 'https://own.example'
const shop = 'https://shop.example'
let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({
    projects: {
      shop: { name: 'Shop', origins: [shop] },
      own: { name: 'Own', origins: [ownSite, 'https://www.own.example'], own: true },
    },
  })
})
afterAll(() => wallet.close())

const ask = (at: TestWallet, query: string, origin?: string) =>
  fetch(`${at.url}${loginsPath}${query}`, {
    headers: { 'sec-fetch-site': 'cross-site', ...(origin !== undefined && { origin }) },
  })
const approvalsOf = async (at: TestWallet, query: string, origin?: string) =>
  v.parse(walletLogins, await (await ask(at, query, origin)).json()).approvals

test('visitors approve in the page only on the operator’s own sites', async () => {
  expect(await approvalsOf(wallet, '?projectId=own', ownSite)).toBe('page')
  expect(await approvalsOf(wallet, '?projectId=own', 'https://www.own.example')).toBe('page')
  for (const [query, origin] of [
    ['?projectId=shop', shop],
    ['?projectId=own', shop],
    ['?projectId=shop', ownSite],
    ['?projectId=own', undefined],
    ['?projectId=own', 'null'],
  ] as const)
    expect(await approvalsOf(wallet, query, origin)).toBe('window')
})

test('an origin that only resembles one of the operator’s own sites counts as foreign', async () => {
  const origins = fc.oneof(
    fc.webUrl(),
    fc.domain().map((host) => `https://own.example.${host}`),
    fc.constantFrom(
      'http://own.example',
      'https://own.example:8443',
      'https://own.example/',
      'https://own.example@evil.example',
      'https://evil.own.example',
      'HTTPS://own.example',
    ),
  )
  await fc.assert(
    fc.asyncProperty(origins, async (origin) => {
      expect(await approvalsOf(wallet, '?projectId=own', origin)).toBe('window')
    }),
    { numRuns: 40 },
  )
})

test('caches store the answers for different sites separately', async () => {
  const { headers } = await ask(wallet, '?projectId=own', ownSite)
  expect([
    headers.get('vary')?.toLowerCase(),
    headers.get('access-control-allow-origin'),
    headers.get('cache-control'),
  ]).toEqual(['origin', '*', 'public, max-age=300'])
})

test('when any site may embed the wallet, the operator’s own sites come from the option `own`', async () => {
  const open = await startTestWallet({ projects: 'any', own: [ownSite] })
  onTestFinished(() => open.close())
  expect([await approvalsOf(open, '', ownSite), await approvalsOf(open, '', shop)]).toEqual([
    'page',
    'window',
  ])
})

test('an invalid or missing entry in `own` is refused', () => {
  const options = {
    database: 'memory',
    keys: [new Uint8Array(32)],
    mail: async () => {},
    operator: 'Test',
    recovery: ['password'],
    projects: 'any',
  }
  expect(parseOptions(options).own).toEqual([])
  for (const own of [
    ['*'],
    ['https://own.example/path'],
    ['own.example'],
    [''],
    'https://own.example',
    true,
  ])
    expect(() => parseOptions({ ...options, own })).toThrow('own')
})
