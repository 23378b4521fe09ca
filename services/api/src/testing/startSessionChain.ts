import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { delegator } from '@latchkey/protocol/smartAccounts/contracts'
import { writeDesignator } from '@latchkey/protocol/smartAccounts/delegation'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  multicall3Abi,
  numberToHex,
  parseAbi,
  type Hex,
} from 'viem'
import { chainAt } from './chainAt.ts'
import { sendJson, startFakeNode } from './startFakeNode.ts'

/** The EIP-155 id of the chain whose baked contracts the fake node shows. */
export const sessionChainId = 31_337

const bakedState = new URL('../../../../devnet/baked/31337.state.json.gz', import.meta.url)

/** What a fake node says about sessions. A test changes it. Addresses are in lower case. */
export type SessionChainState = {
  block: number
  /** Seconds since 1970. */
  time: number
  /** The signature that the accounts' contracts accept. */
  accepted: Hex | undefined
  /** Whether the node does not answer. */
  isSilent: boolean
  isPaused: boolean
  upgraded: Set<string>
  /** Contracts that the chain lacks. */
  missing: Set<string>
  disabled: Set<string>
  nonces: Map<string, bigint>
  uses: Map<string, bigint>
  spent: Map<string, { period: bigint; amount: bigint }>
  /** The answer to `eth_getLogs`; an error without it. */
  logs: object[] | undefined
  /** Replaces the answer to a method. */
  answers: Map<string, unknown>
}

const abi = parseAbi([
  'function paused()',
  'function disabledDelegations(bytes32 hash)',
  'function currentNonce(address manager, address delegator)',
  'function callCounts(address manager, bytes32 hash)',
  'function periodicAllowances(address manager, bytes32 hash)',
  'function streamingAllowances(address manager, bytes32 hash)',
  'function getBlockNumber()',
  'function getCurrentBlockTimestamp()',
])

/** Starts a fake node that answers from a state, and the settings of its chain. */
export async function startSessionChain() {
  const state: SessionChainState = {
    block: 100,
    time: Math.floor(Date.now() / 1_000),
    accepted: undefined,
    isSilent: false,
    isPaused: false,
    upgraded: new Set(),
    missing: new Set(),
    disabled: new Set(),
    nonces: new Map(),
    uses: new Map(),
    spent: new Map(),
    logs: undefined,
    answers: new Map(),
  }
  const codes = readCodes()
  const node = await startFakeNode((body, response) => {
    if (state.isSilent) return response.destroy()
    const { id, method, params } = JSON.parse(body) as {
      id: unknown
      method: string
      params: readonly unknown[]
    } // our own service
    const result = state.answers.has(method)
      ? state.answers.get(method)
      : resultOf(state, codes, method, params)
    sendJson(
      response,
      result === undefined
        ? { jsonrpc: '2.0', id, error: { code: -32601, message: 'Not here' } }
        : { jsonrpc: '2.0', id, result },
    )
  })
  const config = { ...chainAt(node.url), networkId: `eip155:${sessionChainId}` }
  return { state, node, config }
}

/** The codes of the devnet's contracts, by their addresses in lower case. */
function readCodes(): ReadonlyMap<string, Hex> {
  const { accounts } = JSON.parse(gunzipSync(readFileSync(bakedState)).toString()) as {
    accounts: Record<string, { code: Hex }>
  } // a file of this repository
  return new Map(Object.entries(accounts).map(([address, { code }]) => [address, code]))
}

function resultOf(
  state: SessionChainState,
  codes: ReadonlyMap<string, Hex>,
  method: string,
  params: readonly unknown[],
): unknown {
  const [first] = params
  if (method === 'eth_getCode') {
    const address = String(first).toLowerCase()
    if (state.upgraded.has(address)) return writeDesignator(delegator)
    return state.missing.has(address) ? '0x' : (codes.get(address) ?? '0x')
  }
  if (method === 'eth_getLogs') return state.logs
  if (method === 'eth_getBlockByNumber')
    return { number: first, timestamp: numberToHex(1_000_000 + Number(first)) }
  if (method !== 'eth_call') return undefined
  const { data } = first as { data: Hex } // our own service
  // ERC-1271
  if (data.startsWith('0x1626ba7e'))
    return `0x${(state.accepted && data.includes(state.accepted.slice(2)) ? '1626ba7e' : '').padEnd(64, '0')}`
  const { args } = decodeFunctionData({ abi: multicall3Abi, data })
  const calls = args?.[0] as readonly { target: Hex; callData: Hex }[] // it calls only aggregate3
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: calls.map(({ callData }) => ({ success: true, returnData: answer(state, callData) })),
  })
}

const word = (value: bigint | boolean): Hex =>
  typeof value === 'boolean'
    ? encodeAbiParameters([{ type: 'bool' }], [value])
    : numberToHex(value, { size: 32 })

function answer(state: SessionChainState, data: Hex): Hex {
  const { functionName, args = [] } = decodeFunctionData({ abi, data })
  const [first = '', second = ''] = args.map((each) => each.toLowerCase())
  switch (functionName) {
    case 'getBlockNumber':
      return word(BigInt(state.block))
    case 'getCurrentBlockTimestamp':
      return word(BigInt(state.time))
    case 'paused':
      return word(state.isPaused)
    case 'disabledDelegations':
      return word(state.disabled.has(first))
    case 'currentNonce':
      return word(state.nonces.get(second) ?? 0n)
    case 'callCounts':
      return word(state.uses.get(second) ?? 0n)
    case 'periodicAllowances':
    case 'streamingAllowances': {
      const { period, amount } = state.spent.get(second) ?? { period: 0n, amount: 0n }
      return `0x${[0n, 0n, 0n, period, amount].map((each) => word(each).slice(2)).join('')}`
    }
  }
}
