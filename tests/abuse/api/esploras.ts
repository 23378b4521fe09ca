import { createServer, type ServerResponse } from 'node:http'
import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { wait } from '@latchkey/server/waiting'
import { txidOf } from '../../../services/api/src/chains/bitcoin/esplora/txidOf.ts'
import { noLongerThan } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { createTally } from '../tally.ts'
import { askAgain, requestOf } from './http.ts'
import { listenHere } from './startNode.ts'

const account = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
/** The output script of {@link account}. */
const own = `0014${'751e76e8199196d454941c45d1b3a323f1433bd6'}`
const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
const tip = { height: 200, hash: 'ab'.repeat(32) }

/** Milliseconds for which the Esplora gives one kind of answer. */
const turn = 1_500

/** A valid transaction with many outputs to the account. No mempool takes larger ones. */
function largeTransaction(number: number) {
  const parts = {
    version: 2,
    locktime: number,
    vin: [
      {
        txid: 'cd'.repeat(32),
        vout: number,
        prevout: { scriptpubkey: `0014${'11'.repeat(20)}`, value: 3_000_000 },
        scriptsig: '',
        is_coinbase: false,
        sequence: 0xffff_ffff,
      },
    ],
    vout: Array.from({ length: 3_000 }, () => ({ scriptpubkey: own, value: 1_000 })),
  }
  const outputs = parts.vout.map((output) => ({ ...output, value: BigInt(output.value) }))
  return {
    txid: txidOf({ ...parts, vout: outputs }),
    ...parts,
    fee: 0,
    status: {
      confirmed: true,
      block_height: 190,
      block_hash: 'ef'.repeat(32),
      block_time: 1_790_000_000,
    },
  }
}

/** Writes pieces until the API leaves. */
function writeEndless(response: ServerResponse, start: string, piece: string): void {
  response.write(start)
  const part = Buffer.from(piece.repeat(Math.ceil((256 * 1024) / piece.length)))
  const go = () => {
    while (!response.destroyed) if (!response.write(part)) return void response.once('drain', go)
  }
  go()
}

const sums = (count: number) => ({
  funded_txo_sum: count * 3_000_000,
  spent_txo_sum: 0,
  tx_count: count,
})

/** The Esplora's lies about lists of transactions, each with a description. */
const lies: readonly (readonly [what: string, write: (response: ServerResponse) => void])[] = [
  ['lists without an end', (response) => writeEndless(response, '[', '{},')],
  ['spaces without an end', (response) => writeEndless(response, '[', ' ')],
  ['30 MB of lists', (response) => response.end(`[${'[],'.repeat(10_000_000)}[]]`)],
  [
    'one row with a million inputs',
    (response) => response.end(`[{"vin":[${'{},'.repeat(1_000_000)}{}]}]`),
  ],
  [
    '25 transactions of 3,000 outputs',
    (response) => response.end(JSON.stringify(Array.from({ length: 25 }, (_, i) => largest[i]))),
  ],
  ['amounts of 2⁵³', (response) => response.end('[{"fee":9007199254740993,"vout":[]}]')],
  ['an answer that never comes', () => {}],
]
const largest: readonly unknown[] = Array.from({ length: 25 }, (_, number) =>
  largeTransaction(number),
)

export const esploras: Scene = {
  name: 'esploras',
  of: 'api',
  warm: 2,
  quick: 'long',
  seconds: 12,
  title:
    'an Esplora lies in 7 ways while clients read a Bitcoin account: lists without an end, 30 MB of lists, a million inputs, 25 transactions of 3,000 outputs, silence',
  stage: async () => {
    let lie = 0
    const server = createServer(({ url = '' }, response) => {
      if (url === '/blocks/tip/height') return void response.end(String(tip.height))
      if (url.startsWith('/block-height/'))
        return void response.end(url.endsWith('/0') ? genesis : tip.hash)
      if (!url.includes('/txs'))
        return void response.end(
          JSON.stringify({
            chain_stats: sums(25),
            mempool_stats: { ...sums(1), spent_txo_sum: 1 },
          }),
        )
      lies[lie % lies.length]?.[1](response)
    })
    const { url } = await listenHere(server)
    const chain = {
      networkId: bitcoinRegtestId,
      name: 'Bitcoin',
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
      rpcUrls: [url],
    }
    return {
      config: { options: { chains: [chain] } },
      async attack(target) {
        const tally = createTally()
        const paths = [
          `/v1/account/${account}/history`,
          `/v1/account/${account}/balance?currency=usd`,
          `/v1/esplora/${bitcoinRegtestId}/address/${account}/txs`,
        ]
        let count = target.seed
        const clients = Array.from({ length: 4 }, async () => {
          while (!target.signal.aborted)
            await Promise.race([
              askAgain(
                { ...target, signal: noLongerThan(1_000, target.signal) },
                (status) => tally.add(status),
                () => requestOf(target, 'GET', paths[(count += 1) % paths.length] ?? '/'),
              ),
              wait(1_500),
            ])
        })
        while (!target.signal.aborted) {
          lie += 1
          await wait(turn, target.signal)
        }
        await Promise.all(clients)
        server.closeAllConnections()
        server.close()
        return { did: tally.text() }
      },
    }
  },
}
