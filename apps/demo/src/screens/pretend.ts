import type { ScreenState } from './screenState.ts'

/** The real `window.open`. A screen may replace it. */
const { open } = window

/**
 * Replaces `window.open`: the new window seems blocked, open or closed, but none really opens.
 * Undefined restores the real `window.open`.
 */
export function pretendWindow(opening: ScreenState['window']): void {
  const fakeTransport = {
    closed: opening === 'closed',
    opener: null,
    close() {},
    focus() {},
    location: { replace() {} },
  }
  window.open =
    opening === undefined
      ? open
      : () => (opening === 'blocked' ? null : (fakeTransport as unknown as Window)) // the parts that the kit uses
}

/** Overrides a value that the browser reports; undefined restores the real one. */
export function overrideNavigator(property: 'userAgent' | 'onLine', value: unknown): void {
  if (value === undefined) Reflect.deleteProperty(navigator, property)
  else Object.defineProperty(navigator, property, { value, configurable: true })
}
