import type { StoreApi } from 'zustand/vanilla'
import type { RouterState } from '../router.ts'

const focusable = 'button, a, input, [tabindex]'
/** The controls that Tab reaches. */
const stops = ':is(button, a, input):not([tabindex="-1"], [hidden])'

/** The text by which a control is recognised when its screen is drawn anew. */
const nameOf = (element: Element | null) => element?.ariaLabel ?? element?.textContent ?? ''

/**
 * Keeps the focus in an open modal. After going back, it returns to the control that opened the
 * other screen. If the focused element is removed, the focus moves to the control at its place. A
 * screen that begins with the focus on its title gives it to its main action as soon as there is
 * one. An element that the visitor focused keeps the focus.
 * @returns the function that ends it
 */
export function holdFocus<views>(
  root: ShadowRoot,
  store: StoreApi<RouterState<views>>,
): () => void {
  const queryAll = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)]
  /** Those in the screen that has the focus: there may be two. */
  const within = (selector: string) => [...(screen?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const give = (to: HTMLElement | undefined) => to?.focus({ preventScroll: true })
  /**
   * The control that was focused or pressed last; its index among the controls of the body; its
   * screen.
   */
  let held = root.activeElement
  let index = -1
  let screen = root.querySelector('.screen')
  /** Names of the controls that opened the next screen, by the depth of the stack. */
  const origins: string[] = []
  /**
   * The name of the control to focus after going back, until it is drawn or the visitor does
   * something.
   */
  let wantedSelector: string | undefined

  function update() {
    // the next screen takes the focus by itself
    if (!screen?.isConnected || screen.matches('[data-left]')) return
    const back =
      wantedSelector === undefined
        ? undefined
        : queryAll(`.screen:not([data-left]) ${stops}`).find(
            (stop) => nameOf(stop) === wantedSelector,
          )
    const body = within(`.screen-body ${stops}`)
    if (back) {
      wantedSelector = undefined
      give(back)
    } else if (held === within('.screen-title')[0])
      give(within('[data-autofocus], .screen-body [data-variant=primary]')[0])
    else if (!held?.isConnected && document.activeElement === document.body)
      give(
        body[Math.min(index, body.length - 1)] ??
          within('[data-autofocus]')[0] ??
          body[0] ??
          within('.screen-title')[0],
      )
  }

  function hold(event: Event) {
    // Enter in a field clicks the submit button
    if (event instanceof MouseEvent && event.detail === 0) return
    const { target } = event
    const control = target instanceof Element && target.closest(focusable)
    if (!control) return
    held = control
    screen = control.closest('.screen') ?? screen
    index = within(`.screen-body ${stops}`).findIndex((stop) => stop === control)
    update()
  }
  const forget = () => (wantedSelector = undefined)

  // clicks, too: some browsers do not focus a pressed button
  const listeners = { focusin: hold, click: hold, keydown: forget, pointerdown: forget }
  for (const [event, listener] of Object.entries(listeners))
    root.addEventListener(event, listener, true)
  const observer = new MutationObserver(update)
  observer.observe(root, { childList: true, characterData: true, subtree: true })
  const leave = store.subscribe(({ stack: { length }, direction }, { stack: before }) => {
    if (length > before.length) origins[before.length] = nameOf(held)
    wantedSelector = length < before.length && direction === 'back' ? origins[length] : undefined
  })
  update() // this code may have been loaded late
  return () => {
    for (const [event, listener] of Object.entries(listeners))
      root.removeEventListener(event, listener, true)
    observer.disconnect()
    leave()
  }
}
