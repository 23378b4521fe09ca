import { isSameAddress } from '@latchkey/protocol/address'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { endGrant, listGrants, putGrant } from '@latchkey/protocol/sessions/walletGrants'
import { cleanName } from '../approve/cleanName.ts'
import { readConsent } from '../wallet/consent.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { completeGrant, readGrants, type StoredGrant } from './grantStore.ts'
import { secondOf } from './secondOf.ts'

/** A grant in a list. `isMarked`: one of the account's devices has ended it. The chain decides. */
export type ListedGrant = StoredGrant & { isMarked: boolean }

/**
 * The grants of an account that this browser has, and those that the wallet's server has, the
 * newest first. `isComplete`: whether the server has answered. Without it, grants of other browsers
 * and sites are missing.
 */
export type AllGrants = { grants: readonly ListedGrant[]; isComplete: boolean }

/** The most grants that one look copies to the server. The next look copies more. */
const copiesAtOnce = 20

type Caller = Pick<Wallet, 'store' | 'server' | 'site'>

/**
 * Reads the grants of an account to all sites. A browser stores those of each site apart, so only
 * the server has all. Grants whose copy has not reached the server are copied again.
 */
export async function readAllGrants(
  wallet: Caller,
  account: Hex,
  signal?: AbortSignal,
): Promise<AllGrants> {
  const [own, stored] = await Promise.all([
    readGrants(wallet, account),
    readServer(wallet, account, signal),
  ])
  const unmarked = own.map((grant) => ({ ...grant, isMarked: false }))
  if (!stored) return { grants: unmarked, isComplete: false }
  const known = new Set(stored.map(keyOf))
  const now = secondOf(wallet)
  const missing = unmarked.filter((grant) => !known.has(keyOf(grant)))
  const open = missing.filter(({ terms }) => terms.expiry > now)
  copyAll(wallet, open.slice(0, copiesAtOnce)).catch(() => {}) // the next look copies them again
  const grants = [...stored, ...missing].toSorted((a, b) => b.grantedAt - a.grantedAt)
  return { grants, isComplete: true }
}

/** A delegation's hash does not say its network. */
const keyOf = ({ networkId, hash }: Pick<StoredGrant, 'networkId' | 'hash'>) =>
  `${networkId} ${hash}`

/**
 * Copies a grant to the wallet's server, under the login. After a failure it is copied with a later
 * look at the grants.
 */
async function copyGrant(wallet: Pick<Wallet, 'server'>, grant: StoredGrant): Promise<void> {
  const {
    networkId,
    context,
    origin,
    siteName,
    grantedAt,
    requestHash,
    signatures,
    wantedSeconds,
  } = grant
  await wallet.server.call(putGrant, {
    grant: {
      networkId,
      context,
      origin,
      siteName: (siteName !== undefined && cleanName(siteName)) || null,
      grantedAt,
      requestHash,
      ...(wantedSeconds !== undefined && { wantedSeconds }),
      signatures: [...signatures],
    },
  })
}

/** Milliseconds for which a site that gets a grant waits for its copy. */
const copyLimit = 3_000

/** Copies new grants before the site gets them, because the wallet's window may close then. */
export async function copyNewGrants(
  wallet: Pick<Wallet, 'server'>,
  grants: readonly StoredGrant[],
): Promise<void> {
  await Promise.race([
    copyAll(wallet, grants),
    new Promise((resolve) => setTimeout(resolve, copyLimit)),
  ])
}

async function copyAll(
  wallet: Pick<Wallet, 'server'>,
  grants: readonly StoredGrant[],
): Promise<void> {
  for (const grant of grants) await copyGrant(wallet, grant).catch(() => {}) // the next look tries it again
}

/** Marks a grant as ended at the wallet's server. The chain decides, so a failure does no harm. */
export const markEnded = (
  { server }: Pick<Wallet, 'server'>,
  { networkId, hash }: Pick<StoredGrant, 'networkId' | 'hash'>,
): Promise<void> =>
  server.call(endGrant, { networkId, hash }).then(
    () => {},
    () => {},
  )

/** The server's grants of the account. Undefined without a login here, or without an answer. */
async function readServer(
  wallet: Caller,
  account: Hex,
  signal: AbortSignal | undefined,
): Promise<readonly ListedGrant[] | undefined> {
  if ((await readConsent(wallet)) === undefined) return undefined
  try {
    const { grants } = await wallet.server.call(listGrants, {}, { ...(signal && { signal }) })
    return grants.flatMap(({ siteName, endedAt, ...rest }) => {
      const grant = completeGrant({ ...rest, ...(siteName !== null && { siteName }) })
      const isOwn = grant && isSameAddress(grant.account, account)
      return isOwn ? [{ ...grant, isMarked: endedAt !== null }] : []
    })
  } catch {
    signal?.throwIfAborted()
    return undefined
  }
}
