import * as fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchCover } from './watchCover.ts'

type Answer = { intersectionRatio: number; isVisible?: boolean }
const seen: Answer = { intersectionRatio: 1, isVisible: true }
const covered: Answer = { intersectionRatio: 1, isVisible: false }

/** A browser that answers when the test does; `pollCount` counts its polls. */
function start() {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const browser: {
    pollCount: number
    isOver: boolean
    report?: (answers: readonly Answer[]) => void
  } = { pollCount: 0, isOver: false }
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: readonly Answer[]) => void) {
        browser.report = report
      }
      observe = () => void (browser.pollCount += 1)
      unobserve() {}
      disconnect = () => void (browser.isOver = true)
    },
  )
  const reported: boolean[] = []
  // the stub reads no element
  const stop = watchCover({} as Element, (isCovered) => void reported.push(isCovered))
  return {
    browser,
    reported,
    stop,
    answer: (observed: Answer) => browser.report?.([observed]),
  }
}

test('a frame that is about to be shown is not called covered, and is asked for again until it is seen', () => {
  const { browser, reported, answer } = start()
  answer({ intersectionRatio: 0, isVisible: false })
  vi.advanceTimersByTime(60)
  expect(reported).toEqual([])
  expect(browser.pollCount).toBeGreaterThanOrEqual(3)
  answer(seen)
  expect(reported).toEqual([false])
})

test('one that stays covered is called so after a moment, without another answer', () => {
  const { reported, answer } = start()
  answer(covered)
  vi.advanceTimersByTime(399)
  expect(reported).toEqual([])
  vi.advanceTimersByTime(1)
  expect(reported).toEqual([true])
})

test('one that was seen and is covered then is called so at once', () => {
  const { reported, answer } = start()
  answer(seen)
  answer(covered)
  expect(reported).toEqual([false, true])
})

test.each([
  { intersectionRatio: 0.98, isVisible: true },
  { intersectionRatio: 1 },
  covered,
  { intersectionRatio: 0, isVisible: true },
])('%j is covered', (observed) => {
  const { reported, answer } = start()
  answer(seen)
  answer(observed)
  expect(reported).toEqual([false, true])
})

test('a screen that is seen is not asked for again, one that is covered ever more rarely, and none after the end', () => {
  const { browser, answer, stop } = start()
  answer(seen)
  vi.advanceTimersByTime(10_000)
  expect([browser.pollCount, vi.getTimerCount()]).toEqual([1, 0])
  answer(covered)
  vi.advanceTimersByTime(10_000)
  const { pollCount } = browser
  expect(pollCount).toBeGreaterThan(20)
  expect(pollCount).toBeLessThan(32)
  stop()
  vi.advanceTimersByTime(10_000)
  expect([browser.pollCount, browser.isOver]).toEqual([pollCount, true])
})

test('whatever the browser answers and when, the last word is its last one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ pause: fc.integer({ min: 0, max: 600 }), isVisible: fc.boolean() }), {
        minLength: 1,
        maxLength: 12,
      }),
      (answers) => {
        const { reported, answer, stop } = start()
        for (const { pause, isVisible } of answers) {
          vi.advanceTimersByTime(pause)
          answer({ intersectionRatio: 1, isVisible })
        }
        vi.advanceTimersByTime(400)
        stop()
        expect(reported.at(-1)).toBe(answers.at(-1)?.isVisible === false)
      },
    ),
  )
})
