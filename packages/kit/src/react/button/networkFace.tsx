import type { ComponentProps, ReactNode } from 'react'
import type { Face } from './Face.tsx'
import { mapResponsive } from './responsive.ts'
import type { NetworkParts, Responsive } from './responsive.ts'
import type { ButtonNetwork } from './useConnectButton.ts'
import type { useWords } from './words.ts'

/** Returns what a button shows about the current network. */
export function networkFace(
  t: ReturnType<typeof useWords>,
  { name, isSupported }: ButtonNetwork,
  picture: ReactNode,
  parts: Responsive<NetworkParts | 'none'> = 'full',
): ComponentProps<typeof Face> {
  const all = mapResponsive(parts, (part) => part !== 'none')
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
      picture: mapResponsive(parts, (part) => part !== 'name'),
      text: mapResponsive(parts, (part) => part !== 'icon'),
    },
  }
}
