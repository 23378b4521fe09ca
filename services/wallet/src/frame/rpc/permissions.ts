import { isRecord } from '@latchkey/protocol/isObject'
import { fault } from '../bridge/Fault.ts'
import { readConnected, withdrawConsent } from '../wallet/consent.ts'
import { forgetNamedAccount } from '../wallet/namedAccount.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import type { SigningCall } from './signingCall.ts'

/** The only permission: a site sees the account. EIP-2255 */
type Permission = {
  parentCapability: 'eth_accounts'
  invoker: string
  caveats: readonly { type: 'restrictReturnedAccounts'; value: readonly string[] }[]
}

/**
 * Returns the site's permissions: it sees the account after the visitor has logged in on it.
 * EIP-2255. `wallet_getPermissions`
 */
export const getPermissions = ({ wallet }: SigningCall): Promise<readonly Permission[]> =>
  permissionsOf(wallet)

/**
 * Returns the site's permissions without a question, because the visitor grants them by logging in.
 * EIP-2255. `wallet_requestPermissions` [{ eth_accounts: {} }]
 * @throws Fault 4100 before the login, 4200 for another permission
 */
export async function requestPermissions({
  wallet,
  params,
}: SigningCall): Promise<readonly Permission[]> {
  checkWanted(params)
  const permissions = await permissionsOf(wallet)
  if (permissions.length === 0) throw fault('unauthorized')
  return permissions
}

/**
 * Revokes the site's permission: the site gets no account until the visitor logs in on it
 * again. `wallet_revokePermissions` [{ eth_accounts: {} }]
 *
 * With `permissionContext`, a permission of ERC-7715 is meant.
 * @throws Fault 4200 for another permission
 */
export async function revokePermissions(call: SigningCall): Promise<unknown> {
  const { wallet, params } = call
  if (hasContext(params)) return revokeSession(call)
  checkWanted(params)
  await Promise.all([withdrawConsent(wallet), forgetNamedAccount(wallet)])
  wallet.notify({ type: '@w3m-frame/CHANGED', payload: { isConnected: false } })
  return null
}

async function permissionsOf(wallet: Wallet): Promise<readonly Permission[]> {
  const account = await readConnected(wallet)
  return account
    ? [
        {
          parentCapability: 'eth_accounts',
          invoker: wallet.site.origin,
          caveats: [{ type: 'restrictReturnedAccounts', value: [account.addresses.eip155] }],
        },
      ]
    : []
}

function checkWanted(params: unknown): void {
  const [permission]: readonly unknown[] = Array.isArray(params) ? params : []
  if (!isRecord(permission) || Object.keys(permission).length === 0) throw fault('invalidParams')
  if (Object.keys(permission).some((name) => name !== 'eth_accounts'))
    throw fault('unsupportedMethod')
}

/** Whether a permission of ERC-7715 is meant, and not one of EIP-2255. */
function hasContext(params: unknown): boolean {
  const [permission]: readonly unknown[] = Array.isArray(params) ? params : []
  return isRecord(permission) && Object.hasOwn(permission, 'permissionContext')
}

/** @throws Fault `unavailable` when the code does not load */
async function revokeSession(call: SigningCall): Promise<unknown> {
  const { revokeExecutionPermission } = await import(
    '../sessions/revokeExecutionPermission.ts'
  ).catch((cause: unknown) => {
    throw fault('unavailable', { cause })
  })
  return revokeExecutionPermission(call)
}
