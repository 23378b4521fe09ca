import { bodyLimits } from '../limits.ts'
import type { Route } from '../http/env.ts'
import { readBytes, readContent } from '../http/readBody.ts'
import { readProof } from '../http/readProof.ts'
import { sessionOf } from '../logins/session.ts'
import type { Service } from '../service.ts'
import type { Answering } from './answering.ts'

/** The route of a call: the device proves it, then its content is checked, then it is answered. */
export function callRoute(service: Service, { call: entry, answer }: Answering): Route {
  return {
    method: 'POST',
    path: entry.path,
    async answer(call) {
      const body = await readBytes(call, bodyLimits.bytes)
      const own = call.get('own')
      const device = await readProof(call.req.header('dpop'), { url: `${own}${entry.path}`, body, now: service.now(), replays: service.replays })
      const params = readContent(body, bodyLimits, entry.params)
      const session = await sessionOf(service, device)
      const asked = { service, device, session, client: call.get('client'), userAgent: call.req.header('user-agent'), own, signal: call.req.raw.signal }
      const result = await answer(asked, params as never) // as the entry's schema says
      return call.json(result, 200, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    },
  }
}
