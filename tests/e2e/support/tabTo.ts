import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab')
    if (
      await target.evaluate(
        (element) => element === (element.getRootNode() as Document | ShadowRoot).activeElement,
      )
    )
      return
  }
  await expect(target).toBeFocused()
}
