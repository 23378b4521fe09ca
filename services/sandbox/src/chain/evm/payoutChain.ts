import { encodeFunctionData, erc20Abi, parseTransaction } from 'viem'
import * as v from 'valibot'
import { readShape } from '@latchkey/protocol/border'
import { createTurns } from '@latchkey/server/turns'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { Bids, Ended, Payout, PayoutOutcome } from '../../treasury/payoutStore.ts'
import type { NodeRequest } from './nodes.ts'
import type { Hex } from '../soldChain.ts'
import type { EvmChain } from './openEvm.ts'

/** A number in hex, as nodes write it. */
export const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/i),
  v.transform((text) => BigInt(text)),
)
const small = v.pipe(
  quantity,
  v.transform((value) => Number(value)),
  v.safeInteger(),
)
const minedReceipt = v.object({ status: v.picklist(['0x0', '0x1']), blockNumber: quantity })
const block = v.object({
  number: v.optional(quantity),
  timestamp: small,
  baseFeePerGas: v.optional(quantity),
})

/** The tip per gas if the node suggests none: one gwei. */
const usualTip = 1_000_000_000n
/**
 * The factor between the present base fee and the maximum fee per gas of a payout. So a payout can
 * still be mined when the base fee has risen eightfold.
 */
export const maxFeeMultiple = 8n
/**
 * Percent of the estimated gas that a payout offers. The estimate is for the newest block; in the
 * next block the transfer may need a little more.
 */
const room = 120n

/** Maximum of concurrent requests to a node about pending payouts. */
const maxRequests = 4

/** A transfer of a token. `token` is 0xeeee… for the native coin. */
export type Transfer = { token: Hex; to: Hex; amount: bigint }
/** The call that transfers a token or the native coin. */
export const callOf = ({ token, to, amount }: Transfer) =>
  token === nativeTokenAddress
    ? { to, value: amount, data: '0x' as const }
    : {
        to: token,
        value: 0n,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
      }

const hexOf = (value: bigint): Hex => `0x${value.toString(16)}`

/**
 * The number of transactions that an account has sent on a chain.
 * @param depth the number of newest blocks whose transactions do not count
 * @throws NodesError
 */
export async function countSent(
  request: NodeRequest,
  sender: Hex,
  depth: number,
  signal: AbortSignal,
): Promise<number> {
  const head =
    depth === 0 ? undefined : readShape(small, await request('eth_blockNumber', [], signal))
  return readShape(
    small,
    await request(
      'eth_getTransactionCount',
      [sender, head === undefined ? 'latest' : hexOf(BigInt(Math.max(0, head - depth)))],
      signal,
    ),
  )
}

/**
 * Finds the outcomes of payouts. All answers come from one node, which counts the sender's
 * transactions before it is asked for receipts. A payout without a receipt whose nonce is below
 * that count is `displaced`: another transaction has used the nonce, or the node has counted the
 * payout before it has stored the receipt.
 * @param depth the number of blocks that have to follow before an outcome counts
 * @throws NodesError
 */
export function findOutcomes(
  chain: EvmChain,
  sender: Hex,
  open: readonly Bids[],
  depth: number,
  signal: AbortSignal,
): Promise<PayoutOutcome[]> {
  return chain.nodes.together(async (request) => {
    const count = await countSent(request, sender, depth, signal)
    const head = readShape(quantity, await request('eth_blockNumber', [], signal))
    const turns = createTurns(maxRequests)
    return Promise.all(
      open.map((bids) =>
        turns.run(async (): Promise<PayoutOutcome> => {
          const found = await findMined(request, bids, signal)
          if (!found)
            return {
              bids,
              end:
                bids.payout.nonce < count
                  ? { status: 'displaced' }
                  : { status: 'open', isSeen: false },
            }
          if (head - found.blockNumber < BigInt(depth))
            return { bids, end: { status: 'open', isSeen: true } }
          return { bids, end: await endOf(request, found, signal) }
        }),
      ),
    )
  }, signal)
}

type Mined = v.InferOutput<typeof minedReceipt> & { payout: Payout }

