import type { Page } from '@playwright/test'
import { axe } from '../fixtures/axe.ts'

/** Finds accessibility faults inside the wallet's frame, one text for each. */
export async function frameAxe(page: Page): Promise<string[]> {
  const frame = page.frames().find((one) => one.url().includes('/frame?'))
  if (!frame) throw new Error('The page holds no frame')
  // skip colours in transition, which no reader sees; a press starts its transition in the next
  // frame
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
