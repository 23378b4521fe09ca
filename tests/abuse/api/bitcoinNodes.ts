import { wait } from '@latchkey/server/waiting'
import type { Scene } from '../scene.ts'
import { createTally } from '../tally.ts'
import type { Target } from '../target.ts'
import { createMadeBitcoin, madeBitcoinAt, madeBitcoinNetwork } from './madeBitcoin.ts'
import { startEsplora } from './startEsplora.ts'
import { NodeError, written, type Answers } from './startNode.ts'

/**
 * Milliseconds: how long an Esplora gives one kind of false answer, and how long until history and
 * balance have to be correct again.
 */
const times = { falseAnswers: 700, right: 10_000 }

const paid = 1_000

/** Writes an answer that begins and then sends spaces without end. */
const endless: Answers[string] = (_, __, response) => {
  response.setHeader('content-type', 'application/json')
  response.write('[')
  const blank = Buffer.alloc(1024 * 1024, ' ')
  const go = () => {
    while (!response.destroyed) if (!response.write(blank)) return void response.once('drain', go)
  }
  go()
  return written
}

/** Writes a list of `bytes` bytes that repeats a text. */
const large =
  (part: string, bytes: number): Answers[string] =>
  (_, __, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(`[${`${part},`.repeat(Math.ceil(bytes / (part.length + 1)))}${part}]`)
    return written
  }

type Listed = { txid: string; vout: { value: number }[]; status: object }

/** The Esplora's false answers, each with a description. `length`: number of blocks. */
function falseAnswersFor(length: number): readonly (readonly [what: string, answers: Answers])[] {
  const { answers, payments } = createMadeBitcoin(length)
  const other = createMadeBitcoin(length + 2, { salt: 1, fork: length - 3 })
  const shorter = createMadeBitcoin(Math.max(2, length - 5))
  /** Changes every list of transactions. */
  const lists = (change: (list: Listed[]) => unknown): Answers =>
    Object.fromEntries(
      ['newest', 'confirmed'].map((method) => [
        method,
        (...call: Parameters<Answers[string]>) => change(answers[method]?.(...call) as Listed[]),
      ]),
    ) // createMadeBitcoin gives lists this form
  const stats = (chain: object): Answers => ({
    address: (...call) => {
      const found = answers['address']?.(...call) as { chain_stats: object } // as it gives this form
      return { ...found, chain_stats: { ...found.chain_stats, ...chain } }
    },
  })
  return [
    ['lists without an end', { newest: endless, confirmed: endless, address: endless }],
    ['lists of 100 MB', { newest: large('{}', 100_000_000), confirmed: large('1', 100_000_000) }],
    ['a height without an end', { tipHeight: endless }],
    ['height 2⁵³−1', { tipHeight: () => Number.MAX_SAFE_INTEGER }],
    ['a height that is no number', { tipHeight: () => '7e1' }],
    ['that it is five blocks shorter', shorter.answers],
    ['a balance of all coins there are, and more', stats({ funded_txo_sum: 2 ** 53 - 1 })],
    ['that more was spent than received', stats({ spent_txo_sum: 2 ** 52 })],
    ['one transaction more than there is', stats({ tx_count: length })],
    ['lists without every other transaction', lists((all) => all.filter((_, at) => at % 2 === 1))],
    ['empty lists', lists(() => [])],
    ['each transaction twice', lists((all) => all.flatMap((found) => [found, found]))],
    ['lists from the oldest on', lists((all) => all.toReversed())],
    [
      'amounts that are not those of the ids',
      lists((all) => all.map((found) => ({ ...found, vout: [{ ...found.vout[0], value: 7 }] }))),
    ],
    [
      'that everything waits',
      lists((all) => all.map((found) => ({ ...found, status: { confirmed: false } }))),
    ],
    [
      'blocks above its own height',
      lists((all) =>
        all.map((found) => ({ ...found, status: { ...found.status, block_height: length + 9 } })),
      ),
    ],
    [
      'ids of other transactions',
      lists((all) => all.map((found) => ({ ...found, txid: payments[0] }))),
    ],
    [
      'another chain',
      { ...answers, blockHash: ([height]) => String(height).padStart(64, '0'), tipHeight: () => 3 },
    ],
    ['status 500', { newest: () => new NodeError({ code: 500, message: 'down' }) }],
    ['other blocks, from the third before the last on', other.answers],
  ]
}

