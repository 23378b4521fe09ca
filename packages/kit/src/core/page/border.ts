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
 * Properties of a React element that stop these events there. Without them, React passes events out
 * of a portal to the components around it.
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
 * does. Clicks are not in this list, because a copy of a click would press twice.
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
 * Keeps the visitor's input inside a shadow root away from the page, until the returned function is
 * called: the page's hotkeys, focus traps, scroll locks and "press outside" handlers must not react
 * to it.
 *
 * Keys, presses and focus events are stopped at the window, before the listeners of the document. A
 * copy that does not leave the shadow root is dispatched to the target. Attributes by which the
 * page's dialogs hide the host from screen readers are removed.
 *
 * Some listeners of the page still receive events. A capturing listener that was added to `window`
 * before this call gets all events. Other capturing listeners of `window` or the document get the
 * events that are not stopped here.
 * @returns the function that removes the border
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
  // A focus trap of the page calls `preventDefault` on clicks outside of it, and then a click on a
  // button has no effect.
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
  // otherwise a focus trap of the page would move the focus back into the page
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
 * the beginning and the end of touches.
 */
function copyOf(event: Event): Event | undefined {
  if (event.type.startsWith('touch')) return undefined
  const facts: Record<string, unknown> = {}
  for (const name in event) facts[name] = Reflect.get(event, name)
  // every event class of the browser has this constructor
  const Kind = event.constructor as new (type: string, facts: object) => Event
  return new Kind(event.type, { ...facts, composed: false })
}
