import { createTally } from '../tally.ts'
import type { Scene } from '../scene.ts'
import { askAgain, requestOf } from './http.ts'
import { createMadeBitcoin, madeBitcoinAt, madeBitcoinNetwork } from './madeBitcoin.ts'
import { startEsplora } from './startEsplora.ts'

const { sender, payments } = createMadeBitcoin(40)
const base = `/v1/esplora/${madeBitcoinNetwork}`

const seconds = 4
/** Requests that a client may send. A list costs as much as ten. */
const quota = { max: 2_000, refill: 200, everySeconds: 1 }
const listCost = 10

/** Paths that the API must not pass on, as clients write them. */
const forbidden: readonly string[] = [
  '/mempool/txids',
  '/mempool/recent',
  `/block/${'0'.repeat(64)}/txs`,
  `/block/${'0'.repeat(64)}/raw`,
  '/blocks',
  '/address-prefix/bcrt1q',
  '/address/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  `/address/${sender},${sender}`,
  `/address/${sender}/txs/mempool/../../../../mempool/txids`,
  `/address/${sender}/..%2f..%2fmempool%2ftxids`,
  `/address/${sender}%00/utxo`,
  `/address/${sender}%3f/utxo`,
  `/address/${sender}%23`,
  `/tx/${payments[0]}/raw`,
  `/tx/${payments[0]}%2f..%2f..%2fmempool`,
  `/tx/${'f'.repeat(10_000)}`,
  '//evil.example/tx',
  '/http:%2f%2fevil.example/blocks/tip/height',
  '/block-height/-1',
  '/block-height/1e3',
  '/devnet/mine',
]
/** Forms of the paths that an Esplora may see, the service's own requests included. */
const allowed = new RegExp(
  `^(?:GET /(?:blocks/tip/height|block-height/\\d+|address/${sender}(?:/utxo|/txs(?:/chain(?:/[0-9a-f]{64})?)?)?|tx/[0-9a-f]{64}(?:/hex|/outspends)?|fee-estimates)|POST /tx)$`,
)
/** Bodies that are no transaction in hex. */
const notHex: readonly string[] = [
  '',
  'abc',
  '00 00',
  `{"tx":"00"}`,
  'g0',
  '\ud800',
  'ff'.repeat(500_000),
]

export const bitcoinPaths: Scene = {
  name: 'bitcoin-paths',
  of: 'api',
  warm: 3,
  quick: 'short',
  seconds,
  title:
    'ten clients send `/v1/esplora` paths that may not be passed on, bodies that are no transaction, and lists of an address as fast as they can; 200 lists and 20 more a second are allowed',
  stage: async () => {
    const seen = new Set<string>()
    const node = await startEsplora(
      () => createMadeBitcoin(40).answers,
      (line) => seen.add(line),
    )
    return {
      config: {
        options: {
          chains: [madeBitcoinAt([node.url])],
          rateLimit: quota,
        },
      },
      async attack(target) {
        const tally = createTally()
        const faults = new Set<string>()
        const refused = forbidden.map((path) => requestOf(target, 'GET', base + path))
        const invalid = notHex.map((body) => requestOf(target, 'POST', `${base}/tx`, { body }))
        const lists = [`/address/${sender}/txs`, `/address/${sender}/txs/chain`].map((path) =>
          requestOf(target, 'GET', base + path),
        )
        const kinds = [refused, invalid, lists]
        await Promise.all(
          Array.from({ length: 10 }, (_, client) => {
            const requests = kinds[client % kinds.length] ?? []
            let turn = client
            return askAgain(
              target,
              (status) => {
                tally.add(status)
                if (requests !== lists && status === '200')
                  faults.add('a wrong request was answered')
                if (status === '500') faults.add('a request was answered with 500')
              },
              () => requests[(turn += 1) % requests.length] ?? Buffer.alloc(0),
            )
          }),
        )
        const max = (quota.max + quota.refill * seconds) / listCost
        if (tally.get('200') > max) faults.add(`${tally.get('200')} lists were answered`)
        if (tally.get('200') === 0) faults.add('no list was answered')
        for (const line of seen)
          if (!allowed.test(line)) faults.add(`the Esplora was asked ${line.slice(0, 200)}`)
        return {
          did: `${tally.text()}; ${seen.size} kinds of requests passed on`,
          faults: [...faults],
        }
      },
    }
  },
}
