import type { ManualClock } from 'latchkey/testing'
import type { ScreenState } from './screenState.ts'

/**
 * Real milliseconds of several pauses, one after another. Requests can finish during a pause. After
 * each pause, the manual clock runs the timers that are due.
 */
const pauses = [20, 40, 90, 150, 200]

/** Matches the link that opens an app. */
const openLink = 'a.button[data-variant=primary]'
/** Waits at most this many milliseconds for a part of a screen. */
const patience = 30_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Types and presses what the screen's state requires, as soon as the elements exist. Then waits
 * until React has rendered the result, and advances the clock.
 */
export async function completeScreen(
  { typed, opened, pressed, later, passes }: ScreenState,
  clock: ManualClock,
): Promise<void> {
  await settle(clock)
  if (typed !== undefined) type(await found('input'), typed)
  if (opened) press(await found(openLink))
  for (const selector of pressed ?? []) press(await found(selector))
  if (pressed) await settle(clock)
  await wait(100)
  clock.advance(later ?? 0)
  if (passes) await pass(passes, clock)
  document.documentElement.dataset.screen = 'ready'
}

/** Advances the clock in steps until an element is shown. @throws Error if it does not appear */
async function pass(
  { every, until }: NonNullable<ScreenState['passes']>,
  clock: ManualClock,
): Promise<void> {
  for (let step = 0; step < 1_000 && !inModal(until); step += 1) {
    await wait(10)
    clock.advance(every)
  }
  await found(until)
}

/** Gives requests time to finish, and runs the timers that are due. */
async function settle(clock: ManualClock): Promise<void> {
  for (const pause of pauses) {
    await wait(pause)
    clock.advance(0)
  }
}

const inModal = (selector: string) =>
  [...document.querySelectorAll('[data-latchkey]')]
    .map(({ shadowRoot }) => shadowRoot?.querySelector(selector))
    .find(Boolean)

/**
 * Returns the first matching element in the modal, as soon as it exists. @throws Error if it does
 * not appear
 */
async function found(selector: string): Promise<Element> {
  for (const until = Date.now() + patience; Date.now() < until; await wait(50)) {
    const element = inModal(selector)
    if (element) return element
  }
  throw new Error(`The screen has no ${selector}.`)
}

/** Presses an element. If it is a link, the link is not followed. */
function press(element: Element): void {
  if (element instanceof HTMLAnchorElement)
    element.addEventListener('click', (event) => event.preventDefault(), { once: true })
  if (element instanceof HTMLElement) element.click()
}

/** Types into a field as a person would. */
function type(field: Element, text: string): void {
  // sets the value past React, which otherwise would not notice a change
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
