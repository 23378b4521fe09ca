import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from '@playwright/test'
import type { Row } from '../group.ts'
import { percentile, rangeOf } from '../statistics.ts'

/**
 * Measurements of a scrolled list, in milliseconds. `taken`: between frames while the list moves.
 * `all`: between all frames. `busy`: work of the main thread for a frame. `height`: CSS pixels.
 */
export type Scrolled = {
  taken: readonly number[]
  all: readonly number[]
  busy: number
  height: number
}

/**
 * CSS selectors inside the modal, and CSS pixels: `step` of a frame, `until` where the scroll may
 * end.
 */
export type ScrollOptions = { list: string; pending: string; step: number; until?: number }

/** A page that is scrolled has to load this script before all others. */
export const scrollScript = fileURLToPath(new URL('frames.js', import.meta.url))

/** Scrolls a list. `session` needs `Performance.enable` with the time domain of threads. */
export async function scroll(
  page: Page,
  session: CDPSession,
  options: ScrollOptions,
): Promise<Scrolled> {
  const before = await busySince(session)
  const scrolled = (await page.evaluate(`lists.scroll(${JSON.stringify(options)})`)) as Omit<
    Scrolled,
    'busy'
  > // frames.js returns this type
  return { ...scrolled, busy: ((await busySince(session)) - before) / scrolled.all.length }
}

/** Milliseconds for which the main thread has worked, not counting the time of other processes. */
async function busySince(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

/** Milliseconds of a frame on a screen with sixty frames a second. */
export const frame = 17

/** The rows of results for a scrolled list. `budget`: max milliseconds of 99 % of the frames. */
export function framesOf(
  label: string,
  { taken, busy }: Pick<Scrolled, 'taken' | 'busy'>,
  budget?: number,
): readonly Row[] {
  const seconds = taken.reduce((sum, ms) => sum + ms, 0) / 1_000
  return [
    { label: `${label}: frames`, unit: 'per second', measured: taken.length / seconds },
    {
      label: `${label}: 99 % of frames within`,
      unit: 'ms',
      measured: percentile(taken, 0.99),
      range: rangeOf(taken),
      budget,
    },
    { label: `${label}: work of the main thread for a frame`, unit: 'ms', measured: busy },
  ]
}
