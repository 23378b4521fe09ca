import type { Page } from '@playwright/test'
import { axe } from '../fixtures/axe.ts'

/** Finds accessibility faults inside the wallet's frame, one text for each. */
export async function frameAxe(page: Page): Promise<string[]> {
  const frame = page.frames().find((one) => one.url().includes('/frame?'))
  if (!frame) throw new Error('The page holds no frame')
  // Waits until no colour is in transition, because such a colour is not the final one. A press
  // starts its transition only in the next frame.
  await frame.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      await Promise.allSettled(
        document
          .getAnimations()
          .flatMap((one) =>
            one.effect?.getComputedTiming().iterations === Infinity ? [] : [one.finished],
          ),
      )
    }
  })
  return axe(frame)
}
