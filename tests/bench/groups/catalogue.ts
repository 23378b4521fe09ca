import { createApi } from '../../../services/api/src/createApi.ts'
import { latencies } from '../api/latencies.ts'
import { visitWallets } from '../catalogue/visitWallets.ts'
import type { WalletsVisit } from '../catalogue/visitWallets.ts'
import { wallets } from '../catalogue/wallets.ts'
import type { Group, Row } from '../group.ts'
import { launchChromium } from '../launchChromium.ts'
import { serveSite } from '../phone/serveSite.ts'
import { frame, framesOf } from '../scrolling/scroll.ts'
import { buildSite } from '../sizes/buildSite.ts'
import { median, percentile, rangeOf } from '../statistics.ts'
import { unlimited } from '../unlimited.ts'

const catalogue = wallets(5_000)
/** Number of requests of one measurement, and of starts of the service. */
const count = { requests: 1_000, starts: 10 }
/** The factor by which scripts on the slow phone are slowed down. */
const slow = 4

let version = ''

/** Measures how long the list of all wallets takes, and whether it scrolls smoothly. */
export const group: Group = {
  title: 'Wallet catalogue',
  needsBrowser: true,
  how: `A catalogue of ${catalogue.length.toLocaleString('en')} wallets. \`GET /getWallets\` by HTTP on this machine, API and clients in one Node process: cold is the first
answer of a service that has just been made, ${count.starts} times; the others are ${count.requests} requests each, of which every one asks for another page or
another part of a name. In headless Chromium, 390 × 844, \`tests/bench/sites/withApi.tsx\`: the list scrolls by 240 pixels a frame from
its beginning to its end, with every page fetched on the way, and back; then a digit is typed that brings another wallet to the first place, from the
key to the end of the frame that shows it. A frame is 17 ms. Work is the processor's time, whatever else runs. The slow phone runs scripts ${slow}× slower.`,
  versions: () => [`Chromium ${version}`],
  async measure(signal) {
    const cold = await measureStarts(signal)
    const api = createApi({ chains, wallets: [...catalogue], ...unlimited })
    const { url } = await api.listen({ port: 0 })
    try {
      return [
        ...rowsOf('first answer after the start', cold),
        ...(await measureAnswers(url, signal)),
        ...(await measureVisits(url, signal)),
      ]
    } finally {
      await api.close({ drain: 0 })
    }
  },
}

/** The API needs a chain in its options, but no request uses this one. */
const chains: Parameters<typeof createApi>[0]['chains'] = [
  {
    networkId: 'eip155:1',
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['http://127.0.0.1:1'],
    multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
    tokens: [],
  },
]

async function measureStarts(signal: AbortSignal): Promise<readonly number[]> {
  const durations: number[] = []
  for (let start = 0; start < count.starts; start++) {
    signal.throwIfAborted()
    const { app } = createApi({ chains, wallets: [...catalogue], ...unlimited })
    const began = performance.now()
    await (await app.request('/getWallets')).arrayBuffer()
    durations.push(performance.now() - began)
  }
  return durations
}

async function measureAnswers(url: string, signal: AbortSignal): Promise<readonly Row[]> {
  const page = (index: number) =>
    `${url}/getWallets?page=${(index % 125) + 1}&entries=40&chains=eip155:1`
  const search = (index: number) => `${url}/getWallets?entries=100&search=${index % 5_000}`
  await latencies({ count: 50, clients: 5, address: page, signal })
  const rows: Row[] = []
  for (const [label, address] of [
    ['a page of 40', page],
    ['a search', search],
  ] as const)
    for (const clients of [1, 20])
      rows.push(
        ...rowsOf(
          `${label}, ${clients === 1 ? '1 client' : `${clients} clients`}`,
          await latencies({ count: count.requests, clients, address, signal }),
        ),
      )
  return rows
}

function rowsOf(label: string, durations: readonly number[]): readonly Row[] {
  return [
    {
      label: `${label}: half within`,
      unit: 'ms',
      measured: median(durations),
      range: rangeOf(durations),
    },
    { label: `${label}: 99 % within`, unit: 'ms', measured: percentile(durations, 0.99) },
  ]
}

async function measureVisits(api: string, signal: AbortSignal): Promise<readonly Row[]> {
  const site = await serveSite(await buildSite(new URL('../sites/withApi.tsx', import.meta.url)))
  const browser = await launchChromium(signal)
  try {
    version = browser.version()
    const names = catalogue.map(({ name }) => name)
    const usual = await visitWallets(browser, `${site.url}#${api}`, { slower: 1, names })
    const phone = await visitWallets(browser, `${site.url}#${api}`, { slower: slow, names })
    return [...rowsOfVisit('', usual), ...rowsOfVisit(', slow phone', phone)]
  } finally {
    await browser.close()
    await site.close()
  }
}

function rowsOfVisit(where: string, { down, up, keys }: WalletsVisit): readonly Row[] {
  const budget = where === '' ? frame : undefined
  return [
    ...framesOf(`scrolled to the end, pages on their way${where}`, down, budget),
    ...framesOf(`scrolled back${where}`, up, budget),
    {
      label: `from a key to the wallet it finds${where}`,
      unit: 'ms',
      measured: median(keys),
      range: rangeOf(keys),
      budget,
    },
  ]
}
