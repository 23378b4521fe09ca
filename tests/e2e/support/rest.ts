import type { Frame, Locator, Page } from '@playwright/test'

/**
 * Waits until animations on the page have ended, open shadow roots included. It waits at most two
 * seconds, and not for endless animations.
 */
export const rest = (page: Page | Frame): Promise<void> => page.evaluate(restIn)

/** The same as `rest`, inside the page. */
export async function restIn(): Promise<void> {
  const roots = [
    document,
    ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
  ]
  const ending = roots
    .flatMap((root) => root.getAnimations())
    .filter(
      ({ effect, playState }) =>
        playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
    )
  if (ending.length > 0)
    await Promise.race([
      Promise.allSettled(ending.map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, 2_000)),
    ])
}

/**
 * Waits inside the page for the next task. By then React has rendered the store's last change. The
 * browser may not have painted the change yet: waiting for that would cost more.
 */
export function renderedIn(): Promise<unknown> {
  return new Promise((next) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', next)
    port1.start() // only `onmessage` starts a port automatically
    port2.postMessage(undefined)
  })
}

/** Waits until an element has not moved for ten frames, without scrolling; at most two seconds. */
export function standsStill(part: Locator): Promise<void> {
  return part.evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    let last = element.getBoundingClientRect().top
    for (let frames = 0, same = 0; frames < 120 && same < 10; frames++) {
      await frame()
      const { top } = element.getBoundingClientRect()
      same = top === last ? same + 1 : 0
      last = top
    }
  })
}
