import { socialResult } from '@latchkey/protocol/walletServer'
import * as v from 'valibot'
import { fault } from '../bridge/Fault.ts'

/**
 * Milliseconds to wait for a result that is on its way: the service's page sends it just
 * before it reports the end of the login to the site.
 */
const resultTimeout = 10_000

/**
 * The results of logins at companies. The service's page, in the window of such a login, sends
 * them directly to the frames of its own origin; the site does not get them.
 */
export type SocialInbox = {
  /** The service's origin, the only accepted sender of a result. */
  origin: string
  /** From now on, accepts only the result of this attempt. */
  expect: (id: string) => void
  /**
   * Returns the result of an attempt; only the first call gets it.
   * @throws Fault codeExpired when the attempt is not the expected one, or its result does not
   *   arrive; the signal's reason
   */
  take: (id: string, signal?: AbortSignal) => Promise<string>
}

/** The receiving window and the accepted origin. */
export type InboxOptions = {
  window: Pick<Window, 'addEventListener'>
  /** The frame's own origin. */
  origin: string
}

/**
 * Creates an inbox that lasts as long as the page. Only the first result of the attempt that
 * this frame began is stored, and only in memory.
 */
export function createSocialInbox({ window, origin }: InboxOptions): SocialInbox {
  let expected: { id: string; result?: string } | undefined
  let wake = () => {}

  function hear(event: MessageEvent) {
    if (event.origin !== origin || !expected || expected.result !== undefined) return
    const message = v.safeParse(socialResult, event.data)
    if (!message.success || message.output.id !== expected.id) return
    expected = { id: expected.id, result: message.output.result }
    wake()
  }
  window.addEventListener('message', hear)

  function take(id: string): string | undefined {
    if (expected?.id !== id) throw fault('codeExpired')
    const { result } = expected
    if (result !== undefined) expected = undefined
    return result
  }

  return {
    origin,
    expect: (id) => void (expected = { id }),
    async take(id, signal) {
      const result = take(id)
      if (result !== undefined) return result
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(fault('codeExpired')), resultTimeout)
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      const late = take(id)
      if (late === undefined) throw fault('codeExpired')
      return late
    },
  }
}
