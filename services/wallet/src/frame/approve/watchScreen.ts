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
 * `report` is called with each change. It is called with `good` again after the screen has changed,
 * was resized or moved, because the visitor saw other content before.
 * @returns a function that stops watching
 */
export function watchScreen(
  screen: Element,
  { mustRead }: { mustRead: boolean },
  report: (visibility: Visibility) => void,
): () => void {
  const view = screen.ownerDocument.defaultView
  if (!view) return () => {}
  const watch = new ScreenWatch(screen, view, mustRead, report)
  return () => watch.end()
}

class ScreenWatch {
  readonly #screen: Element
  readonly #view: Window
  readonly #report: (visibility: Visibility) => void
  readonly #body: Element
  /**
   * The content and not the body, because the body is as high as the window even if its content is
   * lower.
   */
  readonly #content: Element
  readonly #end: Element | null
  readonly #mustRead: boolean
  readonly #edge = new IntersectionObserver(
    (entries) => this.#see(entries.at(-1)?.isIntersecting === true),
    { root: null },
  )
  /** Functions that stop the observers and listeners. */
  readonly #ends: (() => void)[] = []
  #isCovered: boolean | undefined
  /** Undefined until the browser has reported whether the end is in sight. */
  #isRead: boolean | undefined
  #readHeight = 0
  #last: Visibility | undefined
  #place: string

  constructor(
    screen: Element,
    view: Window,
    mustRead: boolean,
    report: (visibility: Visibility) => void,
  ) {
    this.#screen = screen
    this.#view = view
    this.#report = report
    this.#body = screen.querySelector('.screen-body') ?? screen
    this.#content = screen.querySelector('.screen-inner') ?? this.#body
    this.#end = screen.querySelector('.screen-end')
    this.#mustRead = mustRead
    this.#isRead = mustRead ? undefined : true
    this.#place = placeOf(view)
    const isInPage = view.parent !== view
    this.#isCovered = isInPage ? undefined : false
    if (isInPage) this.#watchCover()
    this.#watchContent()
    this.#watchWindow(isInPage)
    this.#look()
  }

  end(): void {
    for (const end of this.#ends.toReversed()) end()
  }

  /** Watches what covers the screen, in browsers that report it (`canDetectCover`). */
  #watchCover(): void {
    this.#ends.push(
      watchCover(this.#screen, (isCovered) => {
        this.#isCovered = isCovered
        this.#look()
      }),
    )
  }

  #watchContent(): void {
    if (this.#mustRead && this.#end) this.#edge.observe(this.#end)
    const changes = new MutationObserver((records) => !records.every(isTicking) && this.#change())
    changes.observe(this.#body, { childList: true, characterData: true, subtree: true })
    const sizes = new ResizeObserver(() => this.#change())
    for (const part of [this.#body, ...this.#body.children]) sizes.observe(part)
    for (const observer of [sizes, changes, this.#edge])
      this.#ends.push(() => observer.disconnect())
  }

  #watchWindow(isInPage: boolean): void {
    const { ownerDocument: page } = this.#screen
    const life = new AbortController()
    const { signal } = life
    this.#ends.push(() => life.abort())
    for (const name of ['focus', 'blur', 'resize'] as const)
      this.#view.addEventListener(name, () => this.#look(name === 'resize'), { signal })
    page.addEventListener('visibilitychange', () => this.#look(), { signal })
    // no browser has an event for a moved window
    const places = setInterval(() => this.#lookPlace(), lookEvery)
    this.#ends.push(() => clearInterval(places))
    page.addEventListener('pointerdown', () => this.#lookPlace(), { capture: true, signal })
    // report at once, because a press on the moved frame may be the next event
    if (isInPage) this.#ends.push(followPlace(page, () => flushSync(() => this.#look(true))))
  }

  #lookPlace(): void {
    const now = placeOf(this.#view)
    if (now !== this.#place) this.#look(true)
    this.#place = now
  }

  /** The end became visible, or was hidden again. */
  #see(isVisible: boolean): void {
    if (isVisible) this.#readHeight = this.#content.clientHeight
    this.#isRead = this.#isRead === true || isVisible
    this.#look()
  }

  /** Content that has grown since its end was in sight has a new end. */
  #change(): void {
    const hasGrown = this.#content.clientHeight > this.#readHeight
    if (this.#mustRead && this.#end && this.#isRead === true && hasGrown) {
      this.#isRead = false
      this.#edge.unobserve(this.#end)
      this.#edge.observe(this.#end) // makes the observer report again
    }
    this.#look(true)
  }

  /** @param isNew whether the visitor saw another screen or position before */
  #look(isNew = false): void {
    const next = this.#visibility()
    if (next === undefined || (next === this.#last && !(isNew && next === 'good'))) return
    this.#last = next
    this.#report(next)
  }

  #visibility(): Visibility | undefined {
    const { ownerDocument: page } = this.#screen
    if (this.#isCovered === undefined || this.#isRead === undefined) return undefined
    if (this.#isCovered || page.visibilityState !== 'visible') return 'covered'
    if (this.#isSmall()) return 'small'
    if (!page.hasFocus()) return 'away'
    return this.#isRead ? 'good' : 'unread'
  }

  #isSmall(): boolean {
    const { innerWidth, innerHeight, devicePixelRatio } = this.#view
    if (innerWidth < minWidth || devicePixelRatio < minScale) return true
    // a screen of a few words needs less height
    if (innerHeight < Math.min(minWindow, heightOf(this.#screen) || minWindow)) return true
    const room = Math.min(this.#body.clientHeight, innerHeight)
    return room < Math.min(this.#body.scrollHeight, minHeight)
  }
}

/** Whether a change only updates a countdown, which the visitor does not have to read again. */
const isTicking = ({ target }: MutationRecord): boolean =>
  (target instanceof Element ? target : target.parentElement)?.closest('[data-ticking]') != null
