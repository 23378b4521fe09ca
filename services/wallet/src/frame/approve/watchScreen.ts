import { flushSync } from 'react-dom'
import { heightOf } from '../ui/heightOf.ts'
import { followPlace } from './followPlace.ts'
import { watchCover } from './watchCover.ts'

/**
 * How a screen is seen. `covered`: something lies over it, or a part of it is outside the window.
 * `away`: the visitor is in another window, or elsewhere in the page. `small`: there is no room to
 * read it. `unread`: its end was not in sight yet.
 */
export type Visibility = 'good' | 'covered' | 'away' | 'small' | 'unread'

/** Milliseconds between two looks at the window's place. */
const lookEvery = 100
/** CSS pixels that a screen needs: its width, and the height of what is asked in it. */
const minWidth = 240
const minHeight = 120
/**
 * CSS pixels of the whole window or frame: in a lower one even what is scrolled through is not
 * read. A page that is magnified four times on a small screen has 256. WCAG 2.2, 1.4.10
 */
const minWindow = 180
/** A page can scale a frame down, which the frame sees as a lower resolution. */
const minScale = 0.45

/** Where the browser's window is, and its size. */
const placeOf = ({ screenX, screenY, outerWidth, outerHeight }: Window) =>
  [screenX, screenY, outerWidth, outerHeight].join()

/**
 * Watches how a screen is seen, in the site's page or in a window of the wallet's own. `report` is
 * called with each change, and with `good` again whenever the screen has changed, was resized or
 * moved: what was seen before was another one. @returns a function that ends it
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
  // not the body, which has the height of the window where its content has less
  const content = screen.querySelector('.screen-inner') ?? body
  const life = new AbortController()
  const { signal } = life
  let isCovered: boolean | undefined = isInPage ? undefined : false
  /** Undefined until the browser has told whether the end is in sight. */
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
    // a screen of a few words needs less
    if (view.innerHeight < Math.min(minWindow, heightOf(screen) || minWindow)) return true
    const room = Math.min(body.clientHeight, view.innerHeight)
    return room < Math.min(body.scrollHeight, minHeight)
  }

  /** @param isNew what was seen before was another screen */
  function look(isNew = false): void {
    const next = readVisibility()
    if (next === undefined || (next === last && !(isNew && next === 'good'))) return
    last = next
    report(next)
  }

  const observers: { disconnect: () => void }[] = []
  // in a page only where the browser tells what covers it (`knowsCover`)
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

  /** What has grown since its end was in sight has another end. */
  function change(): void {
    if (mustRead && end && isRead === true && content.clientHeight > readHeight) {
      isRead = false
      edgeObserver.unobserve(end)
      edgeObserver.observe(end) // tells anew whether it is in sight
    }
    look(true)
  }
  // a clock of ours changes nothing that is read
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
  // no browser tells that a window was moved
  let place = placeOf(view)
  const lookPlace = () => {
    const now = placeOf(view)
    if (now !== place) look(true)
    place = now
  }
  const places = setInterval(lookPlace, lookEvery)
  page.addEventListener('pointerdown', lookPlace, { capture: true, signal })
  // at once: the press that a move was made for comes with the next event
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
