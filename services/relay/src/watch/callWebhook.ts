import { AddressError, lookupPublic } from '@latchkey/server/publicAddresses'
import { sendRequest } from '@latchkey/server/sendRequest'
import { withLimit } from '@latchkey/server/waiting'
import { limits } from '../limits.ts'

/**
 * The result of a call. After `failed` the call is repeated. `refused`: the webhook has an address
 * that may not be called.
 */
export type Outcome = 'taken' | 'failed' | 'refused'

/**
 * Posts a JSON text to a webhook. Only the status of the answer counts: any status below 500 means
 * that the service has accepted the event. Redirects are not followed.
 * @param options.reach `public`: only public internet addresses are called
 */
export async function callWebhook(
  url: URL,
  body: string,
  { reach, signal }: { reach: 'named' | 'public'; signal: AbortSignal },
): Promise<Outcome> {
  const headers = { 'content-type': 'application/json' }
  const lookup = reach === 'public' ? lookupPublic : undefined
  try {
    const answer = await withLimit(limits.watch.call, signal, (limited) =>
      sendRequest(url, { method: 'POST', headers, body, signal: limited, lookup }),
    )
    answer.destroy()
    return (answer.statusCode ?? 500) >= 500 ? 'failed' : 'taken'
  } catch (error) {
    return error instanceof AddressError ? 'refused' : 'failed'
  }
}
