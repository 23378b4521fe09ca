import { useState } from 'react'
import { KitError } from '../../../core/errors/KitError.ts'
import { showToast } from '../../../core/kit/toast.ts'
import type { ConnectedWallet } from '../../../core/accounts/connectedWallets.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { SwitchRow } from '@latchkey/ui/switch/SwitchRow.tsx'
import { messages } from './messages.ts'

/**
 * Switches the account of a wallet with login between a smart account and one that only its key
 * controls. It is shown only on networks on which the wallet has smart accounts.
 */
export function SmartAccountSwitch({ wallet }: { wallet: ConnectedWallet }) {
  const t = useMessages(messages)
  const kit = useKit()
  const [pending, setPending] = useState<boolean>()
  const { smartAccountNetworks = [], networkId, accounts } = wallet
  if (!smartAccountNetworks.includes(networkId)) return null
  async function choose(isOn: boolean) {
    setPending(isOn)
    try {
      await kit.setPreferredAccountType({ type: isOn ? 'smartAccount' : 'eoa' })
    } catch (error) {
      if (!KitError.is(error, 'userRejected'))
        showToast(kit, { message: 'somethingWrong', variant: 'error' })
    } finally {
      setPending(undefined)
    }
  }
  return (
    <SwitchRow
      label={t('smartAccount')}
      detail={t('smartAccountHelp')}
      isOn={pending ?? accounts[0]?.type === 'smartAccount'}
      isBusy={pending !== undefined}
      isRaised
      onChange={(isOn) => void choose(isOn)}
    />
  )
}
