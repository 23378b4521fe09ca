import { isObject } from '@latchkey/protocol/isObject'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { isQuantity, quantityOf, toQuantity } from '../provider/quantity.ts'
import {
  maxReadGas,
  runAsCode,
  type Step,
  type StepResult,
  type Run,
  type RunLog,
} from './runAsCode.ts'
import { probeCode, probeCall, maxGasPrice, observedGasPrice } from './blockContext.ts'
import type { BlockContext } from './blockContext.ts'

/**
 * A native balance that is enough for any gas price. The observer has it, and an account that can't
 * pay the fee gets it in addition.
 */
const ampleBalance = 1n << 100n

/**
 * Runs transactions of an account one after another without sending anything. Each runs as it would
 * in the next block: sent by the account, with the price and the gas of the transaction
 * (eth_simulateV1). On a node without that method, code at the account's address runs them
 * (eth_call with state overrides), which a contract can see. Undefined if a node supports
 * neither.
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
 * Runs the steps by eth_simulateV1, first with validation: then the node also checks nonces and
 * fees, but it refuses an account with code. So the last try is without validation. The block may
 * then lack a base fee, which the probe detects.
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
  // first on top of the block that was read, because a node refuses a block number that already
  // exists. Then on `latest`: another node at the same URL may not have that block yet
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

/** The results of the calls in a simulation, which has one block. */
function callsOf(answer: unknown): readonly unknown[] {
  const block: unknown = Array.isArray(answer) ? answer[0] : undefined
  return isObject(block) && Array.isArray(block['calls']) ? block['calls'] : []
}

/** Reads the results of a simulation. Undefined if they are invalid. */
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
    ({ isDone, words, gas }, index): StepResult => ({
      isDone,
      word: BigInt(`0x${words.slice(0, 64) || '0'}`),
      fee: steps[index]?.kind === 'act' ? gas * (paid ?? 0n) : 0n,
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
