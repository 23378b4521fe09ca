import type { ReactNode } from 'react'
import { useConnectButton } from './useConnectButton.ts'
import type { ConnectButtonState } from './useConnectButton.ts'

type Props = {
  /** Renders the button. */
  children: (button: ConnectButtonState) => ReactNode
  /** The text while no wallet is connected. @default 'Connect wallet', in the kit's language */
  label?: string
  /** Whether the account's balance of the native token is requested. @default false */
  balance?: boolean
}

/**
 * Gives a button of the site's own the state and functions of the kit's button, without markup. It
 * is the hook `useConnectButton` as a component.
 */
export function CustomConnectButton({ children, ...options }: Props) {
  return children(useConnectButton(options))
}
