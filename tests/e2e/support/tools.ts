import type { Page } from '@playwright/test'
import { axeIn } from '../fixtures/axe.ts'
import { faintTextsIn, isBeyondFaintTextsIn } from './contrast.ts'
import { longestTextsIn, speakLongestIn } from './longestTexts.ts'
import { drawingFaultsIn, drawnFaultsIn, checkScreen } from './checkScreen.ts'
import { renderedIn, restIn } from './rest.ts'
import { speakIn } from './speakIn.ts'
import { overflowingIn } from './targets.ts'
import { cleanedIn, clippedTextsIn, rawTextsIn } from './texts.ts'

const tools = {
  axeIn,
  cleanedIn,
  clippedTextsIn,
  drawingFaultsIn,
  drawnFaultsIn,
  faintTextsIn,
  isBeyondFaintTextsIn,
  longestTextsIn,
  checkScreen,
  overflowingIn,
  rawTextsIn,
  renderedIn,
  restIn,
  speakIn,
  speakLongestIn,
}

declare global {
  interface Window {
    /** Functions of tests that run inside the page, and that call one another. */
    latchkeyTools: typeof tools
  }
}

/**
 * Puts the tools into a page's document, once, because sending their code with each call costs more
 * than running it.
 */
export async function bringTools(page: Page): Promise<void> {
  await page.evaluate(
    `window.latchkeyTools = { ${Object.entries(tools)
      .map(([name, tool]) => `${name}: ${String(tool)}`)
      .join(', ')} }`,
  )
}
