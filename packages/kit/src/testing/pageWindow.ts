import { optionInvalid } from '../core/options/optionInvalid.ts'
import type { WalletWindow } from './announceWallet.ts'

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
