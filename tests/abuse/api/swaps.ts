import {
  concat,
  decodeFunctionData,
  encodeFunctionResult,
  multicall3Abi,
  numberToHex,
  type Hex,
} from 'viem'
import type { Scene } from '../scene.ts'
import { createTally } from '../tally.ts'
import { attackedChain, attackedNumber, chainAt } from './chains.ts'
import { askAgain, requestOf } from './http.ts'
import { startNode } from './startNode.ts'

const word = (value: bigint) => numberToHex(value, { size: 32 })
const full = (1n << 256n) - 1n

/**
 * Answers in which every pool exists and every bit of every bitmap is set: the max number of ticks.
 */
const everything: readonly Hex[] = [
  word(1n),
  word(1n << 96n),
  word(full),
  concat([word(1n << 96n), word(0n), word(1n), word(full)]),
]

/** Answers each call of Multicall3 with one of the answers of `everything`, in turn. */
function aggregated(params: unknown): Hex {
  // the attacked service sends this as the parameters of `eth_call`
  const [call] = Array.isArray(params) ? (params as { data?: Hex }[]) : []
  const { args } = decodeFunctionData({ abi: multicall3Abi, data: call?.data ?? '0x' })
  const calls = Array.isArray(args?.[0]) ? args[0] : []
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: calls.map((_, index) => ({
      success: true,
      returnData: everything[index % everything.length] ?? '0x',
    })),
  })
}

const block = {
  number: '0x10',
  hash: `0x${'1'.repeat(64)}`,
  timestamp: '0x60000000',
  baseFeePerGas: '0x1',
}
const swap = {
  router: `0x${'a'.repeat(40)}`,
  wrapped: `0x${'b'.repeat(40)}`,
  v2Factory: `0x${'c'.repeat(40)}`,
  v3: { factory: `0x${'d'.repeat(40)}` },
  through: [1, 2, 3, 4].map((digit) => `0x${String(digit).repeat(40)}`),
}

export const swapQuotes: Scene = {
  name: 'swap-quotes',
  of: 'api',
  seconds: 5,
  warm: 2,
  title:
    'ten clients ask for quotes of ever other tokens, and the node says that every pool exists and every tick is set; `rateLimit` is off',
  stage: async () => {
    const node = await startNode(attackedNumber, () => ({
      eth_call: (params: unknown) => aggregated(params),
      eth_getBlockByNumber: () => block,
      eth_feeHistory: () => ({ baseFeePerGas: ['0x1'], reward: [] }),
      eth_getCode: () => '0x',
    }))
    return {
      config: {
        options: { rateLimit: false, chains: [chainAt(attackedChain, [node.url], { swap })] },
      },
      async attack(target) {
        const tally = createTally()
        let token = 0
        const next = () => {
          token += 1
          const [from, to] = [token, token + 1].map(
            (number) => `${attackedChain}:0x${(number * 65_537).toString(16).padStart(40, '5')}`,
          )
          return requestOf(
            target,
            'GET',
            `/v1/convert/quotes?amount=${10n ** BigInt(token % 60)}&from=${from}&to=${to}`,
          )
        }
        await Promise.all(
          Array.from({ length: 10 }, () => askAgain(target, (status) => tally.add(status), next)),
        )
        return { did: tally.text(), faults: tally.get('500') > 0 ? ['a quote was a defect'] : [] }
      },
    }
  },
}
