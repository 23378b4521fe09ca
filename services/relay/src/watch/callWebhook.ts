import http from 'node:http'
import https from 'node:https'
import { limits } from '../limits.ts'
import { AddressError, lookupPublic } from '@latchkey/server/publicAddresses'

/** What became of a call: `failed` is worth another. */
export type Outcome = 'taken' | 'failed' | 'refused'

/**
 * Posts a JSON text. Of the answer only the status counts: what is no error of the server has been taken. Follows nothing, keeps nothing.
 * @param options.reach `public`: only addresses of the internet
 */
export function callWebhook(url: URL, body: string, { reach, signal }: { reach: 'named' | 'public'; signal: AbortSignal }): Promise<Outcome> {
  const { request: send } = url.protocol === 'https:' ? https : http
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve) => {
    const request = send(url, {
      method: 'POST',
      headers,
      agent: false,
      signal: AbortSignal.any([signal]), // of its own: hundreds listening to one are warned of
      ...(reach === 'public' && { lookup: lookupPublic }),
    })
    // a timer, because a timeout inside `AbortSignal.any` is forgotten by Node 20 when nothing else holds it
    const late = setTimeout(() => request.destroy(new Error('Late')), limits.watch.call)
    request.on('close', () => clearTimeout(late))
    request.on('error', (error) => resolve(error instanceof AddressError ? 'refused' : 'failed'))
    request.on('response', ({ statusCode = 500 }) => {
      resolve(statusCode >= 500 ? 'failed' : 'taken')
      request.destroy()
    })
    request.end(body)
  })
}
