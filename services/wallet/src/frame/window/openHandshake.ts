import * as v from 'valibot'
import { windowWelcome } from './wire.ts'
import type { WindowWelcome } from './wire.ts'

/** Milliseconds between two hellos; a frame that is still loading gets a later hello. */
const pauses = [250, 500, 1_000, 2_000, 4_000]

/** The answer of the frame that waits for this window, and its port. */
export type Handshake = { welcome: WindowWelcome; port: MessagePort }

/**
 * Finds the frame for which this window was opened: the opener itself, or a frame in the
 * opener's page. The browser ensures that only windows of our own origin get the hello, and
 * only their answers are accepted.
 * @returns undefined without an answer: the window was opened directly, or the site's page
 *   is cut off from the windows that it opens
 */
export async function openHandshake(view: Window, id: string): Promise<Handshake | undefined> {
  const { origin } = view.location
  const opener: Window | null = view.opener
  if (!opener || id === '') return undefined
  // The id of this page. A frame answers each page only once.
  const page = crypto.randomUUID()
  const answer = new Promise<Handshake>((resolve) => {
    view.addEventListener('message', ({ origin: from, data, ports }) => {
      const welcome = v.safeParse(windowWelcome, data)
      const [port] = ports
      if (from === origin && port && welcome.success && welcome.output.id === id)
        resolve({ welcome: welcome.output, port })
    })
  })
  for (const pause of pauses) {
    for (const frame of framesOf(opener))
      frame.postMessage({ type: '@latchkey/window-hello', id, page }, origin)
    const handshake = await Promise.race([
      answer,
      new Promise<undefined>((resolve) => setTimeout(resolve, pause)),
    ])
    if (handshake) return handshake
  }
  return undefined
}

/**
 * The opener, if it is a frame of ours, otherwise the frames of its page. A page of another
 * origin exposes its frames, and nothing else. HTML, cross-origin objects
 */
function framesOf(opener: Window): Window[] {
  if (isOurs(opener)) return [opener]
  return Array.from(
    { length: Math.min(opener.length, maxFrames) },
    (_, index) => opener[index],
  ).filter((frame) => frame !== undefined)
}

const maxFrames = 50

function isOurs(candidate: Window): boolean {
  try {
    return candidate.location.origin === location.origin
  } catch {
    return false // the location of another origin can't be read
  }
}
