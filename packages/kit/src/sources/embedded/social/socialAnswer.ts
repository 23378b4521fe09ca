import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../../core/page/clock.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { LoginWindow } from '../entryPage.ts'

type Options = { origin: string; clock: Clock; signal: AbortSignal }

/**
 * Waits for the message of the wallet's page in the window at the end of a login: `{ resultUri }`.
 * Only a message of this window counts. A message with another origin than the wallet's ends the
 * wait. If the window is closed, the wait ends only after a second check, because a last message
 * may still arrive. A window also appears as closed if a company's page severs it from this page.
 * @throws KitError socialUntrusted, socialWindowClosed, requestAborted
 */
export function socialAnswer(
  login: LoginWindow,
  { origin, clock, signal }: Options,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let cancel = () => {}
    const end = () => {
      cancel()
      window.removeEventListener('message', onMessage)
      signal.removeEventListener('abort', onAbort)
    }
    const fail = (error: Error) => {
      end()
      reject(error)
    }
    const onAbort = () => fail(kitError('requestAborted', { cause: signal.reason }))
    const onMessage = ({ source, origin: from, data }: MessageEvent) => {
      const resultUri: unknown =
        typeof data === 'object' && data !== null
          ? (data as { resultUri?: unknown }).resultUri
          : undefined // checked below
      // the cast is safe, because the window is only compared
      if ((source as unknown) !== login || typeof resultUri !== 'string') return
      if (from !== origin) return fail(kitError('socialUntrusted'))
      end()
      resolve(resultUri)
    }
    const checkWindow = (wasClosed: boolean) => {
      if (wasClosed && login.closed) return fail(kitError('socialWindowClosed'))
      const isClosed = login.closed
      cancel = clock.setTimeout(() => checkWindow(isClosed), times.socialPoll)
    }
    window.addEventListener('message', onMessage)
    signal.addEventListener('abort', onAbort, { once: true })
    checkWindow(false)
  })
}
