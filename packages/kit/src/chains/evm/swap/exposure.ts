import { isSameAddress } from '@latchkey/protocol/address'
import { isOwnerless } from '@latchkey/protocol/evmSignature/isOwnerless'
import { isObject } from '@latchkey/protocol/isObject'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import type { SwapExposure } from '../../../core/facets/swap.ts'
import { orUndefined } from '../../../core/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { toQuantity, word } from '../provider/quantity.ts'
import { allowanceCall } from './calls.ts'
import type { Call } from './calls.ts'
import { maxCalls, runAsCode } from './runAsCode.ts'
import type { StepResult, RunLog, Step } from './runCalls.ts'
import type { BlockContext } from './blockContext.ts'

/**
 * Contracts of a transaction whose standing allowances are read. One that names more is not looked
 * at as a whole.
 */
const maxContracts = 40

/**
 * Uniswap's contract of allowances, at this address on all networks. What others may take through
 * it, it tells by token.
 */
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
/**
 * `allowance(address user, address token, address spender)` of Permit2: amount, end in seconds,
 * nonce.
 */
const permit2Call = (owner: string, token: string, spender: string): Call => ({
  to: permit2,
  value: 0n,
  data: `0x927da105${word(owner)}${word(token)}${word(spender)}`,
})

/** Twenty bytes behind twelve of zeros: an address among the data, where it begins with a byte. */
const addressPattern = /(?=0{24}([0-9a-f]{40}))/gi
/** What is between numbers, and in no address. */
const zeroPadding = /0{8}/

/** A token of the account, and how much it has of it. */
export type Holding = { token: string; balance: bigint }

/**
 * A transaction whose contracts are looked for. `isAlone`: nothing has to come before it, so that a
 * node can run it as it is.
 */
export type InspectedCall = {
  call: Call
  gas: bigint
  isStandalone: boolean
  logs: readonly RunLog[] | undefined
  blockContext: BlockContext | undefined
}

/**
 * The contracts that a transaction calls, as far as the node tells (eth_createAccessList), its logs
 * and its own data show: the contract that it calls itself first. Undefined where there are more
 * than can be looked at, or the node does not tell: the one with an allowance could stand behind
 * them.
 * @throws KitError requestAborted
 */
export async function contractsOf(
  chain: Chain,
  account: string,
  { call, gas, isStandalone: isAlone, logs, blockContext: surroundings }: InspectedCall,
): Promise<readonly string[] | undefined> {
  const { to, data } = call
  const touched = await readTouched(chain, account, call, gas, surroundings)
  if (isAlone && !touched) return undefined
  const namedInData = Array.from(data.matchAll(addressPattern), ({ index, 1: digits = '' }) =>
    index % 2 === 0 && !zeroPadding.test(digits) ? [`0x${digits}`] : [],
  ).flat()
  const candidates = [
    to,
    ...(touched ?? []),
    ...(logs ?? []).map(({ address }) => address),
    ...namedInData,
  ]
    .filter(isEvmAddress)
    .map((address) => address.toLowerCase())
  const contracts = [...new Set(candidates)].filter(
    (address) => !isSameAddress(address, account) && address !== permit2 && !isOwnerless(address),
  )
  return contracts.length > maxContracts ? undefined : contracts
}

/**
 * What a node says that a transaction touches, run with its gas at its price in the next block, so
 * that a contract sees there what it sees in the run; in the latest one where the node has no next
 * one. Undefined where it does not run to its end.
 */
async function readTouched(
  chain: Chain,
  account: string,
  { to, value, data }: Call,
  gas: bigint,
  blockContext: BlockContext | undefined,
): Promise<readonly unknown[] | undefined> {
  for (const block of ['pending', 'latest']) {
    const touched = await orUndefined(
      chain.request('eth_createAccessList', [
        {
          from: account,
          to,
          value: toQuantity(value),
          data,
          gas: toQuantity(gas),
          ...blockContext?.price,
        },
        block,
      ]),
    )
    const { accessList, error } = isObject(touched) ? touched : {}
    if (Array.isArray(accessList) && error === undefined)
      return accessList.map((entry: unknown) => (isObject(entry) ? entry['address'] : undefined))
  }
  return undefined
}

