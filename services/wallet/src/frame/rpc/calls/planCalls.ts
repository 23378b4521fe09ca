import { encodeCalls } from '@latchkey/protocol/smartAccounts/calls'
import { readUrl } from '@latchkey/protocol/readUrl'
import type { Address } from '../../approve/decode/Effect.ts'
import type { SmartCalls } from '../../approve/transaction/useEstimate.ts'
import { fault } from '../../bridge/Fault.ts'
import type { PaymasterService } from '../../smartAccount/operation.ts'
import { smartStatusOnSite } from '../../smartAccount/statusOf.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import type { RequestedTransaction } from '../readTransaction.ts'
import type { RequestedCalls } from './readCalls.ts'

type Parts = {
  address: Address
  calls: Pick<RequestedCalls, 'transactions' | 'isAtomic' | 'paymaster'>
  signal: AbortSignal
}

/**
 * Returns how a smart account runs the calls of a site; undefined for a plain account, which sends
 * one transaction after the other. One call without a paymaster needs no smart account.
 * @throws Fault 5700 for a required paymaster that can't pay here, 5760 for an atomic batch of a
 *   plain account
 */
export async function planCalls(
  wallet: Wallet,
  network: Network,
  { address, calls: { transactions, isAtomic, paymaster }, signal }: Parts,
): Promise<SmartCalls | undefined> {
  if (transactions.length === 1 && !paymaster) return undefined
  const isNeeded = isAtomic || paymaster?.isOptional === false
  const found = await smartStatusOnSite(wallet, network, address, signal).catch(
    (error: unknown) => {
      if (isNeeded) throw error
      return undefined // the screen says that the node does not answer
    },
  )
  const isSmart = found?.status === 'ready' || found?.status === 'deployed'
  const accountCalls = isSmart ? callsOf(transactions) : undefined
  const canPay =
    accountCalls !== undefined && found?.hasOperations === true && isAllowed(wallet, paymaster)
  if (paymaster && !paymaster.isOptional && !canPay) throw fault('capabilityUnsupported')
  if (isAtomic && !accountCalls) throw fault('atomicUnsupported')
  const payer = canPay ? paymaster : undefined
  if (!accountCalls || (transactions.length === 1 && !payer)) return undefined
  return {
    callData: encodeCalls(accountCalls),
    isUpgrade: found?.status === 'ready',
    ...(payer && { paymaster: payer }),
  }
}

/**
 * The calls as the account's code takes them. Undefined if one creates a contract, which the code
 * can't do.
 */
function callsOf(transactions: readonly RequestedTransaction[]) {
  const calls = transactions.flatMap(({ to, value, data }) =>
    to === undefined ? [] : [{ to, value, data }],
  )
  return calls.length === transactions.length ? calls : undefined
}

/** Whether the wallet's server calls a paymaster for a site. */
export const isAllowed = (
  { settings }: Pick<Wallet, 'settings'>,
  paymaster: PaymasterService | undefined,
): boolean => {
  const origin = paymaster && readUrl(paymaster.url)?.origin
  return origin !== undefined && settings.paymasters?.includes(origin) === true
}
