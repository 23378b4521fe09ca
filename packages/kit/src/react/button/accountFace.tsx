import type { ComponentProps } from 'react'
import { AvatarSlot } from './AvatarSlot.tsx'
import type { Face } from './Face.tsx'
import { mapResponsive } from './responsive.ts'
import type { AccountParts, Responsive } from './responsive.ts'
import type { DrawnAccount } from './useConnectButton.ts'
import type { useWords } from './words.ts'

type Options = {
  isUnsupported: boolean
  parts?: Responsive<AccountParts>
  balance?: Responsive<boolean>
}

/**
 * Returns what a button shows about the connected account, or about the account of the last visit
 * while it is being restored.
 * @param options.isUnsupported whether the site neither lists nor allows the wallet's network
 */
export function accountFace(
  t: ReturnType<typeof useWords>,
  account: Pick<DrawnAccount, 'address' | 'text'> & Partial<DrawnAccount>,
  { isUnsupported, parts = 'full', balance = false }: Options,
): ComponentProps<typeof Face> {
  const { text, balance: amount } = account
  return {
    // the accessible name contains the visible text, so that voice control finds the button
    label:
      t('account', text) +
      (balance !== false && amount ? ` ${amount.text}` : '') +
      (isUnsupported ? `. ${t('unsupported')}` : ''),
    text,
    picture: <AvatarSlot {...account} isMarked={isUnsupported} />,
    sideText: balance === false ? undefined : amount?.text,
    variant: 'quiet',
    view: 'Account',
    parts: {
      picture: mapResponsive(parts, (part) => part !== 'name'),
      text: mapResponsive(parts, (part) => part !== 'avatar'),
      aside: balance,
    },
  }
}
