import type { Kit } from '../../../core/kit/kit.ts'

/**
 * The minimum size of another library's window, in CSS pixels. A smaller element is a message of
 * the page.
 */
const minSize = { width: 200, height: 120 }
/** The maximum number of elements that are checked inside a child of the body. */
const maxElements = 60

/** Elements that are not windows of another library: the kit's own, and invisible ones. */
const ignored = '[data-latchkey], script, style, link, template, noscript'

/**
 * Makes room while another library shows a window over the page. Wallets do so for a request, and a
 * modal HTML dialog would block pointer and keyboard in their window. Elements that already lay
 * over the page before the modal opened are ignored. A window that appears while a wallet is being
 * connected gets the focus, which the modal dialog prevented before.
 * @returns the function that stops following the windows
 */
export function followOverlays(kit: Kit): () => void {
  const before = new Set(childrenOver())
  let above: readonly Element[] = []

  function update() {
    // in a test, changes are still reported after the page was closed
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

  // once a frame, because animation libraries change a child's style in every frame
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
  // A library may show an element that it added earlier. Only the element's root is observed, not
  // its descendants.
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
 * Returns the children of the body that lie over the page. Elements in the browser's top layer are
 * left out, because they lie above the modal anyway.
 */
const childrenOver = (): readonly Element[] =>
  [...document.body.children].filter((child) => {
    if (child.matches(ignored)) return false
    const parts = partsOf(child)
    // `:is()` ignores a selector that the browser does not know
    return parts.some(isWindow) && !parts.some((part) => part.matches(':is(:modal, :popover-open)'))
  })

/**
 * Returns an element and up to `maxElements` of its descendants, including those in the element's
 * own open shadow root.
 */
const partsOf = (element: Element): readonly Element[] => [
  element,
  ...[...element.querySelectorAll('*'), ...(element.shadowRoot?.querySelectorAll('*') ?? [])].slice(
    0,
    maxElements,
  ),
]

/**
 * Whether an element is positioned over the page (fixed or absolute), is large enough to be a
 * window, and receives presses.
 */
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

/** Moves the focus to a window, unless the window already has it. */
function give(added: Element): void {
  if (added.contains(document.activeElement)) return
  const [first] = partsOf(added).filter(
    (part) =>
      part instanceof HTMLElement &&
      part.matches('input, button, a[href], select, textarea, iframe, [tabindex]'),
  )
  if (first instanceof HTMLElement) first.focus()
}