type Entry = { metadata: { hash: string } }
type Balances = { balances: { quantity: { numeric: string } }[] }

async function read<body>(url: string): Promise<body | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
  const body = await response.json()
  return response.status === 200 ? (body as body) : undefined // the API's answer has this form
}

/** The hashes in the account's history; undefined while it is not answered. */
async function historyOf({ url }: Target, account: string): Promise<readonly string[] | undefined> {
  const found = await read<{ data: Entry[] }>(
    `${url}/v1/account/${account}/history?chainId=${madeBitcoinNetwork}`,
  )
  return found?.data.map(({ metadata }) => metadata.hash)
}

/** The account's balance in satoshi; undefined while it is not answered. It is read freshly. */
async function balanceOf({ url }: Target, account: string): Promise<number | undefined> {
  const coin = `${madeBitcoinNetwork}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
  const found = await read<Balances>(
    `${url}/v1/account/${account}/balance?currency=usd&chainId=${madeBitcoinNetwork}&forceUpdate=${coin}`,
  )
  const numeric = found?.balances[0]?.quantity.numeric
  return numeric === undefined ? undefined : Math.round(Number(numeric) * 1e8)
}

export const bitcoinNodes: Scene = {
  name: 'bitcoin-nodes',
  of: 'api',
  warm: 4,
  quick: 'long',
  seconds: 60,
  title:
    'an Esplora lies in 20 ways: lists without an end, of 100 MB, with gaps, twice, in another order, absurd heights and sums, a shorter chain, other blocks; after each, history and balance have to be those of the chain',
  stage: async () => {
    let length = 6
    let falseAnswers: Answers = {}
    const node = await startEsplora(() => ({
      ...createMadeBitcoin(length).answers,
      ...falseAnswers,
    }))
    return {
      config: { options: { chains: [madeBitcoinAt([node.url])] } },
      async attack(target) {
        const tally = createTally()
        const faults: string[] = []
        const { sender } = createMadeBitcoin(length)
        const isRight = async () => {
          const { payments } = createMadeBitcoin(length)
          const history = await historyOf(target, sender).catch(() => undefined)
          if (history?.join() !== payments.slice(0, 50).join()) return false
          const balance = await balanceOf(target, sender).catch(() => undefined)
          return balance === payments.length * paid
        }
        const count = falseAnswersFor(length).length
        for (
          let turn = target.seed;
          !target.signal.aborted && faults.length < 3 && turn < target.seed + count;
          turn += 1
        ) {
          length += 1
          const [what, answers] = falseAnswersFor(length)[turn % count] ?? ['nothing', {}]
          falseAnswers = answers
          const { payments } = createMadeBitcoin(length)
          // a single node that shows another chain, whole, can't be found out
          const mayFork = what.startsWith('other blocks')
          for (
            const until = Date.now() + times.falseAnswers;
            Date.now() < until && !target.signal.aborted;
            await wait(100)
          ) {
            const history = await historyOf(target, sender).catch(() => undefined)
            const balance = await balanceOf(target, sender).catch(() => undefined)
            tally.add(history ? 'histories' : 'unavailable')
            tally.add(balance === undefined ? 'unavailable' : 'balances')
            if (mayFork) continue
            if (history && history.join() !== payments.slice(0, 50).join())
              faults.push(`while the node said ${what}: a wrong history was answered`)
            if (balance !== undefined && balance !== payments.length * paid)
              faults.push(`while the node said ${what}: the balance ${balance} was answered`)
          }
          falseAnswers = {}
          if (mayFork) length += 2
          const until = Date.now() + times.right
          while (!(await isRight()) && Date.now() < until && !target.signal.aborted) await wait(50)
          if (Date.now() >= until)
            faults.push(`after the node said ${what}: history or balance is not that of the chain`)
        }
        return { did: tally.text(), faults }
      },
    }
  },
}
