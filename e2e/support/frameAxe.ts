import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axeCore from 'axe-core'

const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Finds accessibility faults inside the wallet's frame, one text for each. */
export async function frameAxe(page: Page): Promise<string[]> {
  const frame = page.frames().find((one) => one.url().includes('/frame?'))
  if (!frame) throw new Error('The page holds no frame')
  // colours on their way are none that anybody reads; what was just pressed begins to change with the next frame
  await frame.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      await Promise.allSettled(document.getAnimations().flatMap((one) => (one.effect?.getComputedTiming().iterations === Infinity ? [] : [one.finished])))
    }
  })
  // by the debugging protocol, which the frame's policy does not block
  await frame.evaluate(await readFile(source, 'utf8'))
  const violations = await frame.evaluate(async () => (await (globalThis as unknown as { axe: typeof axeCore }).axe.run(document)).violations) // it was evaluated above
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}
