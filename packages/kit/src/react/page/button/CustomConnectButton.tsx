import type { ReactNode } from 'react'
import { useConnectButton } from './useConnectButton.ts'
import type { ConnectButtonState } from './useConnectButton.ts'

type Props = {
  /** Draws the button. */
  children: (button: ConnectButtonState) => ReactNode
  /** The text while no wallet is connected. @default 'Connect wallet', in the kit's language */
  label?: string
  /** Whether the account's balance of the network's own coin is requested. @default false */
  balance?: boolean
}

/**
 * A button of the site's own: everything that the kit's button knows and does, and no markup. The
 * same as the hook `useConnectButton`.
 */
export function CustomConnectButton({ children, ...options }: Props) {
  return children(useConnectButton(options))
}
