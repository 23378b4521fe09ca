import { readUrl } from '@latchkey/protocol/readUrl'
import type { ApiContext } from '../../core/http/callApi.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { KitError } from '../../core/errors/KitError.ts'
import { lookUpName } from '../../core/names/lookUpName.ts'
import { serviceAhead } from '../../core/names/serviceTime.ts'
import { ownUrl } from '../../core/options/ownUrl.ts'
import { perKit } from '../../core/kit/perKit.ts'
import type { Account } from '../../core/kit/state.ts'
import { contextOf } from '../../core/kit/context.ts'

/** A message about a name, and the account's signature of it. */
export type SignedName = { message: string; signature: string }

/**
 * The maximum age at which a signed message is sent, in milliseconds. The service accepts a message
 * for five minutes (docs/contracts/api.md#register-a-name); half a minute is for the request.
 */
const oldest = 4.5 * 60_000

/**
 * Signed messages that the service has not answered yet, by account and name. `at` is the time of
 * signing, in milliseconds since 1970. They are only in memory.
 */
const unconfirmed = perKit(() => new Map<string, SignedName & { at: number }>())
const keyOf = ({ address }: Account, name: string) => `${address} ${name}`

/**
 * Signs the message that registers a name. If an earlier signed message for this name is still
 * valid, it is returned without another signature. The message has the service's time, because the
 * service compares it with its own clock. The visitor's clock is used only if the service does not
 * report its time.
 * @param api the service that gets the message
 * @throws KitError nameNotRegistered when the request for the service's time fails; walletTimeout
 *   for a signature that came too late to be sent; requestAborted; the wallet's errors
 */
export async function signName(
  kit: Kit,
  account: Account,
  { name, api, signal }: { name: string; api: ApiContext; signal?: AbortSignal },
): Promise<SignedName> {
  const { clock } = contextOf(kit)
  const existing = unconfirmed(kit).get(keyOf(account, name))
  if (existing && clock.now() - existing.at < oldest) return existing
  const clockOffset = await readClockOffset(kit, api, { name, signal })
  const at = clock.now()
  const service = readUrl(ownUrl(api.apiUrl))?.host
  const message = JSON.stringify({
    name,
    ...(service !== undefined && { service }),
    attributes: {},
    timestamp: Math.floor((at + clockOffset) / 1_000),
  })
  const signature = await kit.signMessage({ message, ...(signal && { signal }) })
  if (clock.now() - at >= oldest) throw kitError('walletTimeout')
  const signed = { message, signature, at }
  unconfirmed(kit).set(keyOf(account, name), signed)
  return signed
}

/**
 * Milliseconds by which the service's clock is ahead of the visitor's clock, by the service's last
 * answer. If it has not answered yet, it gets a request. 0 if it does not report its time.
 */
async function readClockOffset(
  kit: Kit,
  api: ApiContext,
  { name, signal }: { name: string; signal: AbortSignal | undefined },
): Promise<number> {
  const existing = serviceAhead(kit)
  if (existing !== undefined) return existing
  await lookUpName(kit, api, name, { isFresh: true, ...(signal && { signal }) }).catch(
    (cause: unknown) => {
      const { details, status = 0 } = KitError.is(cause, 'nameUnresolved') ? cause : {}
      // an error 4xx except 429 is ignored: a service may lack this lookup, and still register
      // names
      if (status < 400 || status >= 500 || status === 429)
        throw KitError.is(cause, 'requestAborted')
          ? cause
          : kitError('nameNotRegistered', { name }, { cause, details, status: status || undefined })
    },
  )
  return serviceAhead(kit) ?? 0
}

/** Deletes the signed message about a name, once the service has answered it. */
export const forgetSigned = (kit: Kit, account: Account, name: string): void =>
  void unconfirmed(kit).delete(keyOf(account, name))
