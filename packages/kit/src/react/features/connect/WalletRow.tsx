import { readDevice } from '../../../core/page/device.ts'
import { preconnect } from '../../../core/http/preconnect.ts'
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
import type { ConnectRow } from '../../../domains/wallets/inGroups.ts'

type Props = {
  row: ConnectRow
  /**
   * Whether the list of all wallets is offered. On a phone, the QR code is offered only without it.
   */
  hasAll: boolean
}

/** One row of the Connect screen; a press opens the row's screen. */
export function WalletRow({ row, hasAll }: Props) {
  switch (row.kind) {
    case 'pending':
      return <SkeletonRow />
    case 'all':
      return <AllRow count={row.count} />
    case 'walletConnect':
      return <PhonesRow hasAll={hasAll} />
    case 'connector':
    case 'wallet':
      return <KnownRow row={row} />
  }
}

/** The row that opens the whole catalogue. It shows the number of wallets once it is known. */
function AllRow({ count }: { count: number | undefined }) {
  const t = useMessages(messages)
  const router = useRouter()
  const locale = useFormatLocale()
  return (
    <RowButton
      icon={
        <Mark isQuiet>
          <Icon name="grid" />
        </Mark>
      }
      title={t('allTitle')}
      end={count !== undefined && <Tag>{countText(count, locale)}</Tag>}
      onClick={() => router.push('AllWallets')}
    />
  )
}

/**
 * The row for wallets on phones: it opens the QR code. On a phone it opens the catalogue, if
 * offered.
 */
function PhonesRow({ hasAll }: { hasAll: boolean }) {
  const t = useMessages(messages)
  const router = useRouter()
  const kit = useKit()
  const { isPhone } = readDevice()
  const opensAll = isPhone && hasAll
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
        button === 0 && isPrimary && !opensAll && preconnect(kit, 'walletConnect')
      }
      onClick={() =>
        opensAll ? router.push('AllWallets') : router.push('ConnectingWalletConnect', {})
      }
    />
  )
}

/**
 * A wallet of this browser, or a wallet to reach on a phone or to install. It is the same button
 * for both: if the wallet turns out to be installed, the button keeps the focus.
 */
function KnownRow({ row }: { row: Extract<ConnectRow, { kind: 'connector' | 'wallet' }> }) {
  const t = useMessages(messages)
  const router = useRouter()
  const openConnector = useOpenConnector()
  const { name, icon, type } =
    row.kind === 'connector'
      ? row.connectors[0]
      : { ...row.wallet, icon: undefined, type: undefined }
  const tag = row.isRecent ? t('recent') : type === 'injected' && t('installed')

  function open() {
    if (row.kind === 'connector') return openConnector(row.connectors[0].id)
    const { wallet } = row
    // a wallet without WalletConnect must be installed first
    if (wallet.supports_wc === false) router.push('Downloads', { wallet })
    else router.push('ConnectingWalletConnect', { wallet })
  }

  return (
    <RowButton
      icon={<Picture name={name} src={icon ?? row.wallet?.image_url} />}
      title={name}
      detail={row.detail}
      end={tag && <Tag>{tag}</Tag>}
      onClick={open}
    />
  )
}
