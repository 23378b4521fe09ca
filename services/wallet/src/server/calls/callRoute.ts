import { bodyLimits } from '../limits.ts'
import type { Route } from '../http/env.ts'
import { readBytes, readContent } from '../http/readBody.ts'
import { networkOf } from '../http/networkOf.ts'
import { claimedDevice, readProof } from '../http/readProof.ts'
import { placeOf } from '../http/placeOf.ts'
import { sessionOf } from '../logins/session.ts'
import type { Service } from '../service.ts'
import type { Endpoint } from './defineEndpoint.ts'

/**
 * The route of a call: checks the device's proof, then the content, then runs the handler. Clients
 * take turns, and clients without a login have few turns. However many strangers call, a logged-in
 * visitor waits for none of them, and a new visitor waits for one request of each. The key that a
 * proof names is not checked yet when it decides the turn, and it decides nothing else.
 */
export function callRoute(service: Service, { call: entry, answer, waits }: Endpoint): Route {
  const { turns, knownDevices } = service
  const turnsFor = (proof: string | undefined) => {
    const claimed = claimedDevice(proof)
    return claimed !== undefined && knownDevices.has(claimed) ? turns.known : turns.entering
  }
  return {
    method: 'POST',
    path: entry.path,
    async answer(call) {
      const body = await readBytes(call, bodyLimits.bytes)
      const own = call.get('own')
      const { client } = call.var
      const { signal } = call.req.raw
      const proof = call.req.header('dpop')
      const { device, params, session } = await turnsFor(proof).run(client, signal, async () => {
        const device = await readProof(proof, {
          url: `${own}${entry.path}`,
          body,
          now: service.now(),
          skew: service.options.limits.clockSkew,
          replays: service.replays,
          network: networkOf(client),
        })
        const params = readContent(body, bodyLimits, entry.params)
        const session = await sessionOf(service, device)
        knownDevices.note(device, session !== undefined)
        return { device, params, session }
      })
      const context = {
        service,
        device,
        session,
        client,
        userAgent: call.req.header('user-agent'),
        place: placeOf(service.options, call),
        own,
        signal,
      }
      const run = () => answer(context, params as never) // the call's schema has checked the type
      const result = await (session || waits
        ? run()
        : turns.unknownClients.run(client, signal, run))
      return call.json(result, 200, {
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
    },
  }
}
