import { useEffect, useState } from 'react'
import { useLoaded } from '../../ui/useLoaded.ts'
import type { Loaded } from '../../ui/useLoaded.ts'
import type { RequestedTransaction } from '../../rpc/readTransaction.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import type { GivenOperation, PaymasterService } from '../../smartAccount/operation.ts'
import type { Address, Effect } from '../decode/Effect.ts'
import { awaitTopUp } from './awaitTopUp.ts'
import type { Estimate } from './estimate.ts'
import { contractsOf, loadTokens } from './loadTokens.ts'
import type { Tokens } from './loadTokens.ts'
import { effectsIn } from './simulate/unreportedGrants.ts'

/** Transactions that the visitor approves together; usually one. */
export type TransactionsToApprove = {
  transactions: readonly [RequestedTransaction, ...RequestedTransaction[]]
  address: Address
  network: Network
  /** A smart account runs them as one. */
  smart?: SmartCalls
}

/** How a smart account runs calls as one. */
export type SmartCalls = {
  /** The call of the account's own code. */
  callData: `0x${string}`
  /** Whether the account becomes a smart account with it. */
  isUpgrade: boolean
  /** The site wants this paymaster to pay. */
  paymaster?: PaymasterService
  /** The name of a paymaster that has refused to pay; the visitor would pay. */
  refusedBy?: string
  /** An operation of the site, complete or as far as the site gives it. */
  given?: GivenOperation
}

/** The node's estimate of transactions before they are sent. */
export type EstimateState = {
  status: Loaded<unknown>['status']
  retry: () => void
  /** Counts how often the estimate was loaded again. */
  round: number
  /** Undefined until the node has answered. */
  cost: Estimate | undefined
  tokens: Tokens
  functionNameOf: ((selector: string) => string | undefined) | undefined
  /** Whether the account has less than the value and the fee together. */
  isShort: boolean
}

const noTokens: Tokens = new Map()
const nothing = { cost: undefined, tokens: noTokens, functionNameOf: undefined }

/**
 * Estimates transactions. If the account has too little, the estimate is repeated after each
 * top-up.
 */
export function useEstimate(
  wallet: Wallet,
  request: TransactionsToApprove,
  effects: readonly Effect[],
): EstimateState {
  const { transactions, address, network } = request
  const [round, setRound] = useState(0)
  const loaded = useLoaded((signal) => loadEstimate(wallet, request, effects, signal), round)
  const { cost, tokens, functionNameOf } = loaded.status === 'done' ? loaded.value : nothing
  const value = transactions.reduce((sum, transaction) => sum + transaction.value, 0n)
  const isShort = cost !== undefined && cost.balance < cost.fee + value
  const shortOf = isShort ? cost.balance : undefined
  useEffect(() => {
    if (shortOf === undefined) return
    const controller = new AbortController()
    awaitTopUp(wallet, network, { address, known: shortOf, signal: controller.signal }).then(
      (isChanged) => isChanged && setRound((last) => last + 1),
      () => {},
    ) // `awaitTopUp` rejects only when the screen is closed
    return () => controller.abort()
  }, [wallet, network, address, shortOf, round])
  return {
    status: loaded.status,
    retry: loaded.status === 'failed' ? loaded.retry : () => {},
    round,
    cost,
    tokens,
    functionNameOf,
    isShort,
  }
}

async function loadEstimate(
  wallet: Wallet,
  { transactions, address, network, smart }: TransactionsToApprove,
  effects: readonly Effect[],
  signal: AbortSignal,
) {
  const parts = { address, transactions, signal }
  const [cost, functionNameOf] = await Promise.all([
    smart
      ? import('./estimateSmart.ts').then(({ estimateSmart }) =>
          estimateSmart(wallet, network, { ...parts, smart }),
        )
      : import('./estimate.ts').then(({ estimate }) => estimate(wallet, network, parts)),
    effects.flatMap(effectsIn).some(({ kind }) => kind === 'unknown') ? loadNames() : undefined,
  ])
  const called = transactions.flatMap(({ to, data }) =>
    to !== undefined && data !== '0x' ? [to] : [],
  )
  const changed = [...(cost.simulation?.changes ?? []), ...(cost.simulation?.grants ?? [])].flatMap(
    (change) => ('token' in change ? [change.token] : []),
  )
  const contracts = [...called, ...effects.flatMap(contractsOf), ...changed]
  return {
    cost,
    functionNameOf,
    tokens: await loadTokens(wallet, network, { contracts, signal }),
  }
}

/** The names of well-known functions. Without them, a call is shown as unknown. */
const loadNames = () =>
  import('../decode/functionNames.ts').then(
    ({ functionNameOf }) => functionNameOf,
    () => undefined,
  )
