import { encodeAbiParameters } from 'viem'
import { wait } from '@latchkey/server/waiting'
import { noLongerThan } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { createTally } from '../tally.ts'
import type { Target } from '../target.ts'
import { answerMulticall } from './answerMulticall.ts'
import { attackedChain, attackedNumber, chainAt } from './chains.ts'
import { endlessAnswer } from './endlessAnswer.ts'
import { createMadeChain } from './madeChain.ts'
import { NodeError, startNode, written, type Answers } from './startNode.ts'

const index = { pollEvery: 200 }
const { sender } = createMadeChain(1)

async function requestHistory(
  { url, signal }: Target,
  path: string,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/v1/account/${sender}/${path}chainId=${attackedChain}`, {
    signal: noLongerThan(6_000, signal),
  })
  return { status: response.status, text: await response.text() }
}

/**
 * Requests the account's history until it has `rows` rows. @returns the answers, and a sentence
 * when rows are missing
 */
async function untilRows(
  target: Target,
  rows: number,
): Promise<{ did: string; faults: readonly string[] }> {
  const tally = createTally()
  while (!target.signal.aborted) {
    const { status, text } = await requestHistory(target, 'history?').catch(() => ({
      status: 0,
      text: '',
    }))
    // the API answers histories in this form
    const returnedRows = status === 200 ? (JSON.parse(text) as { data: unknown[] }).data.length : 0
    if (status !== 0) tally.add(status === 200 ? `200 with ${returnedRows} rows` : String(status))
    if (returnedRows === rows) return { did: tally.text(), faults: [] }
    await wait(200)
  }
  return { did: tally.text(), faults: [`the history has not become ${rows} rows`] }
}

/** Invalid traces, one kind for each block. */
const unreadable: readonly Answers[string][] = [
  () => new NodeError({ code: -32000, message: 'out of memory' }),
  (_, __, response) => {
    response.writeHead(502).end()
    return written
  },
  () => Array.from({ length: 2_000 }).reduce<unknown>((inner) => [inner], 0),
  (_, __, response) => {
    response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>Too large</h1>')
    return written
  },
  endlessAnswer,
]

export const unreadableTraces: Scene = {
  name: 'unreadable-traces',
  of: 'api',
  warm: 3,
  seconds: 20,
  title:
    'traces of blocks are an error, 502, nested 2,000 deep, 413 and without an end: the blocks are indexed without them',
  stage: async () => {
    let length = 1
    const trace: Answers[string] = (parameters, ...more) =>
      unreadable[(Number(parameters[0]) - 1) % unreadable.length]?.(parameters, ...more)
    const node = await startNode(attackedNumber, () => ({
      ...createMadeChain(length).answers,
      ...(length > 1 && { trace_block: trace }),
    }))
    return {
      config: { options: { chains: [chainAt(attackedChain, [node.url], { index })] } },
      attack(target) {
        length += unreadable.length
        return untilRows(target, length)
      },
    }
  },
}

/** The token reports no decimals, and the highest possible balance for every account. */
const textResult = (selector: string): `0x${string}` =>
  selector === '0x313ce567'
    ? `0x${'0'.repeat(64)}`
    : selector === '0x70a08231'
      ? `0x${'f'.repeat(64)}`
      : encodeAbiParameters([{ type: 'string' }], ['MOST'])

const topicOf = (account: string) => `0x${account.slice(2).padStart(64, '0')}`
/** Transfers of the account's own token, each of the highest possible amount. */
const transfers = Array.from({ length: 200 }, (_, position) => ({
  address: `0x${'c3'.repeat(20)}`,
  topics: [
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    topicOf(`0x${'b2'.repeat(20)}`),
    topicOf(sender),
  ],
  data: `0x${'f'.repeat(64)}`,
  logIndex: `0x${position.toString(16)}`,
}))

export const hugeAmounts: Scene = {
  name: 'huge-amounts',
  of: 'api',
  warm: 3,
  seconds: 8,
  title:
    'a block with 200 transfers of 2²⁵⁶−1 to one account, asked for its history and its balance',
  stage: async () => {
    let length = 1
    const node = await startNode(attackedNumber, () => ({
      ...createMadeChain(length, 0, length > 1 ? transfers : []).answers,
      eth_call: (parameters) => answerMulticall(parameters, textResult),
    }))
    return {
      config: { options: { chains: [chainAt(attackedChain, [node.url], { index })] } },
      async attack(target) {
        length += 2
        const history = await untilRows(target, length)
        const { status, text } = await requestHistory(target, 'balance?currency=usd&')
        const digits = Math.max(0, ...(text.match(/\d+/g) ?? []).map(({ length }) => length))
        return {
          did: `history ${history.did}; balance ${status}, numbers of ${digits} digits at most`,
          faults: [
            ...history.faults,
            ...(status === 200 ? [] : [`the balance was answered with ${status}`]),
            ...(digits > 78 ? ['an amount is larger than any amount can be'] : []),
          ],
        }
      },
    }
  },
}

export const farFuture: Scene = {
  name: 'far-future',
  of: 'api',
  warm: 3,
  seconds: 6,
  title: 'a block says that it was mined at second 2⁵⁰: what came before it is told as what it is',
  stage: async () => {
    let length = 3
    const node = await startNode(attackedNumber, () => {
      const { answers } = createMadeChain(length)
      return {
        ...answers,
        eth_getBlockByNumber: (parameters, ...more) => {
          const block = answers['eth_getBlockByNumber']?.(parameters, ...more) as {
            number: string
          } | null // createMadeChain gives blocks this form
          return block?.number === '0x3'
            ? { ...block, timestamp: `0x${(2 ** 50).toString(16)}` }
            : block
        },
      }
    })
    return {
      config: { options: { chains: [chainAt(attackedChain, [node.url], { index })] } },
      async attack(target) {
        const before = await untilRows(target, length)
        length += 1
        const tally = createTally()
        const faults = new Set<string>(before.faults)
        while (!target.signal.aborted) {
          const { status, text } = await requestHistory(target, 'history?').catch(() => ({
            status: 0,
            text: '',
          }))
          if (status !== 0) tally.add(String(status))
          if (status === 500) faults.add('a history was answered with 500')
          if (status === 200 && /"minedAt":"\d{6,}/.test(text))
            faults.add('a time that cannot be was told')
          await wait(200)
        }
        return { did: tally.text(), faults: [...faults] }
      },
    }
  },
}
