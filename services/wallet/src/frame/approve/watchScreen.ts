import { flushSync } from 'react-dom'
import { heightOf } from '../ui/heightOf.ts'
import { followPlace } from './followPlace.ts'
import { watchCover } from './watchCover.ts'

/**
 * The visibility of a screen.
 * - `covered`: something covers it, or a part of it is outside the window
 * - `away`: the focus is in another window, or elsewhere in the page
 * - `small`: there is not enough room to read it
 * - `unread`: its end was not in sight yet
 */
export type Visibility = 'good' | 'covered' | 'away' | 'small' | 'unread'

/** Milliseconds between two reads of the window's position. */
const lookEvery = 100
/** Minimum size of a screen in CSS pixels: its width, and the height of its content. */
const minWidth = 240
const minHeight = 120
/**
 * Minimum height of the whole window or frame in CSS pixels. Below it even scrolling does not
 * make the content readable. A page at 400 % zoom on a small screen has 256. WCAG 2.2, 1.4.10
 */
const minWindow = 180
/**
 * Minimum scale of the frame. A page can scale a frame down, which the frame sees as a lower
 * resolution.
 */
const minScale = 0.45

/** The position and size of the browser's window. */
const placeOf = ({ screenX, screenY, outerWidth, outerHeight }: Window) =>
  [screenX, screenY, outerWidth, outerHeight].join()

/**
 * Watches the visibility of a screen, in the site's page or in a window of the wallet's own.
 * `report` is called with each change. It is called with `good` again after the screen has
 * changed, was resized or moved, because then the visitor saw another content before.
 * @returns a function that ends it
 */
export function watchScreen(
  screen: Element,
  { mustRead }: { mustRead: boolean },
  report: (readVisibility: Visibility) => void,
): () => void {
  const { ownerDocument: page } = screen
  const view = page.defaultView
  if (!view) return () => {}
  const isInPage = view.parent !== view
  const body = screen.querySelector('.screen-body') ?? screen
  // not the body, which is as high as the window where its content is lower
  const content = screen.querySelector('.screen-inner') ?? body
  const life = new AbortController()
  const { signal } = life
  let isCovered: boolean | undefined = isInPage ? undefined : false
  /** Undefined until the browser has reported whether the end is in sight. */
  let isRead = mustRead ? undefined : true
  let readHeight = 0
  let last: Visibility | undefined

  function readVisibility(): Visibility | undefined {
    if (isCovered === undefined || isRead === undefined) return undefined
    if (isCovered || page.visibilityState !== 'visible') return 'covered'
    if (isSmall()) return 'small'
    if (!page.hasFocus()) return 'away'
    return isRead ? 'good' : 'unread'
  }

  function isSmall(): boolean {
    if (!view || view.innerWidth < minWidth || view.devicePixelRatio < minScale) return true
    // a screen of a few words needs less height
    if (view.innerHeight < Math.min(minWindow, heightOf(screen) || minWindow)) return true
    const room = Math.min(body.clientHeight, view.innerHeight)
    return room < Math.min(body.scrollHeight, minHeight)
  }

  /** @param isNew the earlier content was another screen */
  function look(isNew = false): void {
    const next = readVisibility()
    if (next === undefined || (next === last && !(isNew && next === 'good'))) return
    last = next
    report(next)
  }

  const observers: { disconnect: () => void }[] = []
  // inside a page, only where the browser reports what covers it (`canDetectCover`)
  const stopCover = isInPage
    ? watchCover(screen, (isNow) => {
        isCovered = isNow
        look()
      })
    : () => {}
  const end = screen.querySelector('.screen-end')
  const edgeObserver = new IntersectionObserver(
    (entries) => {
      const isInSight = entries.at(-1)?.isIntersecting === true
      if (isInSight) readHeight = content.clientHeight
      isRead = isRead === true || isInSight
      look()
    },
    { root: null },
  )
  if (mustRead && end) edgeObserver.observe(end)

  /** Content that has grown since its end was in sight has a new end. */
  function change(): void {
    if (mustRead && end && isRead === true && content.clientHeight > readHeight) {
      isRead = false
      edgeObserver.unobserve(end)
      edgeObserver.observe(end) // makes the observer report again
    }
    look(true)
  }
  // a countdown changes nothing that has to be read
  const isTicking = ({ target }: MutationRecord) =>
    (target instanceof Element ? target : target.parentElement)?.closest('[data-ticking]') != null
  const changes = new MutationObserver((records) => !records.every(isTicking) && change())
  changes.observe(body, { childList: true, characterData: true, subtree: true })
  const sizes = new ResizeObserver(change)
  for (const part of [body, ...body.children]) sizes.observe(part)
  observers.push(edgeObserver, changes, sizes)
  for (const name of ['focus', 'blur', 'resize'] as const)
    view.addEventListener(name, () => look(name === 'resize'), { signal })
  page.addEventListener('visibilitychange', () => look(), { signal })
  // no browser has an event for a moved window
  let place = placeOf(view)
  const lookPlace = () => {
    const now = placeOf(view)
    if (now !== place) look(true)
    place = now
  }
  const places = setInterval(lookPlace, lookEvery)
  page.addEventListener('pointerdown', lookPlace, { capture: true, signal })
  // at once: the press for which the frame was moved comes with the next event
  const stopFollowing = isInPage ? followPlace(page, () => flushSync(() => look(true))) : () => {}
  look()
  return () => {
    stopFollowing()
    stopCover()
    clearInterval(places)
    life.abort()
    for (const observer of observers) observer.disconnect()
  }
}
