import type { ComponentProps } from 'react'
import { AvatarSlot } from './AvatarSlot.tsx'
import type { Face } from './Face.tsx'
import { mapResponsive } from './responsive.ts'
import type { Responsive } from './responsive.ts'
import type { DrawnAccount } from './useConnectButton.ts'
import type { useWords } from './words.ts'

/** What a button shows of an account: its picture, its name or shortened address, or both. */
export type AccountParts = 'full' | 'avatar' | 'name'

type Options = {
  isUnsupported: boolean
  parts?: Responsive<AccountParts>
  balance?: Responsive<boolean>
}

/**
 * The content of a button about the connected account, or the one that is expected. @param
 * options.isAway the wallet is on a network that the site does not have
 */
export function accountFace(
  t: ReturnType<typeof useWords>,
  account: Pick<DrawnAccount, 'address' | 'text'> & Partial<DrawnAccount>,
  { isUnsupported: isAway, parts = 'full', balance = false }: Options,
): ComponentProps<typeof Face> {
  const { text, balance: amount } = account
  return {
    // the visible text is a part of the name, word for word
    label:
      t('account', text) +
      (balance !== false && amount ? ` ${amount.text}` : '') +
      (isAway ? `. ${t('unsupported')}` : ''),
    text,
    picture: <AvatarSlot {...account} isMarked={isAway} />,
    sideText: balance === false ? undefined : amount?.text,
    variant: 'quiet',
    view: 'Account',
    parts: {
      picture: mapResponsive(parts, (one) => one !== 'name'),
      text: mapResponsive(parts, (one) => one !== 'avatar'),
      aside: balance,
    },
  }
}
