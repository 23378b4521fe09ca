/**
 * Milliseconds between two checks of the browser whether something covers the frame; 100 is
 * the minimum. Intersection Observer, version 2
 */
const lookEvery = 100
/**
 * Milliseconds between two polls about a covered screen. The first pauses are short, because the
 * frame may be about to be shown; later pauses get longer.
 */
const pauses = { first: 16, last: 500 }
/**
 * Milliseconds that a frame may take to become visible, with the page's layout and the
 * browser's report. Until then it counts as neither visible nor covered.
 */
const showTime = 400
const minRatio = 0.99

type Options = IntersectionObserverInit & { trackVisibility?: boolean; delay?: number }
type Entry = IntersectionObserverEntry & { isVisible?: boolean }

const options: Options = { threshold: [0, minRatio, 1], trackVisibility: true, delay: lookEvery }

/**
 * Makes the browser compute from now on what covers the frame, so that the first screen gets the
 * browser's report at once. The browser computes this only for a frame that observes it.
 */
export const expectCover = (page: Document): void =>
  new IntersectionObserver(() => {}, options).observe(page.documentElement)

/**
 * Watches whether something in the site's page covers a screen, or a part of the screen is outside
 * the window. Use it only in browsers that report this (`canDetectCover`).
 * @param report called with each result
 * @returns a function that stops watching
 */
export function watchCover(screen: Element, report: (isCovered: boolean) => void): () => void {
  let isCovered: boolean | undefined
  let isShowing = true
  let pause = pauses.first
  let timer: ReturnType<typeof setTimeout> | undefined
  const notify = () => {
    if (isCovered !== undefined && !(isCovered && isShowing)) report(isCovered)
  }
  const covers = new IntersectionObserver((entries: Entry[]) => {
    const entry = entries.at(-1)
    if (entry) isCovered = entry.intersectionRatio < minRatio || entry.isVisible !== true
    if (isCovered === false) {
      isShowing = false
      pause = pauses.first
    } else timer ??= setTimeout(pollAgain, pause)
    notify()
  }, options)
  covers.observe(screen)
  const shown = setTimeout(() => {
    isShowing = false
    notify()
  }, showTime)

  /**
   * Polls again, because a page that no longer repaints sends no new report, even if the last
   * report is from the middle of a change.
   */
  function pollAgain(): void {
    timer = undefined
    if (isCovered !== true) return
    covers.unobserve(screen)
    covers.observe(screen)
    pause = Math.min(2 * pause, pauses.last)
    timer = setTimeout(pollAgain, pause)
  }

  return () => {
    covers.disconnect()
    clearTimeout(shown)
    clearTimeout(timer)
  }
}
