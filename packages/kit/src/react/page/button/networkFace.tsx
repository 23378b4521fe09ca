import type { ComponentProps, ReactNode } from 'react'
import type { Face } from './Face.tsx'
import { mapResponsive } from './responsive.ts'
import type { Responsive } from './responsive.ts'
import type { ButtonNetwork } from './useConnectButton.ts'
import type { useWords } from './words.ts'

/** What a button shows of a network: its icon, its name, or both. */
export type NetworkParts = 'full' | 'icon' | 'name'

/** The content of a button about the current network. */
export function networkFace(
  t: ReturnType<typeof useWords>,
  { name, isSupported }: ButtonNetwork,
  picture: ReactNode,
  parts: Responsive<NetworkParts | 'none'> = 'full',
): ComponentProps<typeof Face> {
  const all = mapResponsive(parts, (one) => one !== 'none')
  if (!isSupported)
    return { label: t('unsupported'), variant: 'danger', view: 'Networks', parts: { all } }
  return {
    label: t('network', name),
    text: name,
    picture,
    variant: 'quiet',
    view: 'Networks',
    parts: {
      all,
      picture: mapResponsive(parts, (one) => one !== 'name'),
      text: mapResponsive(parts, (one) => one !== 'icon'),
    },
  }
}
