import { readUrl } from '@latchkey/protocol/readUrl'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { ownUrl } from '../core/ownUrl.ts'
import { perKit } from '../core/perKit.ts'
import type { Account } from '../core/state.ts'

/** A message about a name, and the account's signature of it. */
export type SignedName = { message: string; signature: string }

/** How old a signed message may be, in milliseconds: our service takes one for five minutes, and the request has to arrive. Source: API contract, section 8.1 */
const oldest = 4.5 * 60_000

/** Messages whose answer has not come, by account and name, with the time of signing in milliseconds; they are stored nowhere. */
const unanswered = perKit(() => new Map<string, SignedName & { at: number }>())
const keyOf = ({ address }: Account, name: string) => `${address} ${name}`

/**
 * Has the account sign the message that registers a name, unless it has signed one for this name that is still good.
 * @throws KitError what the wallet answers; walletTimeout for a signature that came too late to be sent
 */
export async function signName(kit: Kit, account: Account, { name, apiUrl, signal }: { name: string; /** Of the service that the message is for. */ apiUrl: string; signal?: AbortSignal }): Promise<SignedName> {
  const { clock } = kit.context
  const known = unanswered(kit).get(keyOf(account, name))
  if (known && clock.now() - known.at < oldest) return known
  const at = clock.now()
  const service = readUrl(ownUrl(apiUrl))?.host
  const message = JSON.stringify({ name, ...(service !== undefined && { service }), attributes: {}, timestamp: Math.floor(at / 1_000) })
  const signature = await kit.signMessage({ message, ...(signal && { signal }) })
  if (clock.now() - at >= oldest) throw kitError('walletTimeout')
  const signed = { message, signature, at }
  unanswered(kit).set(keyOf(account, name), signed)
  return signed
}

/** Forgets the message about a name: the service has answered it. */
export const forgetSigned = (kit: Kit, account: Account, name: string): void => void unanswered(kit).delete(keyOf(account, name))
