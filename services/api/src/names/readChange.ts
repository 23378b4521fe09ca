import type * as v from 'valibot'
import { chainIdOf } from '@latchkey/protocol/coinType'
import type { profileAttributes } from '@latchkey/protocol/profile'
import { ApiError } from '../apiError.ts'
import type { Hex } from '../chainIndex/chainIndex.ts'
import type { Call } from '../http/env.ts'
import type { Service } from '../service.ts'
import { chainOf } from './chainOf.ts'
import { checkName } from './checkName.ts'
import { checkSignature } from './checkSignature.ts'
import { clientSignal } from '../http/clientSignal.ts'
import type { SignedChange } from './nameStore.ts'
import { checkService } from './checkService.ts'
import { checkAddress, checkTime, maxSecondsAhead, readMessage } from './readMessage.ts'

type Signed = v.InferOutput<typeof profileAttributes.body>
type Message = v.GenericSchema<
  unknown,
  { name?: string | undefined; service?: string | undefined; timestamp: number }
>

/**
 * Reads a signed change of a registered name, and checks it with its signature. Only the account
 * that registered the name may change it. A contract may sign only on the network of the
 * registration, because on another network another contract may have its address. Source:
 * docs/contracts/api.md#change-a-name
 * @param call the request; its client has to wait for its turn to have a signature checked
 * @param check checks the values in the message, before a node is requested
 * @throws ApiError 400, 401, 422 or 503
 */
export async function readChange<schema extends Message>(
  service: Service,
  {
    name,
    body,
    schema,
    check,
    call,
  }: {
    name: string
    body: Signed
    schema: schema
    check: (message: v.InferOutput<schema>) => void
    call: Call
  },
): Promise<{ change: SignedChange; message: v.InferOutput<schema> }> {
  const { register, nameChains: chains, pace, now } = service
  const message = readMessage(schema, body.message)
  checkName(name, register.zones)
  if (message.name !== undefined && message.name !== name)
    throw new ApiError(400, 'name', 'The message is for another name')
  checkService(message.service, call, service)
  const chain = chainOf(body.coin_type, chains)
  const owned = await register.owner(name)
  if (!owned) throw new ApiError(400, 'name', `Name is not registered: ${name}`)
  checkTime(message.timestamp, { now: now(), window: register.window, ahead: maxSecondsAhead })
  check(message)
  const address = checkAddress(body.address)
  if (address !== owned.owner)
    throw new ApiError(401, 'address', 'Only the account that registered the name can change it')
  await checkSignature(
    { address, message: body.message, signature: body.signature as Hex },
    chainIdOf(owned.coinType) === chainIdOf(body.coin_type) ? chain : undefined,
    { turn: () => pace(call.get('share').key), signal: clientSignal(call) },
  ) // the schema has checked that it is hex
  return { change: { name, owner: address, signedAt: message.timestamp, now: now() }, message }
}

/** The error for a change that is not later than the last accepted change. */
export const stale = () =>
  new ApiError(
    400,
    'timestamp',
    'The account has signed a change of its names at this time or later',
  )
