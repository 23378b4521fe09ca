import type { Router } from '../../router/createRouter.ts'

const focusable = 'button, a, input, [tabindex]'
/** The controls in the tab order. */
const stops = ':is(button, a, input):not([tabindex="-1"], [hidden])'

/** The text that identifies a control after its screen was drawn again. */
const nameOf = (element: Element | null) => element?.ariaLabel ?? element?.textContent ?? ''

/**
 * Manages the focus in an open modal:
 * - After going back, it returns to the control that opened the other screen.
 * - If the focused element is removed, it moves to the control at the same position.
 * - If a screen begins with the focus on its title, it moves to the main action as soon as there is
 *   one.
 * - An element that the visitor focused keeps it.
 *
 * @returns the function that ends it
 */
export function holdFocus<views>(root: ShadowRoot, store: Router<views>['store']): () => void {
  const queryAll = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)]
  /** The elements in the screen that has the focus: there may be two screens. */
  const within = (selector: string) => [...(screen?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const give = (to: HTMLElement | undefined) => to?.focus({ preventScroll: true })
  /**
   * The control that was focused or pressed last, its index among the controls of the body, and its
   * screen.
   */
  let held = root.activeElement
  let index = -1
  let screen = root.querySelector('.screen')
  /** The names of the controls that opened the next screen, by the depth of the stack. */
  const origins: string[] = []
  /** The name of the control to focus after going back, until it is drawn or the visitor acts. */
  let wantedName: string | undefined

  function update() {
    // the next screen takes the focus by itself
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
    // Enter in a field triggers a click on the submit button
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

  // clicks are included because some browsers do not focus a pressed button
  const listeners = { focusin: hold, click: hold, keydown: forget, pointerdown: forget }
  for (const [event, listener] of Object.entries(listeners))
    root.addEventListener(event, listener, true)
  const observer = new MutationObserver(update)
  observer.observe(root, { childList: true, characterData: true, subtree: true })
  const leave = store.subscribe(({ stack: { length }, direction }, { stack: before }) => {
    if (length > before.length) origins[before.length] = nameOf(held)
    wantedName = length < before.length && direction === 'back' ? origins[length] : undefined
  })
  update() // this code may have been loaded after the change
  return () => {
    for (const [event, listener] of Object.entries(listeners))
      root.removeEventListener(event, listener, true)
    observer.disconnect()
    leave()
  }
}
