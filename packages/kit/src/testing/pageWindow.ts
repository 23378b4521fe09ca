import { optionInvalid } from '../core/options/optionInvalid.ts'

/**
 * The event target on which wallets and sites find each other: the page's window. A test may use
 * any EventTarget.
 */
export type WalletWindow = Pick<
  EventTarget,
  'addEventListener' | 'removeEventListener' | 'dispatchEvent'
>

/**
 * The page's window, on which wallets and sites find each other.
 * @throws KitError optionInvalid where there is no page, as in plain Node
 */
export function pageWindow(): WalletWindow {
  const { window } = globalThis as { window?: WalletWindow } // plain Node has no window
  if (!window)
    throw optionInvalid(
      'window',
      'is missing: this is no page',
      'Run the test with a DOM, such as happy-dom, or set globalThis.window to a new EventTarget() before the kit starts.',
    )
  return window
}
