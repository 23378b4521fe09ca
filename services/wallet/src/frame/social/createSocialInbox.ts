import { socialResult } from '@latchkey/protocol/walletServer'
import * as v from 'valibot'
import { fault } from '../bridge/Fault.ts'

/**
 * Milliseconds for a result that is on its way: the service's page tells it just before it tells
 * the site that the login is over.
 */
const resultTimeout = 10_000

/**
 * The results of logins at companies. The service's page, in the window of such a login, hands them
 * to the frames of its own origin, past the site.
 */
export type SocialInbox = {
  /** The service's origin, which alone may hand over a result. */
  origin: string
  /** The result of this attempt is wanted from now on, and of no other. */
  expect: (id: string) => void
  /**
   * Takes the result, once. @throws Fault codeExpired when the attempt is not the one that is
   * expected, or its result does not come; the signal's reason
   */
  take: (id: string, signal?: AbortSignal) => Promise<string>
}

/** Where results arrive, and who sends them. */
export type InboxOptions = {
  window: Pick<Window, 'addEventListener'> /** The frame's own. */
  origin: string
}

/**
 * An inbox that lives as long as the page. Only the first result of the attempt that this frame
 * began is kept, and only in memory.
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
