import { isSameAddress } from '@latchkey/protocol/address'
import { isOwnerless } from '@latchkey/protocol/evmSignature/isOwnerless'
import { isObject } from '@latchkey/protocol/isObject'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import type { SwapExposure } from '../../../core/facets/swap.ts'
import { orNothing } from '../../../core/orNothing.ts'
import type { Chain } from '../provider/chain.ts'
import { toQuantity, word } from '../provider/quantity.ts'
import { allowanceCall } from './calls.ts'
import type { Call } from './calls.ts'
import { mostCalls, runAsCode } from './runAsCode.ts'
import type { Ran, RunLog, Step } from './runCalls.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Contracts of a transaction whose standing allowances are read. One that names more is not looked
 * at as a whole.
 */
const mostContracts = 40

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
const names = /(?=0{24}([0-9a-f]{40}))/gi
/** What is between numbers, and in no address. */
const fillings = /0{8}/

/** A token of the account, and how much it has of it. */
export type Holding = { token: string; balance: bigint }

/**
 * A transaction whose contracts are looked for. `isAlone`: nothing has to come before it, so that a
 * node can run it as it is.
 */
export type Looked = {
  call: Call
  gas: bigint
  isAlone: boolean
  logs: readonly RunLog[] | undefined
  surroundings: Surroundings | undefined
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
  { call, gas, isAlone, logs, surroundings }: Looked,
): Promise<readonly string[] | undefined> {
  const { to, data } = call
  const told = await readCalled(chain, account, call, gas, surroundings)
  if (isAlone && !told) return undefined
  const named = Array.from(data.matchAll(names), ({ index, 1: digits = '' }) =>
    index % 2 === 0 && !fillings.test(digits) ? [`0x${digits}`] : [],
  ).flat()
  const all = [to, ...(told ?? []), ...(logs ?? []).map(({ address }) => address), ...named]
    .filter(isEvmAddress)
    .map((address) => address.toLowerCase())
  const contracts = [...new Set(all)].filter(
    (address) => !isSameAddress(address, account) && address !== permit2 && !isOwnerless(address),
  )
  return contracts.length > mostContracts ? undefined : contracts
}

/**
 * What a node says that a transaction touches, run with its gas at its price in the next block, so
 * that a contract sees there what it sees in the run; in the latest one where the node has no next
 * one. Undefined where it does not run to its end.
 */
async function readCalled(
  chain: Chain,
  account: string,
  { to, value, data }: Call,
  gas: bigint,
  surroundings: Surroundings | undefined,
): Promise<readonly unknown[] | undefined> {
  for (const block of ['pending', 'latest']) {
    const told = await orNothing(
      chain.ask('eth_createAccessList', [
        {
          from: account,
          to,
          value: toQuantity(value),
          data,
          gas: toQuantity(gas),
          ...surroundings?.price,
        },
        block,
      ]),
    )
    const { accessList, error } = isObject(told) ? told : {}
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
  const held = holdings.filter(({ balance }) => balance > 0n)
  const pairs = contracts.flatMap((contract) =>
    held
      .filter(({ token }) => !isSameAddress(token, contract))
      .map((holding) => ({ contract, ...holding })),
  )
  const throughPermit2 = held.map(({ token }) => allowanceCall(token, account, permit2))
  const answers = await readAll(chain, account, [
    ...throughPermit2,
    ...pairs.flatMap(({ contract, token }) => [
      allowanceCall(token, account, contract),
      permit2Call(account, token, contract),
    ]),
  ])
  if (!answers) return undefined
  const shared = new Map(held.map(({ token }, at) => [token, answers[at] ?? 0n]))
  return pairs.flatMap(({ contract, token, balance }, at) => {
    const own = answers[held.length + at * 2] ?? 0n
    const lent = least(answers[held.length + at * 2 + 1] ?? 0n, shared.get(token) ?? 0n)
    const amount = least(own + lent, balance)
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

const least = (one: bigint, other: bigint) => (one < other ? one : other)

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
  const steps = await runLooks(chain, account, calls)
  if (steps.length < calls.length) return undefined
  const words = new Map(
    calls.flatMap((call, at) => (steps[at]?.isDone ? [[call, steps[at].word] as const] : [])),
  )
  // asked alone as well: others may have used up the gas that the node gives
  const silent = calls.filter((call) => !words.has(call))
  for (const to of new Set(silent.map((call) => call.to))) {
    const own = silent.filter((call) => call.to === to)
    const alone = await runLooks(chain, account, own)
    const isPermit2 = isSameAddress(to, permit2)
    if (alone.length < own.length || (isPermit2 && !alone.every(({ isDone }) => isDone)))
      return undefined
    for (const [at, call] of own.entries()) words.set(call, alone[at]?.isDone ? alone[at].word : 0n)
  }
  return calls.map((call) => words.get(call) ?? 0n)
}

/** What each of the calls came to; fewer where the node can't run them. */
async function runLooks(
  chain: Chain,
  account: string,
  calls: readonly Call[],
): Promise<readonly Ran[]> {
  const parts = Array.from({ length: Math.ceil(calls.length / mostCalls) }, (_, at) =>
    calls.slice(at * mostCalls, (at + 1) * mostCalls),
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
