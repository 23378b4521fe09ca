import type { Locator } from '@playwright/test'

/**
 * Resolves when an element shows a text, even for a moment: a success text is visible for 700 ms,
 * and a poll may miss it. The element must exist already. Call this before the action that causes
 * the text.
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
