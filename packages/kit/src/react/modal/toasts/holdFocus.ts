import type { Router } from '../../router/createRouter.ts'

const focusable = 'button, a, input, [tabindex]'
/** Matches the controls that the tab key reaches. */
const stops = ':is(button, a, input):not([tabindex="-1"], [hidden])'

/** Returns the text by which a control is found again after its screen was drawn anew. */
const nameOf = (element: Element | null) => element?.ariaLabel ?? element?.textContent ?? ''

/**
 * Manages the focus in an open modal:
 * - After going back, the focus returns to the control that opened the other screen.
 * - If the focused element is removed, the focus moves to the control at the same position.
 * - If a screen starts with the focus on its title, the focus moves to the main action as soon as
 *   there is one.
 * - An element that the visitor has focused keeps the focus.
 *
 * @returns the function that stops managing the focus
 */
export function holdFocus<views>(root: ShadowRoot, store: Router<views>['store']): () => void {
  const queryAll = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)]
  /** Returns elements of the screen that has the focus. A wide modal may show two screens. */
  const within = (selector: string) => [...(screen?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const give = (to: HTMLElement | undefined) => to?.focus({ preventScroll: true })
  /**
   * The control that was focused or pressed last, its index among the controls of the body, and its
   * screen.
   */
  let held = root.activeElement
  let index = -1
  let screen = root.querySelector('.screen')
  /** The names of the controls that opened the next screen. The index is the depth of the stack. */
  const origins: string[] = []
  /**
   * The name of the control to focus after going back, until that control is drawn or the visitor
   * presses something.
   */
  let wantedName: string | undefined

  function update() {
    // the screen was left; the next screen takes the focus by itself
    if (!screen?.isConnected || screen.matches('[data-left]')) return
    const back =
      wantedName === undefined
        ? undefined
        : queryAll(`.screen:not([data-left]) ${stops}`).find((stop) => nameOf(stop) === wantedName)
    const body = within(`.screen-body ${stops}`)
    if (back) {
      wantedName = undefined
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
    // a click without a pointer: Enter in a field triggers a click on the submit button
    if (event instanceof MouseEvent && event.detail === 0) return
    const { target } = event
    const control = target instanceof Element && target.closest(focusable)
    if (!control) return
    held = control
    screen = control.closest('.screen') ?? screen
    index = within(`.screen-body ${stops}`).findIndex((stop) => stop === control)
    update()
  }
  const forget = () => (wantedName = undefined)

  // clicks as well, because some browsers do not focus a pressed button
  const listeners = { focusin: hold, click: hold, keydown: forget, pointerdown: forget }
  for (const [event, listener] of Object.entries(listeners))
    root.addEventListener(event, listener, true)
  const observer = new MutationObserver(update)
  observer.observe(root, { childList: true, characterData: true, subtree: true })
  const leave = store.subscribe(({ stack: { length }, direction }, { stack: before }) => {
    if (length > before.length) origins[before.length] = nameOf(held)
    wantedName = length < before.length && direction === 'back' ? origins[length] : undefined
  })
  update() // this code may have loaded after the screen had changed
  return () => {
    for (const [event, listener] of Object.entries(listeners))
      root.removeEventListener(event, listener, true)
    observer.disconnect()
    leave()
  }
}