/** Finds the transaction that is in a block, among all transactions of a payout. */
async function findMined(
  request: NodeRequest,
  { payout: last, outbid }: Bids,
  signal: AbortSignal,
): Promise<Mined | undefined> {
  for (const payout of [last, ...outbid]) {
    const found = readShape(
      v.nullable(minedReceipt),
      await request('eth_getTransactionReceipt', [payout.hash], signal),
    )
    if (found) return { ...found, payout }
  }
  return undefined
}

async function endOf(
  request: NodeRequest,
  { status, blockNumber, payout }: Mined,
  signal: AbortSignal,
): Promise<Ended> {
  const { timestamp } = readShape(
    block,
    await request('eth_getBlockByNumber', [hexOf(blockNumber), false], signal),
  )
  return {
    status: status === '0x1' ? 'mined' : 'reverted',
    mined: payout,
    minedAt: timestamp * 1_000,
  }
}

/**
 * The treasury's balance of a token.
 * @throws NodesError
 */
export async function balanceOf(
  chain: EvmChain,
  owner: Hex,
  token: Hex,
  signal: AbortSignal,
): Promise<bigint> {
  if (token === nativeTokenAddress)
    return readShape(
      quantity,
      await chain.nodes.request('eth_getBalance', [owner, 'latest'], signal),
    )
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  return readShape(
    quantity,
    await chain.nodes.request('eth_call', [{ to: token, data }, 'latest'], signal),
  )
}

/** The fees that a transaction offers. */
export type Fees =
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  | { type: 'legacy'; gasPrice: bigint }

/**
 * The fees that a new transaction should offer. Source: EIP-1559
 * @throws NodesError
 */
export async function readFees(chain: EvmChain, signal: AbortSignal): Promise<Fees> {
  const { baseFeePerGas } = readShape(
    block,
    await chain.nodes.request('eth_getBlockByNumber', ['latest', false], signal),
  )
  if (baseFeePerGas === undefined)
    return {
      type: 'legacy',
      gasPrice: 2n * readShape(quantity, await chain.nodes.request('eth_gasPrice', [], signal)),
    }
  const tip = await chain.nodes
    .request('eth_maxPriorityFeePerGas', [], signal)
    .then((answer) => readShape(quantity, answer))
    .catch(() => usualTip) // some nodes lack this method
  return {
    type: 'eip1559',
    maxFeePerGas: maxFeeMultiple * baseFeePerGas + tip,
    maxPriorityFeePerGas: tip,
  }
}

/**
 * Percent of a transaction's fees that its replacement offers. Nodes refuse a replacement that
 * offers less than 110 %.
 */
const bump = 113n

/**
 * The same transaction, unsigned, with fees that are high enough to replace it, and at least the
 * present fees.
 */
export function outbidding(raw: Hex, fees: Fees, chainId: number) {
  const {
    to = null,
    value = 0n,
    data = '0x',
    gas = 0n,
    nonce = 0,
    gasPrice = 0n,
    maxFeePerGas = gasPrice,
    maxPriorityFeePerGas = gasPrice,
  } = parseTransaction(raw)
  const more = (before: bigint, now: bigint) =>
    (before * bump) / 100n + 1n > now ? (before * bump) / 100n + 1n : now
  const same = { to, value, data, gas, nonce, chainId }
  return fees.type === 'legacy'
    ? { ...same, type: fees.type, gasPrice: more(maxFeePerGas, fees.gasPrice) }
    : {
        ...same,
        type: fees.type,
        maxFeePerGas: more(maxFeePerGas, fees.maxFeePerGas),
        maxPriorityFeePerGas: more(maxPriorityFeePerGas, fees.maxPriorityFeePerGas),
      }
}

/**
 * The gas of a transfer, with some reserve.
 * @throws NodesError; its `isRevert` is true when the token refuses the transfer
 */
export async function estimateGas(
  chain: EvmChain,
  from: Hex,
  transfer: Transfer,
  signal: AbortSignal,
): Promise<bigint> {
  const { to, value, data } = callOf(transfer)
  return (
    (readShape(
      quantity,
      await chain.nodes.request(
        'eth_estimateGas',
        [{ from, to, value: hexOf(value), data }],
        signal,
      ),
    ) *
      room) /
    100n
  )
}
