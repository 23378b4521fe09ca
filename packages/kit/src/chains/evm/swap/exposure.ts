import { isSameAddress } from '@latchkey/protocol/address'
import { isOwnerless } from '@latchkey/protocol/evmSignature/isOwnerless'
import { isObject } from '@latchkey/protocol/isObject'
import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import type { SwapExposure } from '../../../core/contracts/facets/swap.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { toQuantity, word } from '../provider/quantity.ts'
import { allowanceCall } from './calls.ts'
import type { Call } from './calls.ts'
import { maxCalls, runAsCode, type Step, type StepResult, type RunLog } from './runAsCode.ts'
import type { BlockContext } from './blockContext.ts'

/**
 * The maximum number of contracts of a transaction. If a transaction touches more, no allowance is
 * read.
 */
const maxContracts = 40

/**
 * Uniswap's Permit2, at this address on all networks. A contract with an allowance in Permit2
 * can take tokens through it, as far as Permit2 itself has an allowance.
 */
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
/**
 * Permit2's `allowance(address user, address token, address spender)`. Returns amount, expiration
 * in seconds, nonce.
 */
const permit2Call = (owner: string, token: string, spender: string): Call => ({
  to: permit2,
  value: 0n,
  data: `0x927da105${word(owner)}${word(token)}${word(spender)}`,
})

/** An address in call data: 12 zero bytes, then 20 bytes. */
const addressPattern = /(?=0{24}([0-9a-f]{40}))/gi
/** Zeros that show that a word is a number with padding, and no address. */
const zeroPadding = /0{8}/

/** A token of the account and its balance. */
export type Holding = { token: string; balance: bigint }

/**
 * A transaction, and what is known of it. `isStandalone`: it needs no other transaction before it,
 * so a node can run it alone.
 */
export type InspectedCall = {
  call: Call
  gas: bigint
  isStandalone: boolean
  logs: readonly RunLog[] | undefined
  blockContext: BlockContext | undefined
}

/**
 * The contracts that a transaction touches, its own recipient first. Sources: the node's access
 * list (eth_createAccessList), the logs of the simulation, and addresses in the call data.
 * Undefined when there are too many contracts, or when the node gives no access list for a
 * transaction that it can run alone: a contract that is not listed could have an allowance.
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
 * The addresses that a transaction touches, as the node reports them. The node runs the transaction
 * in the pending block with the transaction's gas and price, so that contracts see the same as in
 * the simulation. A node without a pending block runs it in the latest block. Undefined if it fails
 * in both.
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
 * The amounts that contracts may take from the account by earlier allowances, directly or through
 * Permit2. At most the balance of the token. Undefined if the node can't answer.
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
 * Whether one of the contracts, or Permit2, has an allowance of these tokens, which do not report
 * the account's balance. A token that does not report allowances either is broken, and does not
 * matter. True if the node can't answer.
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
 * The first word of each answer. Undefined if the node or Permit2 does not answer. If a token
 * does not answer, its allowance counts as 0: any stranger can send a broken token to an account.
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
  // each token's calls again, on their own: other tokens may have used up the gas of the first run
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

/** The results of the calls, which run in parts of `maxCalls`. Empty if a part can't be run. */
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
