import { profileRegister } from '@latchkey/protocol/profile'
import type { ProfileRecord } from '@latchkey/protocol/profile'
import { callApi } from '../../core/http/callApi.ts'
import { kitError } from '../../core/errors/errors.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { lookUpName } from '../../core/names/lookUpName.ts'
import type { AccountName } from './namesQuery.ts'
import { nameZone } from './nameZone.ts'
import { labelFaults, readLabel } from './readLabel.ts'
import { readRegistrant } from './readRegistrant.ts'
import type { Registrant } from './readRegistrant.ts'
import { belongsTo, toAccountName } from './record.ts'
import { rememberName } from './rememberName.ts'
import { forgetSigned, signName } from './signName.ts'
import type { SignedName } from './signName.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The name to register: its label, or the whole name with its zone. */
export type RegisterParameters = { label: string; signal?: AbortSignal }

/**
 * Registers a name for the current account. The account's wallet signs a message about the name,
 * and the kit sends the message to the site's API. If the API's answer gets lost, the next call
 * within minutes sends the same message, without another signature. After an error, the kit looks
 * the name up: if the account has it, the registration has succeeded.
 * @throws KitError networkNotFound; addressOrConnectorMissing if the account's wallet has no login;
 *   actionNotAllowed without an API, and on a network without names; userRejected, walletTimeout
 *   and other errors of the wallet; nameNotRegistered, whose `details` say what is wrong with the
 *   label or why the service refused, and which has no `status` if the service was not reached;
 *   requestAborted
 */
export async function registerName(
  kit: Kit,
  { label, signal }: RegisterParameters,
): Promise<AccountName> {
  const registrant = await readRegistrant(kit)
  const read = readLabel(label, nameZone(contextOf(kit).options))
  if (read.status === 'refused')
    throw kitError('nameNotRegistered', { name: read.label }, { details: labelFaults[read.fault] })
  const { name } = read
  const signed = await signName(kit, registrant.account, {
    name,
    api: registrant.api,
    ...(signal && { signal }),
  })
  const record = await send(kit, registrant, { name, signed, ...(signal && { signal }) })
  forgetSigned(kit, registrant.account, name)
  const registered = toAccountName(record)
  await rememberName(kit, registrant.account.address, registered, record)
  return registered
}

type Sending = { name: string; signed: SignedName; signal?: AbortSignal }

async function send(
  kit: Kit,
  { account, namedAccount: named, api }: Registrant,
  { name, signed: { message, signature }, signal }: Sending,
): Promise<ProfileRecord> {
  try {
    return await callApi(api, profileRegister, {
      query: {},
      body: { message, signature, coin_type: named.coinType, address: named.address },
      ...(signal && { signal }),
    })
  } catch (cause) {
    if (KitError.is(cause, 'requestAborted')) throw cause
    const { details, status } = KitError.is(cause) ? cause : {}
    // an earlier attempt, whose answer was lost, may have registered the name
    const record = await lookUpName(kit, api, name, {
      isFresh: true,
      ...(signal && { signal }),
    }).catch(() => undefined)
    if (record && belongsTo(record, account.address)) return record
    // the service has refused the message, so the next call must not send it again
    if (status !== undefined && status < 500 && status !== 429) forgetSigned(kit, account, name)
    throw kitError('nameNotRegistered', { name }, { cause, details, status })
  }
}
