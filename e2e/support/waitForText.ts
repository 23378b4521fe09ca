import type { Locator } from '@playwright/test'

/**
 * Resolves when a part says a text, be it for a moment: good news stand for 700 ms, and a test that
 * asks now and then may miss them. The part itself is watched, so that it has to be there before;
 * begin before what brings the text.
 */
export function waitForText(part: Locator, text: string): Promise<void> {
  return part.evaluate(
    (element, text) =>
      new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`It does not say "${text}"`)), 20_000)
        const check = () => {
          if (!element.textContent?.includes(text)) return
          clearTimeout(late)
          changes.disconnect()
          resolve()
        }
        const changes = new MutationObserver(check)
        changes.observe(element, { childList: true, subtree: true, characterData: true })
        check()
      }),
    text,
  )
}
