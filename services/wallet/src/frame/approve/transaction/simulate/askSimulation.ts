import * as v from 'valibot'
import type { Address } from '../../decode/Effect.ts'
import { askNode, NodeFault } from '../../../rpc/askNode.ts'
import { toQuantity } from '../../../rpc/hex.ts'
import type { Network } from '../../../wallet/network.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { reasonOf } from '../reasonOf.ts'

/** A call to simulate, with its value in wei. */
export type CallToRun = { from: Address; to?: Address; value: bigint; data: `0x${string}` }

/** Calls, and the code that addresses have in the simulation instead of their own. */
export type ToSimulate = {
  calls: readonly CallToRun[]
  codes?: Readonly<Record<string, { code: `0x${string}` }>> | undefined
  signal?: AbortSignal | undefined
}

/** A log of a contract, or a log of the node about a move of the chain's currency. */
export type SimulatedLog = v.InferOutput<typeof log>

/** The result of a simulated call. */
export type CallResult = {
  isFine: boolean
  gas: bigint
  /** The returned data, as hex. */
  returned: string
  logs: readonly SimulatedLog[]
  reason?: string
}

const hex = v.pipe(v.string(), v.regex(/^0x[\da-fA-F]*$/))
const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[\da-fA-F]{1,64}$/),
  v.transform((text) => BigInt(text)),
)
const log = v.object({
  address: v.pipe(
    v.string(),
    v.regex(/^0x[\da-fA-F]{40}$/),
    v.transform((text) => text.toLowerCase() as Address),
  ),
  topics: v.array(hex),
  data: hex,
}) // the pattern guarantees this form of an address
const callResult = v.object({
  status: quantity,
  gasUsed: quantity,
  returnData: hex,
  logs: v.optional(v.array(log), []),
  error: v.optional(v.object({ data: v.optional(v.unknown()) })),
})
const blocks = v.pipe(v.array(v.object({ calls: v.array(callResult) })), v.length(1))

/**
 * Asks the node to run calls one after the other.
 * @returns undefined where the node can't, or answers in another form
 */
export async function askSimulation(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  { calls, codes, signal }: ToSimulate,
): Promise<readonly CallResult[] | undefined> {
  const wanted = calls.map(({ value, ...call }) => ({ ...call, value: toQuantity(value) }))
  const answer = await askNode(wallet, network, {
    method: 'eth_simulateV1',
    params: [
      {
        blockStateCalls: [{ ...(codes && { stateOverrides: codes }), calls: wanted }],
        traceTransfers: true,
        validation: false,
      },
      'latest',
    ],
    signal,
  }).catch(noneOf)
  const read = v.safeParse(blocks, answer)
  const [block] = read.success ? read.output : []
  if (block?.calls.length !== calls.length) return undefined
  return block.calls.map(({ status, gasUsed, returnData, logs, error }) => {
    const reason = reasonOf({ data: error?.data ?? returnData })
    return {
      isFine: status === 1n,
      gas: gasUsed,
      returned: returnData,
      logs,
      ...(reason !== undefined && { reason }),
    }
  })
}

/**
 * Returns undefined if the node lacks the method or refuses the calls.
 * @throws every other error
 */
function noneOf(error: unknown): undefined {
  if (!(error instanceof NodeFault)) throw error
}
