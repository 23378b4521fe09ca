import type { parseAccountId } from '@latchkey/protocol/caip'
import { isSameAddress } from '@latchkey/protocol/address'
import { adapterOf } from '../../../core/accounts/adapterOf.ts'
import { connectorIdOf } from '../../../core/accounts/session.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { linkOf } from '../../../session/links.ts'
import { accountOf } from '../../../core/kit/state.ts'
import { withLimit } from '../../../core/errors/withLimit.ts'
import { capabilitiesOf } from './capabilities.ts'
import { chainIdOf, toQuantity } from '../provider/quantity.ts'
import { contextOf } from '../../../core/kit/context.ts'

export type ParsedAccount = ReturnType<typeof parseAccountId>

/** Milliseconds within which a wallet must answer a request that the visitor need not approve. */
export const walletLimit = 5_000

/**
 * Sends a request to the wallet of a connection.
 * @throws KitError walletTimeout; the wallet's errors
 */
export type RequestWallet = (
  method: string,
  params: readonly unknown[],
  signal?: AbortSignal,
) => Promise<unknown>

/** The connector of an account. Undefined unless the account is connected on this network. */
export function connectorOf(
  kit: Kit,
  { address, networkId, namespace }: ParsedAccount,
): string | undefined {
  const current = accountOf({ sessions: kit.getState().sessions, namespace })
  return current && current.networkId === networkId && isSameAddress(current.address, address)
    ? current.connectorId
    : undefined
}

/**
 * The connector of an account, and a function that sends requests to its wallet. Undefined if the
 * account is not connected on this network. Also undefined for a phone, because a request would
 * wake it.
 */
export function walletOf(
  kit: Kit,
  account: ParsedAccount,
): { connectorId: string; request: RequestWallet } | undefined {
  const { networkId, namespace } = account
  const connectorId = connectorOf(kit, account)
  if (connectorId === undefined) return undefined
  if (
    kit.getState().connectors.find(({ id }) => id === connectorIdOf(connectorId))?.type ===
    'walletConnect'
  )
    return undefined
  const request: RequestWallet = (method, params, signal) => {
    const link = linkOf(kit, namespace, connectorId)
    const task = async (limited: AbortSignal) => {
      if (!link) throw kitError('providerDisconnected')
      return adapterOf(kit, namespace).request({ method, params, networkId, link, signal: limited })
    }
    return withLimit(task, {
      ms: walletLimit,
      clock: contextOf(kit).clock,
      signal,
      onTimeout: () => kitError('walletTimeout'),
    })
  }
  return { connectorId, request }
}

const keyOf = ({ address, networkId }: ParsedAccount, connectorId: string) => [
  'capabilities',
  connectorId,
  networkId,
  address.toLowerCase(),
]

/** The cached result of `readAssetDiscovery`. Undefined until the wallet has answered. */
export async function knownAssetDiscovery(
  kit: Kit,
  account: ParsedAccount,
): Promise<boolean | undefined> {
  const wallet = walletOf(kit, account)
  if (!wallet) return false
  const { client } = await contextOf(kit).queries()
  return client.getQueryData<boolean>(keyOf(account, wallet.connectorId))
}

/**
 * Whether the wallet reports in its capabilities (EIP-5792) that it can list the assets of an
 * account (EIP-7811). The result is cached, so a wallet gets this request once for each account and
 * network.
 */
export async function readAssetDiscovery(kit: Kit, account: ParsedAccount): Promise<boolean> {
  const wallet = walletOf(kit, account)
  if (!wallet) return false
  const { client } = await contextOf(kit).queries()
  const chain = hexOf(account)
  return client.fetchQuery({
    queryKey: keyOf(account, wallet.connectorId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    queryFn: () =>
      wallet.request('wallet_getCapabilities', [account.address, [chain]]).then(
        (answer) => isSupported(answer, chain),
        () => false,
      ), // most wallets don't know the method
  })
}

/** The chain id as a hex quantity. EIP-695 */
export const hexOf = ({ networkId }: ParsedAccount): string => toQuantity(chainIdOf(networkId))

function isSupported(answer: unknown, chain: string): boolean {
  const capability = capabilitiesOf(answer, chain)['assetDiscovery']
  return capability === true || partOf(capability, 'supported') === true
}

const partOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined // the cast is safe: the condition has checked it
