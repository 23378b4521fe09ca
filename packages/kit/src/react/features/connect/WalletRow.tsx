import { readDevice } from '../../../core/page/device.ts'
import { preconnect } from '../../../core/http/preconnect.ts'
import type { ConnectRow } from '../../../domains/wallets/connectRows.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Mark } from '@latchkey/ui/Mark.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { RowButton, SkeletonRow, Tag } from '@latchkey/ui/Row.tsx'
import { useRouter } from '../router.ts'
import { countText } from './countText.ts'
import { messages } from './messages.ts'
import { useOpenConnector } from './useOpenConnector.ts'

type Props = {
  row: ConnectRow
  /** Whether the list of all wallets is offered. A phone shows a QR code only without it. */
  hasAll: boolean
}

/** One row of the Connect screen; a press opens the row's screen. */
export function WalletRow({ row, hasAll }: Props) {
  const t = useMessages(messages)
  const router = useRouter()
  const openConnector = useOpenConnector()
  const kit = useKit()
  const locale = useFormatLocale()
  switch (row.kind) {
    case 'pending':
      return <SkeletonRow />
    case 'all':
      return (
        <RowButton
          icon={
            <Mark isQuiet>
              <Icon name="grid" />
            </Mark>
          }
          title={t('allTitle')}
          end={row.count !== undefined && <Tag>{countText(row.count, locale)}</Tag>}
          onClick={() => router.push('AllWallets')}
        />
      )
    case 'walletConnect': {
      const { isPhone } = readDevice()
      const open = () =>
        isPhone && hasAll ? router.push('AllWallets') : router.push('ConnectingWalletConnect', {})
      return (
        <RowButton
          icon={
            <Mark>
              <Icon name="scan" />
            </Mark>
          }
          title={t('walletConnect')}
          end={!isPhone && <Tag>{t('qrTag')}</Tag>}
          onPointerDown={({ button, isPrimary }) =>
            button === 0 && isPrimary && !(isPhone && hasAll) && preconnect(kit, 'walletConnect')
          }
          onClick={open}
        />
      )
    }
    case 'connector': {
      const {
        connectors: [{ id, name, icon, type }],
        wallet,
        isRecent,
        detail,
      } = row
      const tag = isRecent ? t('recent') : type === 'injected' && t('installed')
      const open = () => openConnector(id)
      return (
        <RowButton
          icon={<Picture name={name} src={icon ?? wallet?.image_url} />}
          title={name}
          detail={detail}
          end={tag && <Tag>{tag}</Tag>}
          onClick={open}
        />
      )
    }
    case 'wallet': {
      const { wallet, isRecent, detail } = row
      // a wallet without WalletConnect must be installed first
      const open = () =>
        wallet.supports_wc === false
          ? router.push('Downloads', { wallet })
          : router.push('ConnectingWalletConnect', { wallet })
      return (
        <RowButton
          icon={<Picture name={wallet.name} src={wallet.image_url} />}
          title={wallet.name}
          detail={detail}
          end={isRecent && <Tag>{t('recent')}</Tag>}
          onClick={open}
        />
      )
    }
  }
}
