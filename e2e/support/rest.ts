import type { Frame, Locator, Page } from '@playwright/test'

/** Waits until movements on the page have ended, open shadow roots included; for two seconds at most, and not for endless ones. */
export function rest(page: Page | Frame): Promise<void> {
  return page.evaluate(async () => {
    const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
    const ending = roots.flatMap((root) => root.getAnimations()).filter(({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), new Promise((resolve) => setTimeout(resolve, 2_000))])
  })
}

/** Waits until a part stays in place, without scrolling, for ten frames in a row; for two seconds at most. */
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
