import * as fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchCover } from './watchCover.ts'

type Answer = { intersectionRatio: number; isVisible?: boolean }
const seen: Answer = { intersectionRatio: 1, isVisible: true }
const covered: Answer = { intersectionRatio: 1, isVisible: false }

/** A browser that answers when the test calls `answer`. `pollCount` counts the polls. */
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

test('a frame before its first display is not reported as covered, and is polled until it is visible', () => {
  const { browser, reported, answer } = start()
  answer({ intersectionRatio: 0, isVisible: false })
  vi.advanceTimersByTime(60)
  expect(reported).toEqual([])
  expect(browser.pollCount).toBeGreaterThanOrEqual(3)
  answer(seen)
  expect(reported).toEqual([false])
})

test('a frame that stays covered is reported after 400 ms, without another answer of the browser', () => {
  const { reported, answer } = start()
  answer(covered)
  vi.advanceTimersByTime(399)
  expect(reported).toEqual([])
  vi.advanceTimersByTime(1)
  expect(reported).toEqual([true])
})

test('a visible frame that becomes covered is reported at once', () => {
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
])('a frame observed with %j is reported as covered', (observed) => {
  const { reported, answer } = start()
  answer(seen)
  answer(observed)
  expect(reported).toEqual([false, true])
})

test('a visible frame is not polled, a covered one is polled less and less often, and `stop` ends polling', () => {
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

test('the last report always equals the browser’s last answer', () => {
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
