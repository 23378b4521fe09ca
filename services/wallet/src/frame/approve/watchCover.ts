/**
 * Milliseconds between two looks of the browser whether something covers the frame; 100 is its
 * least. Intersection Observer, version 2
 */
const lookEvery = 100
/**
 * Milliseconds after which the browser is asked anew about a screen that is covered: soon at first,
 * when its frame is about to be shown, then ever more rarely.
 */
const pauses = { first: 16, last: 500 }
/**
 * Milliseconds in which a frame comes to be seen, with the page's layout and the browser's word of
 * it: until then it is not yet seen, and not covered.
 */
const showTime = 400
const minRatio = 0.99

type Options = IntersectionObserverInit & { trackVisibility?: boolean; delay?: number }
type Entry = IntersectionObserverEntry & { isVisible?: boolean }

const options: Options = { threshold: [0, minRatio, 1], trackVisibility: true, delay: lookEvery }

/**
 * Has the browser work out what covers the frame from now on, so that it can tell of the first
 * screen at once: a page does so only for a frame that has asked.
 */
export const expectCover = (page: Document): void =>
  new IntersectionObserver(() => {}, options).observe(page.documentElement)

/**
 * Watches whether something in the site's page covers a screen, or a part of it is outside the
 * window. For browsers that tell it (`knowsCover`).
 * @param report called with each answer: true, false
 * @returns a function that ends it
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
   * A page that draws nothing any more leaves the last answer standing, also where it was given in
   * the middle of a change.
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
