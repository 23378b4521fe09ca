import { expect, type Locator, type Page } from '@playwright/test'
import type { Locale } from 'latchkey'
import { idOf } from '../../../apps/demo/src/screens/screens.ts'
import { modalOf } from './site.ts'
import { bringTools } from './tools.ts'
import type { ScreenState } from '../../../apps/demo/src/screens/screenState.ts'

/** Opens a screen and waits until it is complete. */
export async function openScreen(
  page: Page,
  demo: string,
  screen: Pick<ScreenState, 'view' | 'state'>,
): Promise<Locator> {
  await page.goto(`${demo}/screens?screen=${idOf(screen)}`)
  await bringTools(page)
  return standing(page)
}

/**
 * Replaces the screen on a page with another one, with its own kit, and waits until it is complete.
 */
export async function changeScreen(
  page: Page,
  screen: Pick<ScreenState, 'view' | 'state'>,
): Promise<Locator> {
  await page.evaluate((id) => {
    delete document.documentElement.dataset['screen']
    history.pushState(null, '', `?screen=${id}`)
    dispatchEvent(new PopStateEvent('popstate'))
  }, idOf(screen))
  return standing(page)
}

async function standing(page: Page): Promise<Locator> {
  await page.evaluate(isReady)
  await expect(modalOf(page).getByRole('heading', { level: 2 })).toBeVisible()
  return modalOf(page)
}

/**
 * Resolves when the screen is complete. Observes the page from inside, because a poll in every
 * frame would make the browser paint frames.
 */
function isReady(): Promise<void> {
  const root = document.documentElement
  return new Promise((resolve) => {
    const look = () => root.dataset['screen'] === 'ready' && (observer.disconnect(), resolve())
    const observer = new MutationObserver(look)
    observer.observe(root, { attributes: true })
    look()
  })
}

/** Changes the language and waits until its texts are shown. */
export async function speak(page: Page, locale: Locale): Promise<void> {
  await page.evaluate((locale) => window.latchkeyTools.speakIn(locale), locale)
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  )
}
