import { expect, test } from 'vitest'
import { createApi } from '../../createApi.ts'
import { chainAt } from '../../testing/chainAt.ts'
import walletCatalogue from '../../../data/wallets.json' with { type: 'json' }
import networkIcons from '../../../data/networkIcons.json' with { type: 'json' }

const { app } = createApi({ chains: [chainAt('http://127.0.0.1:1')] })

async function picture(path: string) {
  const response = await app.request(path)
  return { status: response.status, headers: response.headers, svg: await response.text() }
}

const isMonogram = (svg: string) => svg.includes('<text')

test.each([
  '/public/getTokenImage/ETH',
  '/public/getTokenImage/usdc',
  '/public/getAssetImage/1',
  '/public/getAssetImage/eip155:8453',
  '/getWalletImage/io.metamask',
])('the picture at %s is a drawing, and its headers forbid scripts', async (path) => {
  const { status, headers, svg } = await picture(path)
  expect(status).toBe(200)
  expect(svg).toMatch(/^<svg /)
  expect(isMonogram(svg)).toBe(false)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': expect.stringContaining('max-age=86400'),
  })
})

test('a network without a drawing has a monogram of its name', async () => {
  expect((await picture('/public/getAssetImage/77')).svg).toContain('>SS<')
  expect((await picture('/public/getAssetImage/eip155:424242')).svg).toContain('>42<')
})

test.each(['WETH', 'weth', 'WSOL', 'WBNB', 'WAVAX', 'WMATIC', 'WPOL', 'WFTM', 'WMNT', 'WKLAY'])(
  'the wrapped coin %s has the picture of its coin',
  async (symbol) => {
    const { svg } = await picture(`/public/getTokenImage/${symbol}`)
    expect(isMonogram(svg)).toBe(false)
    expect(svg).toBe((await picture(`/public/getTokenImage/${symbol.slice(1)}`)).svg)
    expect(isMonogram((await picture(`/public/getTokenImage/${symbol}?drawn=0`)).svg)).toBe(true)
  },
)

test('the picture of an unlisted token is not the drawing of a listed one', async () => {
  expect(isMonogram((await picture('/public/getTokenImage/USDC?drawn=0')).svg)).toBe(true)
})

test.each([
  '/public/getTokenImage/..%2f..%2f..%2f..%2fpackage.json',
  '/public/getTokenImage/..%5c..%5cindex',
  '/public/getTokenImage/%00',
  '/public/getTokenImage/%E0%A4%A',
  '/public/getTokenImage/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '/public/getTokenImage/__proto__',
  '/public/getTokenImage/constructor',
  `/public/getTokenImage/${'A'.repeat(5000)}`,
  '/public/getTokenImage/ETH.svg.js',
  '/public/getAssetImage/..%2ftokens%2fETH',
  '/public/getAssetImage/__proto__',
  '/public/getAssetImage/toString',
  '/getWalletImage/..%2f..%2fwallets.json',
  '/getWalletImage/__proto__',
  '/getWalletImage/%F0%9F%A6%8A',
])('the picture at %s is a monogram', async (path) => {
  const { status, svg } = await picture(path)
  expect(status).toBe(200)
  expect(svg).toMatch(/^<svg [^<]*<path [^<]*<text [^<>]*>([\p{L}\p{Nd}]{1,2}|\?)<\/text><\/svg>$/u)
})

test.each([
  '/public/getTokenImage/../../package.json',
  '/public/getTokenImage/',
  '/getWalletImage/a/b',
])('the API answers 404 at %s', async (path) => {
  expect((await picture(path)).status).toBe(404)
})

test('every drawing in the catalogues of wallets and networks exists', async () => {
  const drawn = walletCatalogue.filter((wallet) => wallet.icon !== null)
  expect(drawn.length).toBeGreaterThan(20)
  for (const wallet of drawn)
    expect(isMonogram((await picture(`/getWalletImage/${wallet.id}`)).svg), wallet.id).toBe(false)
  for (const id of Object.keys(networkIcons))
    expect(isMonogram((await picture(`/public/getAssetImage/${id}`)).svg), id).toBe(false)
})

test('every wallet of the catalogue has a drawing or a monogram', async () => {
  for (const wallet of walletCatalogue)
    expect(
      (await picture(`/getWalletImage/${encodeURIComponent(wallet.id)}`)).svg,
      wallet.id,
    ).not.toContain('>?<')
})
