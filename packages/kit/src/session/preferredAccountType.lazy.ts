import type { AccountType } from '../core/accounts/sharedAccount.ts'
import type { Link } from '../core/contracts/connectorSource.ts'
import { kitError } from '../core/errors/errors.ts'
import { contextOf } from '../core/kit/context.ts'
import type { Kit } from '../core/kit/kit.ts'
import { showToast } from '../core/kit/toast.ts'
import { accountOf } from '../core/kit/state.ts'
import type { Account } from '../core/kit/state.ts'
import { findConnector } from './connectors.ts'

/**
 * Chooses the kind of account of the connected wallet with login. Its address stays the same. A
 * toast says that the site may not support a smart account, where the site's account type is `eoa`.
 * @throws KitError addressOrConnectorMissing while no such wallet is connected, optionInvalid for
 *   another type, actionNotAllowed where the wallet has no smart accounts
 */
export async function setPreferredAccountType(
  kit: Kit,
  { type, signal }: { type: AccountType; signal?: AbortSignal },
): Promise<Account> {
  if (!types.includes(type))
    throw kitError('optionInvalid', {
      option: 'type',
      problem: 'is unknown',
      mend: "Pass 'eoa' or 'smartAccount'.",
    })
  const links = [...contextOf(kit).links.all.values()].flatMap(({ link }) =>
    isLogin(kit, link) ? link : [],
  )
  const link = links.find((entry) => entry.state().smartAccountNetworks) ?? links[0]
  if (!link?.setPreferredAccountType) throw kitError('addressOrConnectorMissing')
  await link.setPreferredAccountType({ type, ...(signal && { signal }) })
  // docs/contracts/product.md#account-types
  if (type === 'smartAccount' && siteType(kit, link) === 'eoa')
    showToast(kit, { message: 'smartAccountsUnsupported', variant: 'info' })
  const account = accountOf({ ...kit.getState(), namespace: link.namespace })
  if (!account) throw kitError('addressOrConnectorMissing')
  return account
}

const types: readonly unknown[] = ['eoa', 'smartAccount'] satisfies AccountType[]

const siteType = (kit: Kit, { namespace }: Link) =>
  contextOf(kit).options.defaultAccountTypes?.[namespace]

const isLogin = (kit: Kit, { connectorId, namespace, setPreferredAccountType: set }: Link) =>
  set !== undefined && findConnector(kit, connectorId, namespace)?.type === 'auth'
