/**
 * Screens of the wallet in jsdom, and presses of a visitor: jsdom has neither layout nor
 * trusted presses.
 */
import { act } from 'react'
import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'

/** Milliseconds after which a visible screen can be pressed, with a margin. */
const settled = 700

/**
 * Adds missing functions of jsdom: everything is visible, has its size, and has the focus. Clocks
 * stand still.
 */
export function stubLayout(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  class Observer {
    readonly report: (entries: object[]) => void
    constructor(report: (entries: object[]) => void) {
      this.report = report
    }
    observe(target: Element) {
      this.report([{ target, isIntersecting: true, intersectionRatio: 1, isVisible: true }])
    }
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal(
    'ResizeObserver',
    class extends Observer {
      override observe() {}
    },
  )
  // stays set after this test, for work that ends late
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  document.hasFocus = () => true
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

/** Renders a screen, and removes it when the test ends. */
export async function drawScreen(screen: ReactElement) {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(() => root.unmount())
    place.remove()
  })
  await act(() => root.render(screen))
  await pass(0)

  function find<kind extends HTMLElement>(selector: string, name: string): kind {
    const found = [...place.querySelectorAll<kind>(selector)].find((element) =>
      (element.getAttribute('aria-label') ?? element.textContent)
        .replace(/[\u2068\u2069]/g, '')
        .startsWith(name),
    )
    if (!found) throw new Error(`There is no ${name} in ${place.textContent}`)
    return found
  }
  return {
    text: () => place.textContent,
    /** Renders another state of the screen. */
    draw: (next: ReactElement) => act(async () => root.render(next)),
    button: (name: string) => find<HTMLButtonElement>('button', name),
    field: (name: string) => {
      const input = find('label', name).parentElement?.querySelector('input')
      if (!input) throw new Error(`There is no field ${name}`)
      return input
    },
    tick: async () => {
      const box = place.querySelector<HTMLInputElement>('input[type=checkbox]')
      if (box)
        await act(() =>
          fire(box, new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })),
        )
    },
  }
}

/** Lets time pass, and runs everything that is due. */
export const pass = (milliseconds = settled): Promise<void> =>
  act(async () => {
    for (let step = 0; step < 3; step++)
      await vi.advanceTimersByTimeAsync(step === 0 ? milliseconds : 0)
  })

/** Types into a field. */
export async function write(field: HTMLInputElement, text: string): Promise<void> {
  // React reads the value that the element itself stores
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  await act(() => void field.dispatchEvent(new Event('input', { bubbles: true })))
}

/** The pointer goes down on an element. */
export const press = (element: Element): Promise<unknown> =>
  act(async () =>
    fire(element, new MouseEvent('pointerdown', { bubbles: true, cancelable: true, detail: 1 })),
  )

/**
 * The pointer goes up on the same element. `detail`: the number of the click, as browsers
 * count it in a double click.
 */
export const release = (element: Element, detail = 1): Promise<unknown> =>
  act(async () =>
    fire(element, new MouseEvent('click', { bubbles: true, cancelable: true, detail })),
  )

/**
 * Presses Enter. As in a browser, this clicks the element if it is a button, otherwise the button
 * that submits the field's form. `repeat`: the key was held down before. `taken`: the event's
 * members while an input method uses the key.
 */
export const enter = (
  element: HTMLElement,
  repeat = false,
  taken: KeyboardEventInit = {},
): Promise<void> =>
  act(async () => {
    element.focus()
    if (
      !fire(
        element,
        new KeyboardEvent('keydown', {
          key: 'Enter',
          repeat,
          bubbles: true,
          cancelable: true,
          ...taken,
        }),
      )
    )
      return
    const target =
      element instanceof HTMLInputElement ? element.form?.querySelector('[type=submit]') : element
    if (target)
      fire(target, new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }))
  })

/**
 * Dispatches a trusted event, which no page can create, through jsdom's internals.
 * @returns whether its default was not prevented
 */
function fire(target: Element, event: Event): boolean {
  const [own, its] = [sideOf(target), sideOf(event)]
  its['isTrusted'] = true
  const dispatch = own['_dispatch']
  if (typeof dispatch !== 'function') throw new Error('jsdom has changed')
  dispatch.call(own, its)
  return !event.defaultPrevented
}

/** jsdom's internal object behind an object of the page. */
function sideOf(object: object): Record<string, unknown> {
  const symbol = Object.getOwnPropertySymbols(object).find(
    ({ description }) => description === 'impl',
  )
  if (!symbol) throw new Error('jsdom has changed')
  return Reflect.get(object, symbol) as Record<string, unknown> // an object of jsdom
}
