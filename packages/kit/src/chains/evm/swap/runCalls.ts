import { isObject } from '@latchkey/protocol/isObject'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { isQuantity, quantityOf, toQuantity } from '../provider/quantity.ts'
import type { Call } from './calls.ts'
import { maxReadGas, runAsCode } from './runAsCode.ts'
import { probeCode, probeCall, maxGasPrice, observedGasPrice } from './blockContext.ts'
import type { BlockContext } from './blockContext.ts'

/** A log of a run, unchecked. */
export type RunLog = { address: string; topics: readonly string[]; data: string }

/**
 * A step of a run: a transaction of the account with its gas limit, a read of a contract, or a read
 * of the account's native balance.
 */
export type Step =
  | { kind: 'act'; call: Call; gas: bigint }
  | { kind: 'look'; call: Call }
  | { kind: 'coins' }

/**
 * The result of a step: whether it succeeded, the first word that it returned (or the balance in
 * wei), and its fee in wei.
 */
export type StepResult = { isDone: boolean; word: bigint; fee: bigint }

/**
 * The outcome of a run. `logs` is undefined where a contract could distinguish the run from a
 * block: only balances are reliable then. `isPadded`: the account had more native balance than in
 * reality, which a contract can see.
 */
export type Run = {
  steps: readonly StepResult[]
  logs: readonly RunLog[] | undefined
  isPadded: boolean
}

/**
 * Native balance of the observer, and of an account that could not pay the fee: enough for any
 * price.
 */
const ampleBalance = 1n << 100n

/**
 * Runs transactions of an account one after another without sending anything. Each runs as in the
 * next block: sent by the account, with the price and the gas of the transaction (eth_simulateV1).
 * On a node without that method the account has code during the run (eth_call with state
 * overrides), which a contract can see. Undefined where a node supports neither.
 * @throws KitError requestAborted
 */
export async function runCalls(
  chain: Chain,
  account: string,
  steps: readonly Step[],
  blockContext: BlockContext | undefined,
): Promise<Run | undefined> {
  const simulated = blockContext && (await simulate(chain, account, steps, blockContext))
  return simulated ?? runAsCode(chain, account, steps)
}

/**
 * Runs the steps with eth_simulateV1. With validation a node also checks nonces and fees, and
 * refuses an account with code. Without it, a block may have no base fee, which the probe then
 * detects.
 */
async function simulate(
  chain: Chain,
  account: string,
  steps: readonly Step[],
  blockContext: BlockContext,
): Promise<Run | undefined> {
  const { block, price, native, observer: looker, probe: eye } = blockContext
  const readCallOf = ({ to, data }: { to: string; data: string }) => ({
    from: looker,
    to,
    data,
    gas: toQuantity(maxReadGas),
    ...price,
  })
  const calls = steps.map((step) => {
    if (step.kind === 'coins') return readCallOf(probeCall(eye, account))
    const { to, value, data } = step.call
    return step.kind === 'look'
      ? readCallOf({ to, data })
      : { from: account, to, value: toQuantity(value), data, gas: toQuantity(step.gas), ...price }
  })
  const neededBalance = steps.reduce(
    (sum, step) =>
      step.kind === 'act' ? sum + step.call.value + step.gas * maxGasPrice(blockContext) : sum,
    0n,
  )
  const isPadded = native < neededBalance
  const stateOverrides = {
    [looker]: { balance: toQuantity(ampleBalance) },
    [eye]: { code: `0x${probeCode}` },
    ...(isPadded && { [account]: { balance: toQuantity(native + ampleBalance) } }),
  }
  const requestedCalls = [readCallOf(probeCall(eye, account)), ...calls]
  // on top of the block that was read: a node refuses a block number that it has by now. With
  // several nodes at one URL, a node may not have that block yet
  for (const [validation, blockTag] of [
    [true, toQuantity(quantityOf(block['number']) - 1n)],
    [true, 'latest'],
    [false, 'latest'],
  ] as const) {
    const answer = await orUndefined(
      chain.request('eth_simulateV1', [
        {
          blockStateCalls: [{ blockOverrides: block, stateOverrides, calls: requestedCalls }],
          traceTransfers: true,
          validation,
        },
        blockTag,
      ]),
    )
    const run = read(callsOf(answer), steps, blockContext)
    if (run) return { ...run, isPadded }
  }
  return undefined
}

/** The results of the calls in the one block of a simulation. */
function callsOf(answer: unknown): readonly unknown[] {
  const block: unknown = Array.isArray(answer) ? answer[0] : undefined
  return isObject(block) && Array.isArray(block['calls']) ? block['calls'] : []
}

/** Undefined for an invalid answer. */
function read(
  [first, ...answers]: readonly unknown[],
  steps: readonly Step[],
  blockContext: BlockContext,
): Omit<Run, 'isPadded'> | undefined {
  const paid = observedGasPrice(readCall(first)?.words ?? '', blockContext)
  if (answers.length !== steps.length) return undefined
  const read = answers.map(readCall)
  if (!read.every((result) => result !== undefined)) return undefined
  const results = read.map(
    ({ isDone, words, gas }, blockTag): StepResult => ({
      isDone,
      word: BigInt(`0x${words.slice(0, 64) || '0'}`),
      fee: steps[blockTag]?.kind === 'act' ? gas * (paid ?? 0n) : 0n,
    }),
  )
  return { steps: results, logs: paid === undefined ? undefined : read.flatMap(({ logs }) => logs) }
}

function readCall(
  answer: unknown,
): { isDone: boolean; words: string; gas: bigint; logs: readonly RunLog[] } | undefined {
  const { status, returnData, logs, gasUsed } = isObject(answer) ? answer : {}
  if ((status !== '0x1' && status !== '0x0') || !isQuantity(gasUsed)) return undefined
  const words =
    typeof returnData === 'string' && /^0x[0-9a-f]*$/i.test(returnData) ? returnData.slice(2) : ''
  return {
    isDone: status === '0x1',
    words,
    gas: quantityOf(gasUsed),
    logs: Array.isArray(logs) ? logs.flatMap(readLog) : [],
  }
}

function readLog(log: unknown): readonly RunLog[] {
  if (!isObject(log) || typeof log['address'] !== 'string' || !Array.isArray(log['topics']))
    return []
  return [
    {
      address: log['address'].toLowerCase(),
      topics: log['topics'].map((topic) => String(topic).toLowerCase()),
      data: String(log['data']),
    },
  ]
}
