import { addressKey } from '@latchkey/protocol/address'
import { useMessages } from '../../i18n/useMessages.ts'
import { IconButton } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { RowButton } from '@latchkey/ui/Row.tsx'
import { truncateAddress } from '@latchkey/ui/truncateAddress.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { messages } from './messages.ts'
import type { ListedWallet } from './withUniqueLabels.ts'
import { contextOf } from '../../../core/kit/context.ts'

type Props = {
  wallet: ListedWallet
  onChoose: () => void
  /** Undefined for the only wallet, which the button at the foot of the screen disconnects. */
  onRemove: (() => void) | undefined
}

/** A connected wallet: its name, its account and network, and whether it is in use. */
export function WalletItem({
  wallet: { name, title, label, icon, accounts, networkId, isCurrent, isSelectable },
  onChoose,
  onRemove,
}: Props) {
  const t = useMessages(messages)
  const { networks } = contextOf(useKit())
  const network =
    networks.find((network) => network.networkId === networkId)?.network.name ?? t('elsewhere')
  const [{ address, type, name: ownName } = { address: '', type: undefined, name: undefined }] =
    accounts
  const profileName = useKitState(({ profileNames }) => profileNames?.[addressKey(address)])
  return (
    <div className="profile-wallet">
      <RowButton
        icon={
          <span className="profile-icon">
            <Picture name={name} src={icon} />
            {isCurrent && (
              <span className="profile-badge">
                <Icon name="check" />
              </span>
            )}
          </span>
        }
        title={title}
        detail={
          <>
            {ownName !== undefined && <bdi className="profile-own-name">{ownName}</bdi>}
            {profileName ? (
              <bdi className="profile-name">{profileName}</bdi>
            ) : (
              <bdi dir="ltr">{truncateAddress(address)}</bdi>
            )}
            <span className="profile-network">{network}</span>
            {type === 'smartAccount' && (
              <span className="profile-kind" dir="auto">
                {t('smartAccount')}
              </span>
            )}
          </>
        }
        aria-current={isCurrent || undefined}
        onClick={onChoose}
      />
      {onRemove && (
        <IconButton
          aria-label={t('disconnectOne', { wallet: isSelectable ? title : label })}
          onClick={onRemove}
        >
          <Icon name="disconnect" />
        </IconButton>
      )}
    </div>
  )
}
