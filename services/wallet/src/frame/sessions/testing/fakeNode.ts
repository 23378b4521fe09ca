/** A node that says what a test wants about one account and its permissions. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { delegationManager, delegator } from '@latchkey/protocol/smartAccounts/contracts'
import { writeDesignator } from '@latchkey/protocol/smartAccounts/delegation'
import { decodeFunctionData, encodeFunctionResult, multicall3Abi, toHex } from 'viem'

/** The network whose contracts the node has: that of the devnet's first chain. */
export const fakeNetworkId = 'eip155:31337'

// a URL of this module would be one of the page in jsdom
const state = join(
  dirname(fileURLToPath(import.meta.url)),
  '../../../../../../devnet/baked/31337.state.json.gz',
)

/** The code of DelegationManager on that chain. */
function readManagerCode(): string {
  const { accounts } = JSON.parse(gunzipSync(readFileSync(state)).toString()) as {
    accounts: Record<string, { code: string }>
  } // as anvil writes it
  const key = delegationManager.toLowerCase()
  return accounts[key]?.code ?? accounts[delegationManager]?.code ?? '0x'
}

/** What the node says. Hashes and selectors are in lower case. */
export type FakeChain = {
  isSilent: boolean
  isPaused: boolean
  nonce: bigint
  disabled: Set<string>
  uses: Map<string, bigint>
  spent: Map<string, { period: bigint; amount: bigint }>
}

/** Creates a chain on which nothing was used or ended. */
export const createFakeChain = (): FakeChain => ({
  isSilent: false,
  isPaused: false,
  nonce: 0n,
  disabled: new Set(),
  uses: new Map(),
  spent: new Map(),
})

const words = (...all: readonly (bigint | number)[]): Hex =>
  `0x${all.map((one) => BigInt(one).toString(16).padStart(64, '0')).join('')}`

/** Creates the answers of the node to `/v1/rpc`. */
export function createFakeNode(chain: FakeChain) {
  const managerCode = readManagerCode()
  const read = (data: Hex): Hex => {
    const [selector, last] = [data.slice(0, 10), `0x${data.slice(-64)}`]
    const spent = chain.spent.get(last) ?? { period: 0n, amount: 0n }
    const answers: Readonly<Record<string, Hex>> = {
      '0x0f28c97d': words(Math.floor(Date.now() / 1_000)),
      '0x5c975abb': words(chain.isPaused ? 1 : 0),
      '0x2bd4ed21': words(chain.nonce),
      '0x2d40d052': words(chain.disabled.has(last) ? 1 : 0),
      '0x19054d89': words(chain.uses.get(last) ?? 0n),
      '0x7b91dc78': words(0, 0, 0, spent.period, spent.amount),
      '0xfb7d2c5b': words(0, 0, 0, 0, spent.amount),
    }
    return answers[selector] ?? '0x'
  }
  const call = (data: Hex): Hex => {
    if (!data.startsWith('0x82ad56cb')) return read(data)
    const { args } = decodeFunctionData({ abi: multicall3Abi, data })
    const [calls] = args as readonly [readonly { callData: Hex }[]] // of this function
    return encodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      result: calls.map(({ callData }) => ({ success: true, returnData: read(callData) })),
    })
  }
  return ({ method, params }: { method: string; params: readonly unknown[] }) => {
    if (chain.isSilent) return { error: { code: -32_603, message: 'down' } }
    if (method === 'eth_call') return { result: call((params[0] as { data: Hex }).data) } // as sent
    if (method === 'eth_getBlockByNumber') return { result: { baseFeePerGas: '0x1' } }
    if (method === 'eth_getBalance') return { result: toHex(10n ** 18n) }
    if (method !== 'eth_getCode') return { result: '0xf4240' }
    const isManager = String(params[0]).toLowerCase() === delegationManager.toLowerCase()
    return { result: isManager ? managerCode : writeDesignator(delegator) }
  }
}
