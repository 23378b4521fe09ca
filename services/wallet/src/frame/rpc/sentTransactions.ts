import { toHex } from '@latchkey/protocol/hex'
import { fault } from '../bridge/Fault.ts'
import type { Wallet } from '../wallet/Wallet.ts'

/** A signed transaction, stored before it is sent. */
export type SentTransaction = {
  /** Hash of the site's request. */
  subject: string
  raw: `0x${string}`
  hash: `0x${string}`
  at: number
  /** It is unknown whether the node has the transaction, and the site got an error. */
  isUnsure?: boolean
}

const prefix = 'sent:'
/** Maximum of stored transactions. */
const maxSent = 100

const nameOf = ({ site }: Wallet, requestId: string) => `${prefix}${site.origin} ${requestId}`

/**
 * The transaction that was signed for the same request before; undefined when there is none.
 * @throws Fault -32600 when the same id was used for another transaction
 */
export async function findSent(
  wallet: Wallet,
  requestId: string,
  subject: string,
): Promise<SentTransaction | undefined> {
  const stored = await wallet.store.get(nameOf(wallet, requestId))
  if (!isSent(stored)) return undefined
  if (stored.subject !== subject) throw fault('messageInvalid')
  return stored
}

/**
 * A transaction that the site requested with the same content under another id, and of which
 * it is unknown whether it was sent.
 */
export async function findUnsure(
  wallet: Wallet,
  subject: string,
): Promise<{ requestId: string; sent: SentTransaction } | undefined> {
  const start = nameOf(wallet, '')
  for (const name of await wallet.store.names(start)) {
    const sent = await wallet.store.get(name)
    if (isSent(sent) && sent.isUnsure && sent.subject === subject)
      return { requestId: name.slice(start.length), sent }
  }
  return undefined
}

/** The transactions of every site that were sent since a time, without those in doubt. */
export async function sentSince(
  { store }: Pick<Wallet, 'store'>,
  time: number,
): Promise<readonly SentTransaction[]> {
  const names = await store.names(prefix)
  const all = await Promise.all(names.map((name) => store.get(name)))
  return all.filter(isSent).filter(({ at, isUnsure }) => at >= time && isUnsure !== true)
}

/**
 * Stores a signed transaction under its request, and drops the oldest transactions if there are too
 * many.
 */
export async function storeSent(
  wallet: Wallet,
  requestId: string,
  sent: SentTransaction,
): Promise<void> {
  await wallet.store.set(nameOf(wallet, requestId), sent)
  const names = await wallet.store.names(prefix)
  if (names.length <= maxSent) return
  const all = await Promise.all(
    names.map(async (name) => ({ name, value: await wallet.store.get(name) })),
  )
  const oldest = all
    .toSorted((a, b) => timeOf(a.value) - timeOf(b.value))
    .slice(0, names.length - maxSent)
  await Promise.all(oldest.map(({ name }) => wallet.store.delete(name)))
}

/** Deletes a transaction that the node refused and does not have. */
export const forgetSent = (wallet: Wallet, requestId: string): Promise<void> =>
  wallet.store.delete(nameOf(wallet, requestId))

/** Deletes the transactions of every site, when the account is deleted. */
export async function forgetAllSent(store: Wallet['store']): Promise<void> {
  for (const name of await store.names(prefix)) await store.delete(name)
}

/** Hash of a site's request, which identifies a repetition. */
export async function subjectOf(request: unknown): Promise<string> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(
      JSON.stringify(request, (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    ),
  )
  return toHex(new Uint8Array(digest))
}

const timeOf = (value: unknown) => (isSent(value) ? value.at : 0)

function isSent(value: unknown): value is SentTransaction {
  if (typeof value !== 'object' || value === null) return false
  // any part of the stored value may be missing
  const { subject, raw, hash, at } = value as Partial<SentTransaction>
  return (
    typeof subject === 'string' &&
    typeof raw === 'string' &&
    typeof hash === 'string' &&
    typeof at === 'number'
  )
}
