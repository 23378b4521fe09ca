import type { ComponentProps } from 'react'
import { truncateAddress } from '../../ui/truncateAddress.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { AvatarSlot } from './AvatarSlot.tsx'
import type { PageButton } from './PageButton.tsx'
import { useWords } from './words.ts'

/** The content of a button about the connected account; undefined while no wallet is connected. */
export function useAccountButton(): ComponentProps<typeof PageButton> | undefined {
  const t = useWords()
  const kit = useKit()
  const account = useAccount()
  const { isSupported } = useNetwork()
  const names = useKitState(({ profileNames }) => profileNames)
  if (!('account' in account)) return undefined
  const { address } = account.account
  const shown = names?.[address.toLowerCase()] ?? truncateAddress(address)
  const isAstray = !isSupported && !kit.context.options.allowUnsupportedChain
  return { label: t('account', shown) + (isAstray ? `. ${t('unsupported')}` : ''), text: shown, picture: <AvatarSlot address={address} isMarked={isAstray} />, variant: 'quiet', view: 'Account' }
}
