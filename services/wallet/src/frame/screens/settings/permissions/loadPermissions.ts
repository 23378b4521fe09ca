import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { loadTokens, type Tokens } from '../../../approve/transaction/loadTokens.ts'
import { fault } from '../../../bridge/Fault.ts'
import { readAllGrants, type ListedGrant } from '../../../sessions/allGrants.ts'
import { grantStateOf, isOpen, type GrantState } from '../../../sessions/grantState.ts'
import { readChainFacts } from '../../../sessions/readChainFacts.ts'
import { secondOf } from '../../../sessions/secondOf.ts'
import { evmNetworks } from '../../../smartAccount/contractsOn.ts'
import { readConnected } from '../../../wallet/consent.ts'
import type { Network } from '../../../wallet/network.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'

/** A permission with where it stands. */
export type Permission = {
  grant: ListedGrant
  /** Undefined for a network that the wallet does not serve any more. */
  network: Network | undefined
  state: GrantState
  /** What the contracts of its network say about themselves, as far as they were asked. */
  tokens: Tokens
}

/** The permissions of all sites. */
export type Permissions = {
  address: Hex
  /** The newest first. */
  permissions: readonly Permission[]
  /** Whether the wallet's server has answered. */
  isComplete: boolean
  /** The networks with permissions that do not answer. */
  silent: readonly Network[]
}

type Reader = Pick<Wallet, 'store' | 'server' | 'site' | 'settings'>

/**
 * Loads the permissions of the account, with what their networks say.
 * @throws Fault `loginRequired`; `unavailable` if neither this browser nor the server knows any,
 *   because the server does not answer
 */
export async function loadPermissions(wallet: Reader, signal: AbortSignal): Promise<Permissions> {
  const address = await addressOf(wallet)
  const { grants, isComplete } = await readAllGrants(wallet, address, signal)
  if (!isComplete && grants.length === 0) throw fault('unavailable')
  const clock = secondOf(wallet)
  const networks = evmNetworks(wallet)
  const onNetworks = await Promise.all(
    networks.map((network) => loadOn(wallet, network, { address, grants, clock, signal })),
  )
  signal.throwIfAborted()
  const known = new Set(networks.map(({ networkId }) => networkId))
  const unserved = grants
    .filter(({ networkId }) => !known.has(networkId))
    .map((grant): Permission => {
      const state = grantStateOf(grant, undefined, clock)
      return { grant, network: undefined, state, tokens: new Map() }
    })
  const permissions = [...onNetworks.flatMap((one) => one.permissions), ...unserved]
  return {
    address,
    isComplete,
    permissions: permissions.toSorted((a, b) => b.grant.grantedAt - a.grant.grantedAt),
    silent: onNetworks.flatMap(({ network, isSilent }) => (isSilent ? [network] : [])),
  }
}

type Parts = { address: Hex; grants: readonly ListedGrant[]; clock: number; signal: AbortSignal }

/** Asks one network about its permissions and their tokens. */
async function loadOn(
  wallet: Reader,
  network: Network,
  { address, grants: all, clock, signal }: Parts,
): Promise<{ network: Network; isSilent: boolean; permissions: readonly Permission[] }> {
  const grants = all.filter(({ networkId }) => networkId === network.networkId)
  if (grants.length === 0) return { network, isSilent: false, permissions: [] }
  const contracts = grants.flatMap(({ terms: { what } }) =>
    what.kind === 'calls' ? what.targets : what.token ? [what.token] : [],
  )
  const [facts, tokens] = await Promise.all([
    readChainFacts(wallet, network, { account: address, grants, signal }).catch(() => undefined),
    loadTokens(wallet, network, { contracts, signal }),
  ])
  return {
    network,
    isSilent: facts === undefined,
    permissions: grants.map((grant) => ({
      grant,
      network,
      state: grantStateOf(grant, facts, clock),
      tokens,
    })),
  }
}

/**
 * Counts the permissions that have not ended as far as the wallet knows, without asking networks.
 * @throws Fault `unavailable` when the wallet's server does not answer
 */
export async function countPermissions(wallet: Reader, signal: AbortSignal): Promise<number> {
  const { grants, isComplete } = await readAllGrants(wallet, await addressOf(wallet), signal)
  if (!isComplete) throw fault('unavailable')
  const now = secondOf(wallet)
  return grants.filter(({ isMarked, terms }) => !isMarked && terms.expiry > now).length
}

/** @throws Fault `loginRequired` */
async function addressOf(wallet: Reader): Promise<Hex> {
  const account = await readConnected(wallet)
  if (!account) throw fault('loginRequired')
  return account.addresses.eip155 as Hex // the schema of addresses checks it
}

/** The networks on which permissions can be ended together, with their number. */
export function endableNetworks(
  permissions: readonly Permission[],
): readonly { network: Network; count: number }[] {
  const counts = new Map<string, { network: Network; count: number }>()
  for (const { network, state } of permissions) {
    if (!network || !isOpen(state)) continue
    const count = (counts.get(network.networkId)?.count ?? 0) + 1
    counts.set(network.networkId, { network, count })
  }
  return [...counts.values()]
}
