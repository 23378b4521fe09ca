import { fault } from '../bridge/Fault.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { readNetworkChoice } from './choices.ts'
import { checkDelegator } from './contractsOn.ts'
import { accountCodeOf } from './statusOf.ts'

/**
 * Asks the node, right before a signature, whether an account can run a batch: the delegator has
 * its known code, and the account has it or gets it with the approved upgrade. Without this a batch
 * to a plain account would succeed and do nothing.
 * @param isUpgrade whether the visitor has approved the upgrade
 * @returns whether an authorisation is needed
 * @throws Fault `transactionRejected` if the account or the network have changed since the approval
 */
export async function requireUpgradable(
  wallet: Pick<Wallet, 'server' | 'store'>,
  network: Network,
  address: string,
  isUpgrade: boolean,
): Promise<boolean> {
  const [isKnown, code, choice] = await Promise.all([
    checkDelegator(wallet, network),
    accountCodeOf(wallet, network, address),
    readNetworkChoice(wallet, network, address),
  ])
  if (!isKnown || choice === 'off') throw fault('transactionRejected')
  if (code.kind === 'ours') return false
  if (!isUpgrade || (code.kind === 'other' && choice !== 'over')) throw fault('transactionRejected')
  return true
}
