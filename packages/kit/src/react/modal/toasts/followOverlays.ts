import type { Kit } from '../../../core/kit.ts'

/** The smallest window of another library, in CSS pixels: messages of a page are lower. */
const minSize = { width: 200, height: 120 }
/** Most elements of a child of the body that are looked at. */
const maxElements = 60

/** What is no window of the page: the kit's own, and what is never seen. */
const ignored = '[data-latchkey], script, style, link, template, noscript'

/**
 * Has the modal make room while another library shows a window over the page, as wallets do that
 * ask inside it: a modal dialog of HTML would block it, for the pointer and the keyboard. What lay
 * there before the modal opened does not count. A window that came while a wallet was asked gets
 * the focus, which the browser has refused it before.
 * @returns the function that ends it
 */
export function followOverlays(kit: Kit): () => void {
  const before = new Set(childrenOver())
  let above: readonly Element[] = []

  function update() {
    // a test has ended its page, and what changed there is told afterwards
    if (typeof document === 'undefined') return
    const now = childrenOver().filter((child) => !before.has(child))
    const [added] = now.filter((child) => !above.includes(child))
    if (now.length > 0 !== above.length > 0) kit.store.setState({ overlaid: now.length > 0 })
    above = now
    if (
      added &&
      Object.values(kit.getState().sessions).some(({ status }) => status === 'connecting')
    )
      requestAnimationFrame(() => give(added))
  }

  // libraries of movement change the style of a child with each frame
  let frame = 0
  const scheduleUpdate = () => {
    frame ||=
      globalThis.requestAnimationFrame?.(() => {
        frame = 0
        update()
      }) ?? 0
  }
  const observer = new MutationObserver(update)
  observer.observe(document.body, { childList: true })
  // a library may show what it has put there earlier; of what is inside only its root is followed
  const shown = new MutationObserver(scheduleUpdate)
  const follow = () =>
    [...document.body.children].forEach(
      (child) =>
        child.matches(ignored) ||
        shown.observe(child, {
          attributes: true,
          attributeFilter: ['style', 'class', 'hidden', 'open'],
          childList: true,
        }),
    )
  const added = new MutationObserver(follow)
  added.observe(document.body, { childList: true })
  follow()
  return () => {
    cancelAnimationFrame(frame)
    for (const one of [observer, shown, added]) one.disconnect()
    kit.store.setState({ overlaid: false })
  }
}

/**
 * The children of the body that lie over the page. What a library shows in the browser's top layer
 * lies over the modal by itself.
 */
const childrenOver = (): readonly Element[] =>
  [...document.body.children].filter((child) => {
    if (child.matches(ignored)) return false
    const parts = partsOf(child)
    // within :is() a browser ignores what it does not know
    return parts.some(isWindow) && !parts.some((part) => part.matches(':is(:modal, :popover-open)'))
  })

/** An element with what is in it, also in an open shadow root. */
const partsOf = (element: Element): readonly Element[] => [
  element,
  ...[...element.querySelectorAll('*'), ...(element.shadowRoot?.querySelectorAll('*') ?? [])].slice(
    0,
    maxElements,
  ),
]

/** Whether an element is fixed over the page, large enough to be used, and takes presses. */
function isWindow(element: Element): boolean {
  const { position, visibility, pointerEvents } = getComputedStyle(element)
  const { width, height } = element.getBoundingClientRect()
  return (
    (position === 'fixed' || position === 'absolute') &&
    visibility === 'visible' &&
    pointerEvents !== 'none' &&
    width >= minSize.width &&
    height >= minSize.height
  )
}

/** Gives a window the focus, unless it has taken it. */
function give(added: Element): void {
  if (added.contains(document.activeElement)) return
  const [first] = partsOf(added).filter(
    (part) =>
      part instanceof HTMLElement &&
      part.matches('input, button, a[href], select, textarea, iframe, [tabindex]'),
  )
  if (first instanceof HTMLElement) first.focus()
}
