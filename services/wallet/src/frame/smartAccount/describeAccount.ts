import { isNumbered } from '@latchkey/protocol/namespace'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { readAccountType, writeDefaultType, type AccountType } from './choices.ts'
import { smartStatusOf } from './statusOf.ts'

/** Milliseconds that a login waits for the node. Later the site asks again. */
const patience = 2_500

type Described = {
  accounts: { address: string; type: AccountType }[]
  preferredAccountType: AccountType
  smartAccountDeployed?: boolean
}

/**
 * Describes an account on a network to a site. If the node does not answer in time, the account is
 * described as a plain one; that is not stored.
 * @param siteDefault the kind of account that the site wants, unless the visitor chose another
 */
export async function describeAccount(
  wallet: Pick<Wallet, 'server' | 'store' | 'site'>,
  network: Network,
  address: string,
  siteDefault: AccountType | undefined,
): Promise<Described> {
  if (siteDefault) await writeDefaultType(wallet, siteDefault)
  const plain: Described = {
    accounts: [{ address, type: 'eoa' }],
    preferredAccountType: 'eoa',
  }
  if (!isNumbered(network.namespace)) return plain
  const [found, type] = await Promise.all([
    smartStatusOf(wallet, network, address, AbortSignal.timeout(patience)).catch(() => undefined),
    readAccountType(wallet),
  ])
  if (!found) return plain
  const { status, code } = found
  const isOffered = status === 'ready' || status === 'deployed'
  return {
    accounts: isOffered ? [...plain.accounts, { address, type: 'smartAccount' }] : plain.accounts,
    preferredAccountType: isOffered ? type : 'eoa',
    smartAccountDeployed: code.kind === 'ours',
  }
}
