import { isSameAddress } from '@latchkey/protocol/address'
import { evmAddress } from '@latchkey/protocol/api'
import { isHex, type Hex } from '@latchkey/protocol/evmSignature/hex'
import { counts } from '@latchkey/protocol/limits'
import { readCaveats } from '@latchkey/protocol/sessions/caveats'
import { delegationHash, readContext, rootAuthority } from '@latchkey/protocol/sessions/delegation'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import * as v from 'valibot'
import type { Wallet } from '../wallet/Wallet.ts'

/** A session that the visitor granted to a site. */
export type StoredGrant = {
  /** The hash of the delegation, by which the chain names it. */
  hash: Hex
  /** The site's origin, and the name that it claimed. */
  origin: string
  siteName?: string | undefined
  networkId: string
  account: Hex
  /** The hash of what the site wanted. */
  requestHash: string
  context: Hex
  /** What the chain enforces, as the context says. */
  terms: SessionTerms
  /** The functions of `terms.what.selectors` as text, in their order. Empty for a spending. */
  signatures: readonly string[]
  /** Milliseconds since 1970. */
  grantedAt: number
  /** The seconds that the site wanted. The visitor may have granted fewer. */
  wantedSeconds?: number | undefined
}

/** A grant before it is stored: what its context says is read from it. */
export type NewGrant = Omit<StoredGrant, 'hash' | 'account' | 'terms'>

const shape = v.object({
  origin: v.string(),
  siteName: v.optional(v.string()),
  networkId: v.string(),
  requestHash: v.string(),
  context: v.custom<Hex>(isHex),
  signatures: v.array(v.string()),
  grantedAt: v.number(),
  wantedSeconds: v.optional(v.number()),
})

const prefix = 'grant:'
const nameOf = (origin: string, hash: Hex) => `${prefix}${origin} ${hash}`

/** Completes a grant by what its context says. Undefined for a context that can't be read. */
export function completeGrant(grant: NewGrant): StoredGrant | undefined {
  const delegation = readContext(grant.context)
  const terms = delegation && readCaveats(delegation.caveats)
  if (!terms || delegation.authority !== rootAuthority) return undefined
  if (!v.is(evmAddress, delegation.delegator)) return undefined
  return { ...grant, hash: delegationHash(delegation), account: delegation.delegator, terms }
}

/**
 * Stores a grant in this browser. If there are too many of an account, the oldest ones that have
 * ended are dropped first.
 */
export async function rememberGrant(
  { store }: Pick<Wallet, 'store'>,
  grant: StoredGrant,
): Promise<void> {
  const { hash: _, account, terms: __, ...stored } = grant
  await store.set(nameOf(grant.origin, grant.hash), stored)
  // to read all grants takes time
  if ((await store.names(prefix)).length <= counts.sessions) return
  const all = await readGrants({ store }, account)
  const now = Date.now() / 1_000
  const dropped = all
    .filter(({ hash }) => hash !== grant.hash)
    .toSorted(
      (first, second) =>
        Number(first.terms.expiry > now) - Number(second.terms.expiry > now) ||
        first.grantedAt - second.grantedAt,
    )
    .slice(0, Math.max(0, all.length - counts.sessions))
  for (const { origin, hash } of dropped) await store.delete(nameOf(origin, hash))
}

/**
 * The grants of an account to all sites, or of all accounts, the newest first.
 * @param origin reads the grants to this site alone
 */
export async function readGrants(
  { store }: Pick<Wallet, 'store'>,
  account?: string,
  origin?: string,
): Promise<readonly StoredGrant[]> {
  const names = await store.names(origin === undefined ? prefix : `${prefix}${origin} `)
  const all = await Promise.all(
    names.map(async (name) => {
      const read = v.safeParse(shape, await store.get(name))
      const grant = read.success ? completeGrant(read.output) : undefined
      return grant && name === nameOf(grant.origin, grant.hash) ? grant : undefined
    }),
  )
  return all
    .filter((grant) => grant !== undefined)
    .filter((grant) => account === undefined || isSameAddress(grant.account, account))
    .toSorted((first, second) => second.grantedAt - first.grantedAt)
}

/** Deletes the grants of all sites, when the account is deleted. */
export async function forgetAllGrants(store: Wallet['store']): Promise<void> {
  for (const name of await store.names(prefix)) await store.delete(name)
}
