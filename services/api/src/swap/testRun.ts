import {
  encodeFunctionData,
  erc20Abi,
  hexToBigInt,
  isHex,
  multicall3Abi,
  numberToHex,
  type Hex,
} from 'viem'
import { isRecord } from '@latchkey/protocol/isObject'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { NodesError } from '../providers/nodes.ts'
import { isQuantity } from './readHead.ts'
import { wordOf } from './pools/words.ts'
import type { Address } from './swapProvider.ts'
import { takenByLogs, type TokensTaken } from './takenByLogs.ts'
import type { EvmChain } from '../chains/evm/evmChain.ts'

/** A transaction to try, and the swap that it should do. */
export type Trial = {
  user: Address
  from: Address
  to: Address
  amount: bigint
  tx: { to: Address; data: Hex; value: bigint }
  /** Undefined: an approval is tried before the transaction. */
  permit?: Hex | undefined
}

/** The result of a trial. Amounts are in the smallest units. */
export type TrialResult =
  | {
      status: 'done'
      received: bigint
      spent: bigint
      gasUsed: bigint
      /** What the transaction took from the user, according to its events. */
      taken: TokensTaken
    }
  | { status: 'failed'; reason: string }
  /** The user has not enough of the token. */
  | { status: 'poor' }
  /** The chain's nodes cannot try transactions, or do not answer. */
  | { status: 'unknown' }

/** Wei that the user has in the trial, so that it does not fail for lack of the native coin. */
const plenty = 10n ** 30n

/**
 * Tries a transaction at the newest block without sending it: the balances before, the approval,
 * the swap, and the balances after. Source: `eth_simulateV1`
 * @throws the signal's reason
 */
export async function testRun(
  chain: EvmChain,
  trial: Trial,
  signal: AbortSignal,
): Promise<TrialResult> {
  const calls = callsOf(chain, trial)
  const block = {
    stateOverrides: { [trial.user]: { balance: numberToHex(plenty) } },
    calls,
  }
  try {
    const answer = await chain.nodes.request(
      'eth_simulateV1',
      [{ blockStateCalls: [block] }, 'latest'],
      signal,
    )
    return outcomeOf(trial, resultsIn(answer, calls.length))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NodesError) return { status: 'unknown' }
    throw error
  }
}

/** The calls of a trial: both balances, the approvals, the swap, and both balances again. */
function callsOf({ multicall3 }: EvmChain, { user, from, to, amount, tx, permit }: Trial) {
  const call = (target: Address, data: Hex, value = 0n) => ({
    from: user,
    to: target,
    data,
    value: numberToHex(value),
  })
  const balance = (token: Address) =>
    token === nativeTokenAddress
      ? call(
          multicall3,
          encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args: [user] }),
        )
      : call(token, encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [user] }))
  const approve = (allowed: bigint) =>
    call(
      from,
      encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [tx.to, allowed] }),
    )
  const needsNone = from === nativeTokenAddress || permit || tx.to === from
  // first to 0, because some tokens refuse to change another allowance than 0
  const approvals = needsNone ? [] : [approve(0n), approve(amount)]
  const balances = [balance(from), balance(to)]
  return [...balances, ...approvals, call(tx.to, tx.data, tx.value), ...balances]
}

/** What a trial shows. @param results the results of the calls, in order */
function outcomeOf({ user, from, amount }: Trial, results: readonly CallResult[]): TrialResult {
  const [hadFrom, hadTo, hasFrom, hasTo] = [
    results[0],
    results[1],
    results.at(-2),
    results.at(-1),
  ].map((result) => (result?.isDone ? wordOf(result.data, 0) : undefined))
  const swap = results.at(-3)
  if (!swap || hadFrom === undefined || hadTo === undefined) return { status: 'unknown' }
  if (from !== nativeTokenAddress && hadFrom < amount) return { status: 'poor' }
  if (!swap.isDone) return { status: 'failed', reason: swap.reason }
  if (hasFrom === undefined || hasTo === undefined)
    return { status: 'failed', reason: 'a balance cannot be read afterwards' }
  return {
    status: 'done',
    received: hasTo - hadTo,
    spent: hadFrom - hasFrom,
    gasUsed: swap.gasUsed,
    taken: takenByLogs(swap.logs, user),
  }
}

type CallResult = {
  isDone: boolean
  data: Hex
  gasUsed: bigint
  logs: readonly unknown[]
  reason: string
}

/** Reads the results of the calls. @throws NodesError when the answer has another shape */
function resultsIn(answer: unknown, count: number): CallResult[] {
  const [block] = Array.isArray(answer) ? (answer as unknown[]) : []
  const list: unknown = isRecord(block) ? block['calls'] : undefined
  if (!Array.isArray(list) || list.length !== count)
    throw new NodesError('The node answered no trial')
  return list.map((entry: unknown) => {
    const { status, returnData, gasUsed, logs, error } = isRecord(entry) ? entry : {}
    if (!isQuantity(status) || !isHex(returnData) || !isQuantity(gasUsed))
      throw new NodesError('The node answered no trial')
    const message =
      isRecord(error) && typeof error['message'] === 'string' ? error['message'] : 'it reverts'
    return {
      isDone: hexToBigInt(status) === 1n,
      data: returnData,
      gasUsed: hexToBigInt(gasUsed),
      logs: Array.isArray(logs) ? logs : [],
      reason: message.slice(0, 100),
    }
  })
}
