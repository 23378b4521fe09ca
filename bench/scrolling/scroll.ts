import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from '@playwright/test'
import type { Row } from '../group.ts'
import { percentile, rangeOf } from '../statistics.ts'

/** Milliseconds between frames while a list moves, and between all of them; those for which a frame keeps the main thread busy; its height. */
export type Scrolled = { taken: readonly number[]; all: readonly number[]; busy: number; height: number }

/** CSS selectors inside the modal, and CSS pixels: `step` a frame, `until` where it may end. */
export type Way = { list: string; pending: string; step: number; until?: number }

/** Has to be in a page that is scrolled before anything else is. */
export const scrollScript = fileURLToPath(new URL('frames.js', import.meta.url))

/** Scrolls a list. `session` has to have its metrics enabled, in the time of the thread. */
export async function scroll(page: Page, session: CDPSession, way: Way): Promise<Scrolled> {
  const before = await busySince(session)
  const scrolled = (await page.evaluate(`lists.scroll(${JSON.stringify(way)})`)) as Omit<Scrolled, 'busy'> // the script's own word
  return { ...scrolled, busy: ((await busySince(session)) - before) / scrolled.all.length }
}

/** Milliseconds for which the main thread has worked, other processes not counted. */
async function busySince(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

/** A frame on a screen that shows sixty a second. Milliseconds. */
export const frame = 17

/** The rows of a list that was scrolled; with a `budget`, the milliseconds of a frame. */
export function framesOf(what: string, { taken, busy }: Pick<Scrolled, 'taken' | 'busy'>, budget?: number): readonly Row[] {
  const seconds = taken.reduce((sum, ms) => sum + ms, 0) / 1_000
  return [
    { what: `${what}: frames`, unit: 'per second', measured: taken.length / seconds },
    { what: `${what}: 99 % of frames within`, unit: 'ms', measured: percentile(taken, 0.99), range: rangeOf(taken), budget },
    { what: `${what}: work of the main thread for a frame`, unit: 'ms', measured: busy },
  ]
}