/**
 * What contracts may take of the account by allowances that stood before, directly or through
 * Permit2, at most what it has. Undefined where the node can't say.
 * @throws KitError requestAborted
 */
export async function readExposures(
  chain: Chain,
  account: string,
  contracts: readonly string[],
  holdings: readonly Holding[],
): Promise<readonly SwapExposure[] | undefined> {
  const nonZero = holdings.filter(({ balance }) => balance > 0n)
  const pairs = contracts.flatMap((contract) =>
    nonZero
      .filter(({ token }) => !isSameAddress(token, contract))
      .map((holding) => ({ contract, ...holding })),
  )
  const permit2Allowances = nonZero.map(({ token }) => allowanceCall(token, account, permit2))
  const answers = await readAll(chain, account, [
    ...permit2Allowances,
    ...pairs.flatMap(({ contract, token }) => [
      allowanceCall(token, account, contract),
      permit2Call(account, token, contract),
    ]),
  ])
  if (!answers) return undefined
  const toPermit2 = new Map(nonZero.map(({ token }, at) => [token, answers[at] ?? 0n]))
  return pairs.flatMap(({ contract, token, balance }, at) => {
    const direct = answers[nonZero.length + at * 2] ?? 0n
    const viaPermit2 = smaller(
      answers[nonZero.length + at * 2 + 1] ?? 0n,
      toPermit2.get(token) ?? 0n,
    )
    const amount = smaller(direct + viaPermit2, balance)
    return amount > 0n ? [{ contract, token: token.toLowerCase(), amount }] : []
  })
}

/**
 * Whether contracts, or Permit2, have an allowance of tokens that do not say how much of them the
 * account has. One that says neither is no working token.
 * @throws KitError requestAborted
 */
export async function isAnyAllowed(
  chain: Chain,
  account: string,
  contracts: readonly string[],
  tokens: readonly string[],
): Promise<boolean> {
  const answers = await readAll(
    chain,
    account,
    tokens.flatMap((token) =>
      [...contracts, permit2].map((spender) => allowanceCall(token, account, spender)),
    ),
  )
  return answers === undefined || answers.some((amount) => amount > 0n)
}

const smaller = (amount: bigint, otherAmount: bigint) =>
  amount < otherAmount ? amount : otherAmount

/**
 * The first word of each answer; undefined where the node can't say, or Permit2 does not. A token
 * that does not answer for its allowance is no working one, as anybody can send to an account:
 * nothing is allowed of it.
 */
async function readAll(
  chain: Chain,
  account: string,
  calls: readonly Call[],
): Promise<readonly bigint[] | undefined> {
  const steps = await runReads(chain, account, calls)
  if (steps.length < calls.length) return undefined
  const results = new Map(
    calls.flatMap((call, at) => (steps[at]?.isDone ? [[call, steps[at].word] as const] : [])),
  )
  // asked alone as well: others may have used up the gas that the node gives
  const unanswered = calls.filter((call) => !results.has(call))
  for (const to of new Set(unanswered.map((call) => call.to))) {
    const direct = unanswered.filter((call) => call.to === to)
    const retried = await runReads(chain, account, direct)
    const isPermit2 = isSameAddress(to, permit2)
    if (retried.length < direct.length || (isPermit2 && !retried.every(({ isDone }) => isDone)))
      return undefined
    for (const [at, call] of direct.entries())
      results.set(call, retried[at]?.isDone ? retried[at].word : 0n)
  }
  return calls.map((call) => results.get(call) ?? 0n)
}

/** What each of the calls came to; fewer where the node can't run them. */
async function runReads(
  chain: Chain,
  account: string,
  calls: readonly Call[],
): Promise<readonly StepResult[]> {
  const parts = Array.from({ length: Math.ceil(calls.length / maxCalls) }, (_, at) =>
    calls.slice(at * maxCalls, (at + 1) * maxCalls),
  )
  const runs = await Promise.all(
    parts.map((part) =>
      runAsCode(
        chain,
        account,
        part.map((call): Step => ({ kind: 'look', call })),
      ),
    ),
  )
  return runs.every((run) => run !== undefined) ? runs.flatMap(({ steps }) => steps) : []
}
