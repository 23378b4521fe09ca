import type { StoreApi } from 'zustand/vanilla'
import type { RouterState } from '../router.ts'

const focusable = 'button, a, input, [tabindex]'
/** What Tab reaches. */
const stops = ':is(button, a, input):not([tabindex="-1"], [hidden])'

/** By what a control is known again when its screen is drawn anew. */
const nameOf = (element: Element | null) => element?.ariaLabel ?? element?.textContent ?? ''

/**
 * Holds the focus in an open modal. On the way back it goes to what led away. What is removed while it has the focus hands it to what
 * stands in its place, and a title, where a screen begins that has nothing else, to the main action as soon as there is one. What the
 * visitor focuses is never taken from him.
 * @returns what ends it
 */
export function holdFocus<views>(root: ShadowRoot, store: StoreApi<RouterState<views>>): () => void {
  const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)]
  const one = (selector: string) => all(selector)[0]
  const give = (to: HTMLElement | undefined) => to?.focus({ preventScroll: true })
  /** What had the focus last, or was pressed; where among the controls of the body; on which screen. */
  let held = root.activeElement
  let place = -1
  let screen = one('.screen')
  /** Names of what led further, by the depth of the stack. */
  const led: string[] = []
  /** The name of what led away from the screen that is coming back, until it is there or the visitor does something. */
  let wanted: string | undefined

  function look() {
    if (one('.screen') !== screen) return // the next screen takes the focus by itself
    const back = wanted === undefined ? undefined : all(`.screen ${stops}`).find((stop) => nameOf(stop) === wanted)
    const body = all(`.screen-body ${stops}`)
    if (back) {
      wanted = undefined
      give(back)
    } else if (held === one('.screen-title')) give(one('.screen-body :is([data-autofocus], [data-variant=primary])'))
    else if (!held?.isConnected && document.activeElement === document.body) give(body[Math.min(place, body.length - 1)] ?? one('.screen-body [data-autofocus]') ?? body[0] ?? one('.screen-title'))
  }

  function hold(event: Event) {
    if (event instanceof MouseEvent && event.detail === 0) return // Enter in a field presses what submits it
    const { target } = event
    const control = target instanceof Element && target.closest(focusable)
    if (!control) return
    held = control
    place = all(`.screen-body ${stops}`).findIndex((stop) => stop === control)
    screen = one('.screen')
    look()
  }
  const forget = () => (wanted = undefined)

  // a press, too: some browsers focus nothing by it
  const listeners = { focusin: hold, click: hold, keydown: forget, pointerdown: forget }
  for (const [event, listener] of Object.entries(listeners)) root.addEventListener(event, listener, true)
  const observer = new MutationObserver(look)
  observer.observe(root, { childList: true, characterData: true, subtree: true })
  const leave = store.subscribe(({ stack: { length }, direction }, { stack: before }) => {
    if (length > before.length) led[before.length] = nameOf(held)
    wanted = length < before.length && direction === 'back' ? led[length] : undefined
  })
  look() // it may have come late
  return () => {
    for (const [event, listener] of Object.entries(listeners)) root.removeEventListener(event, listener, true)
    observer.disconnect()
    leave()
  }
}
