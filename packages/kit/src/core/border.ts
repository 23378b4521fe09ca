import { systemClock } from './clock.ts'

/** What a visitor does, and what follows from it, in the spelling of React's handlers. */
const bubbling = [
  'Click',
  'AuxClick',
  'ContextMenu',
  'MouseDown',
  'MouseUp',
  'MouseMove',
  'MouseOver',
  'MouseOut',
  'Wheel',
  'PointerDown',
  'PointerUp',
  'PointerMove',
  'PointerOver',
  'PointerOut',
  'PointerCancel',
  'TouchStart',
  'TouchMove',
  'TouchEnd',
  'TouchCancel',
  'KeyDown',
  'KeyPress',
  'KeyUp',
  'Input',
  'Change',
  'Submit',
  'Reset',
  'CompositionStart',
  'CompositionUpdate',
  'CompositionEnd',
  'Copy',
  'Cut',
  'Paste',
  'DragStart',
  'Drag',
  'DragEnd',
  'DragEnter',
  'DragOver',
  'DragLeave',
  'Drop',
]

/**
 * Properties of a React element that keep these events from the components around a portal: React
 * hands them up its own tree.
 */
export const borderProps: {
  readonly [handler: string]: (event: { stopPropagation(): void }) => void
} = Object.fromEntries(
  [...bubbling, 'DoubleClick', 'Focus', 'Blur'].map((name) => [
    `on${name}`,
    (event) => event.stopPropagation(),
  ]),
)

/** The DOM's names of the same events. */
const kept = [
  ...bubbling.map((name) => name.toLowerCase()),
  'dblclick',
  'focusin',
  'focusout',
  'beforeinput',
  'selectstart',
]

/**
 * Events that dialogs, focus traps and hotkeys of pages hear on the document before their target
 * does. Clicks are not among them: a copy of a click would press twice.
 */
const early = [
  'keydown',
  'keypress',
  'keyup',
  'pointerdown',
  'mousedown',
  'touchstart',
  'touchend',
  'focusin',
  'focus',
]

/** Marks that a page's dialog puts on all that is not its own. */
const marks = ['aria-hidden', 'inert']

/**
 * Makes the host of a shadow root a border, while it shows something. What the visitor does inside
 * is not told to the page: its hotkeys, focus traps, scroll locks and "press outside" are for the
 * page. Keys, presses and the focus are taken at the window, before the listeners of the document,
 * and told inside by a copy that does not leave the shadow root. The page's dialogs do not hide the
 * host from screen readers. Only a listener that captured on `window` before hears them, and one
 * that captures on `window` or the document hears the rest.
 * @returns the function that ends it
 */
export function holdBorder(host: HTMLElement): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const onEarly = (event: Event) => {
    const [target] = event.composedPath()
    if (event.target !== host || !target || target === host) return
    event.stopImmediatePropagation()
    const copy = copyOf(event)
    if (copy && !target.dispatchEvent(copy)) event.preventDefault()
  }
  // a focus trap of the page takes the clicks beside it away: one that it prevented has pressed
  // nothing
  const onClick = (event: Event) => {
    const [target] = event.composedPath()
    const { shadowRoot } = host
    if (event.target !== host || !target || target === host || !shadowRoot) return
    const forwarded = new AbortController()
    shadowRoot.addEventListener('click', () => forwarded.abort(), {
      signal: forwarded.signal,
      capture: true,
    })
    systemClock.setTimeout(() => {
      const isTaken = !forwarded.signal.aborted && event.defaultPrevented
      forwarded.abort()
      const copy = isTaken && copyOf(event)
      if (copy) target.dispatchEvent(copy)
    }, 0)
  }
  // the page has not lost a focus that comes here: it would fetch it back
  const onLeave = (event: FocusEvent) =>
    event.relatedTarget === host && event.stopImmediatePropagation()
  const show = () => marks.forEach((mark) => host.hasAttribute(mark) && host.removeAttribute(mark))

  for (const type of kept)
    host.addEventListener(type, (event) => event.stopPropagation(), { signal })
  for (const type of early) window.addEventListener(type, onEarly, { signal, capture: true })
  window.addEventListener('click', onClick, { signal, capture: true })
  window.addEventListener('focusout', onLeave, { signal, capture: true })
  const observer = new MutationObserver(show)
  observer.observe(host, { attributeFilter: marks })
  show()
  return () => {
    ending.abort()
    observer.disconnect()
  }
}

/**
 * The same event for the shadow root alone. Undefined for a touch: nothing of the kit's hears where
 * one begins and ends.
 */
function copyOf(event: Event): Event | undefined {
  if (event.type.startsWith('touch')) return undefined
  const facts: Record<string, unknown> = {}
  for (const name in event) facts[name] = Reflect.get(event, name)
  // an event of the browser's own
  const Kind = event.constructor as new (type: string, facts: object) => Event
  return new Kind(event.type, { ...facts, composed: false })
}
