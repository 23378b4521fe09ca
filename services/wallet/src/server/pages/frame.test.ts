import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { frameSettings } from '@latchkey/protocol/walletServer'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

let folder: string
let wallet: TestWallet
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-frame-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><head><script type="application/json" id="settings"></script><script type="module" src="/assets/main-1.js"></script></head>',
  )
  await writeFile(
    join(folder, 'window.html'),
    '<!doctype html><head><script type="application/json" id="settings"></script><script type="module" src="/assets/window-1.js"></script></head>',
  )
  await writeFile(join(folder, 'assets', 'main-1.js'), 'export {}')
  await writeFile(join(folder, 'secret.js'), 'secret')
  wallet = await startTestWallet({
    pages: folder,
    projects: {
      shop: { name: 'Shop', origins: ['https://shop.example', 'https://www.shop.example'] },
      own: { name: 'Own', origins: ['https://own.example'], own: true },
    },
    ownPaymaster: 'https://api.example/v1/paymaster',
    pricesUrl: 'https://secret-api.example',
    networks: [
      {
        networkId: 'eip155:1',
        name: '</script><b>$& $1',
        currency: { symbol: 'ETH', decimals: 18 },
        rpcUrls: ['https://secret-node.example/key'],
      },
    ],
  })
})
afterAll(async () => {
  await wallet.close()
  await rm(folder, { recursive: true })
})

test('the page contains the project’s settings as data, without a secret', async () => {
  const html = await (await fetch(`${wallet.url}/frame?projectId=shop`)).text()
  const json = /id="settings">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  expect(v.parse(v.strictObject(frameSettings.entries), JSON.parse(json))).toMatchObject({
    projectId: 'shop',
    origins: ['https://shop.example', 'https://www.shop.example'],
    networks: [{ networkId: 'eip155:1', name: '</script><b>$& $1' }],
    ownPaymaster: 'https://api.example/v1/paymaster',
    hasPrices: true,
    recovery: ['vault', 'password'],
    vaultDelay: 60_000,
  })
  expect(html.match(/<script/g)).toHaveLength(2)
  expect(html).not.toContain('secret-node')
  expect(html).not.toContain('secret-api')
  expect(html).not.toContain(wallet.vault.privateKey.d)
})

test('the settings contain the origins of the operator’s own sites, and no others', async () => {
  const ownOf = async (at: TestWallet, page: string, query: string) =>
    v.parse(
      frameSettings,
      JSON.parse(
        /id="settings">(.*?)<\/script>/s.exec(
          await (await fetch(`${at.url}${page}${query}`)).text(),
        )?.[1] ?? '',
      ),
    ).own
  for (const page of ['/frame', '/window']) {
    expect(await ownOf(wallet, page, '?projectId=own')).toEqual(['https://own.example'])
    expect(await ownOf(wallet, page, '?projectId=shop')).toEqual([])
  }
  const open = await startTestWallet({
    pages: folder,
    projects: 'any',
    own: ['https://demo.example'],
  })
  onTestFinished(() => open.close())
  expect(await ownOf(open, '/frame', '')).toEqual(['https://demo.example'])
})

test('no site can embed the wallet’s window, and the window keeps its opener and loads only from the wallet’s origin', async () => {
  const page = await fetch(`${wallet.url}/window?projectId=shop&id=${crypto.randomUUID()}`)
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(
    Object.fromEntries(
      [
        'x-frame-options',
        'cross-origin-opener-policy',
        'cross-origin-resource-policy',
        'referrer-policy',
        'cache-control',
        'x-content-type-options',
      ].map((name) => [name, page.headers.get(name)]),
    ),
  ).toEqual({
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'unsafe-none',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(await page.text()).toContain('/assets/window-1.js')
  for (const query of ['', '?projectId=other', '?projectId=__proto__']) {
    const response = await fetch(`${wallet.url}/window${query}`)
    expect([response.status, response.headers.get('content-security-policy')]).toEqual([
      404,
      expect.stringContaining("frame-ancestors 'none'"),
    ])
  }
})

test('only the project’s sites may embed the page, and the page loads only from the wallet’s origin', async () => {
  const { headers } = await fetch(`${wallet.url}/frame?projectId=shop`)
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors https://shop.example https://www.shop.example",
  )
  expect(
    Object.fromEntries(
      ['referrer-policy', 'x-content-type-options', 'cache-control', 'x-frame-options'].map(
        (name) => [name, headers.get(name)],
      ),
    ),
  ).toEqual({
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-frame-options': null,
  })
  for (const query of ['', '?projectId=other', '?projectId=toString', '?projectId=__proto__']) {
    const response = await fetch(`${wallet.url}/frame${query}`)
    expect([response.status, response.headers.get('content-security-policy')]).toEqual([
      404,
      expect.stringContaining("frame-ancestors 'none'"),
    ])
  }
})

test('files of the page are cached for a year, and no other file is served', async () => {
  const file = await fetch(`${wallet.url}/assets/main-1.js`)
  expect([
    file.status,
    file.headers.get('cache-control'),
    file.headers.get('content-type'),
  ]).toEqual([200, 'public, max-age=31536000, immutable', 'text/javascript; charset=utf-8'])
  for (const path of [
    '..%2fsecret.js',
    '%2e%2e%2fsecret.js',
    '..%5csecret.js',
    'missing.js',
    'main-1.js%00',
    '.js',
    'main-1',
  ])
    expect((await fetch(`${wallet.url}/assets/${path}`)).status).toBe(404)
})

test('a file is compressed for browsers that accept gzip, with the same content', async () => {
  const plain = await fetch(`${wallet.url}/assets/main-1.js`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const packed = await fetch(`${wallet.url}/assets/main-1.js`, {
    headers: { 'accept-encoding': 'gzip' },
  })
  expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([
    null,
    'gzip',
  ])
  expect(await packed.text()).toBe(await plain.text())
})

test('a page that is not built gets status 503, and the rest of the server answers', async () => {
  const other = await startTestWallet({ pages: join(folder, 'assets'), projects: 'any' })
  const response = await fetch(`${other.url}/frame`)
  expect([response.status, await response.text()]).toEqual([
    503,
    expect.stringContaining('not built'),
  ])
  expect((await fetch(`${other.url}/health`)).status).toBe(200)
  expect(await (await fetch(`${other.url}/metrics`)).text()).toContain(
    'latchkey_wallet_requests_total{route="/frame",status="503"} 1',
  )
  await other.close()
})
