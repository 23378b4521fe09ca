import * as v from 'valibot'
import { windowWelcome } from './wire.ts'
import type { WindowWelcome } from './wire.ts'

/** Milliseconds from one greeting to the next; a frame that is loading hears a later one. */
const pauses = [250, 500, 1_000, 2_000, 4_000]

/** The frame that waits for this window, and its port. */
export type Handshake = { welcome: WindowWelcome; port: MessagePort }

/**
 * Finds the frame that asked for this window: the one that opened it itself, or one in the page of
 * the site that did. Only windows of our own origin are told anything, and only they are heard: the
 * browser sees to it. @returns undefined where none answers: the window was opened by itself, or
 * the site's page keeps apart from the windows that it opens
 */
export async function openHandshake(view: Window, id: string): Promise<Handshake | undefined> {
  const { origin } = view.location
  const opener: Window | null = view.opener
  if (!opener || id === '') return undefined
  // a frame that has begun to greet this page greets it once
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
 * The opener, if it is a frame of ours, else the frames of its page. A page of another origin shows
 * its frames, and nothing else. HTML, cross-origin objects
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
    return false // of another origin
  }
}
