import type { Kit } from '../../../core/kit/kit.ts'

/**
 * The minimum size of a window of another library, in CSS pixels. Messages of a page are smaller.
 */
const minSize = { width: 200, height: 120 }
/** The maximum number of elements that are checked in a child of the body. */
const maxElements = 60

/** Elements that are not windows of the page: the kit's own, and invisible ones. */
const ignored = '[data-latchkey], script, style, link, template, noscript'

/**
 * Makes room while another library shows a window over the page, as wallets do for a request inside
 * the page: a modal HTML dialog would block its pointer and keyboard input. Elements that lay over
 * the page before the modal opened do not count. A window that appears during a request to a wallet
 * gets the focus, which the browser refused it before.
 * @returns the function that ends it
 */
export function followOverlays(kit: Kit): () => void {
  const before = new Set(childrenOver())
  let above: readonly Element[] = []

  function update() {
    // a test has closed its page, and later changes of it are still reported
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

  // animation libraries change the style of a child with each frame
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
  // a library may show an element that it added earlier; inside an element only its root is
  // observed
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
 * The children of the body that lie over the page. Elements in the browser's top layer lie above
 * the modal in any case.
 */
const childrenOver = (): readonly Element[] =>
  [...document.body.children].filter((child) => {
    if (child.matches(ignored)) return false
    const parts = partsOf(child)
    // a browser ignores unknown selectors inside :is()
    return parts.some(isWindow) && !parts.some((part) => part.matches(':is(:modal, :popover-open)'))
  })

/** An element with its descendants, including those in an open shadow root. */
const partsOf = (element: Element): readonly Element[] => [
  element,
  ...[...element.querySelectorAll('*'), ...(element.shadowRoot?.querySelectorAll('*') ?? [])].slice(
    0,
    maxElements,
  ),
]

/** Whether an element is fixed over the page, large enough to be used, and receives presses. */
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

/** Moves the focus to a window, unless it has taken it. */
function give(added: Element): void {
  if (added.contains(document.activeElement)) return
  const [first] = partsOf(added).filter(
    (part) =>
      part instanceof HTMLElement &&
      part.matches('input, button, a[href], select, textarea, iframe, [tabindex]'),
  )
  if (first instanceof HTMLElement) first.focus()
}
