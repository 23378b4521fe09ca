import { systemClock } from './clock.ts'

/** Events of the visitor's input and their consequences, with the names of React's handlers. */
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
 * Properties of a React element that stop these events from reaching the components around a
 * portal: React passes them up its own tree.
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
const nativeEvents = [
  ...bubbling.map((name) => name.toLowerCase()),
  'dblclick',
  'focusin',
  'focusout',
  'beforeinput',
  'selectstart',
]

/**
 * Events that dialogs, focus traps and hotkeys of pages receive on the document before the target
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

/** Attributes that a page's dialog sets on all elements outside of it. */
const marks = ['aria-hidden', 'inert']

/**
 * Makes the host of a shadow root a border while it shows something: the page does not receive the
 * visitor's input inside it. The page's hotkeys, focus traps, scroll locks and "press outside"
 * handlers are for the page only.
 *
 * Keys, presses and focus events are stopped at the window, before the listeners of the document. A
 * copy that does not leave the shadow root is dispatched inside. The page's dialogs do not hide the
 * host from screen readers.
 *
 * Two kinds of listeners still receive events: one that was added to `window` with `capture` before
 * gets all of them, and any other capturing listener of `window` or the document gets the events
 * that are not stopped here.
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
  // A focus trap of the page prevents the clicks outside of it. A prevented click presses nothing.
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
  // otherwise the page would take the focus back
  const onLeave = (event: FocusEvent) =>
    event.relatedTarget === host && event.stopImmediatePropagation()
  const show = () => marks.forEach((mark) => host.hasAttribute(mark) && host.removeAttribute(mark))

  for (const type of nativeEvents)
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
 * A copy of the event for the shadow root alone. Undefined for a touch: the kit has no listener for
 * the begin and the end of touches.
 */
function copyOf(event: Event): Event | undefined {
  if (event.type.startsWith('touch')) return undefined
  const facts: Record<string, unknown> = {}
  for (const name in event) facts[name] = Reflect.get(event, name)
  // an event of the browser itself
  const Kind = event.constructor as new (type: string, facts: object) => Event
  return new Kind(event.type, { ...facts, composed: false })
}
