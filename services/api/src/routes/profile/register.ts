import { etherCoinType } from '@latchkey/protocol/coinType'
import { profileRegister as endpoint, registerMessage } from '@latchkey/protocol/profile'
import { ApiError } from '../../apiError.ts'
import type { Hex } from '../../chainIndex/chainIndex.ts'
import { answerJson } from '../../http/answer.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { chainOf } from '../../names/chainOf.ts'
import { checkLabel } from '../../names/checkLabel.ts'
import { checkName } from '../../names/checkName.ts'
import { checkService } from '../../names/checkService.ts'
import { checkSignature } from '../../names/checkSignature.ts'
import { namesOfOwner, recordOf } from '../../names/nameStore.ts'
import {
  checkAddress,
  checkAttributes,
  checkTime,
  maxSecondsAhead,
  readMessage,
} from '../../names/readMessage.ts'
import type { Service } from '../../service.ts'

/**
 * Makes the endpoint that registers a name for the account that signed the message. A message can
 * be used only once, because no name is ever released. The checks are made in the order of the
 * source. Source: docs/contracts/api.md#register-a-name
 */
export function profileRegister(service: Service): Route {
  const { register, nameChains: chains, pace, now } = service
  return {
    ...endpoint,
    async answer(call) {
      const { body } = await readCall(call, endpoint, anyProject(service))
      const {
        name,
        service: named,
        attributes = {},
        timestamp,
      } = readMessage(registerMessage, body.message)
      checkName(name, register.zones, register.minLength)
      checkLabel(name)
      checkService(named, call, service)
      const chain = chainOf(body.coin_type, chains)
      if ((await register.taken([name])).has(name)) throw taken(name)
      checkTime(timestamp, { now: now(), window: register.window })
      checkAttributes(attributes)
      const owner = checkAddress(body.address)
      await checkSignature(
        { address: owner, message: body.message, signature: body.signature as Hex },
        chain,
        { turn: () => pace(call.get('share').key), signal: clientSignal(call) },
      ) // the schema has checked that it is hex
      call.get('share').register()
      const registration = {
        name,
        owner,
        coinType: body.coin_type,
        coinTypes: [...new Set([body.coin_type, etherCoinType])],
        attributes,
        signedAt: Math.min(timestamp, Math.floor(now() / 1_000) + maxSecondsAhead),
        messageAt: timestamp,
        now: now(),
      }
      const refused = await register.add(registration)
      if (refused === 'taken') throw taken(name)
      if (refused === 'full')
        throw new ApiError(400, 'address', `An account may register ${namesOfOwner} names`)
      return answerJson(call, recordOf(registration), { 'cache-control': 'no-store' })
    },
  }
}

const taken = (name: string) => new ApiError(400, 'name', `Name is already registered: ${name}`)

/**
 * Also accepts a request without a project, because existing clients send none when they register.
 */
const anyProject = ({ checkProject }: Service): Pick<Service, 'checkProject'> => ({
  checkProject: (projectId) => projectId !== undefined && checkProject(projectId),
})
