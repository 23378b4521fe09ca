import type { Page } from '@playwright/test'

/** Waits until what moves on the page has come to rest, open shadow roots included; for two seconds at most, and not for what never ends. */
export function rest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
    const ending = roots.flatMap((root) => root.getAnimations()).filter(({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), new Promise((resolve) => setTimeout(resolve, 2_000))])
  })
}
