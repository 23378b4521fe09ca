import { preconnect } from '../../../core/http/preconnect.ts'
import { readDevice } from '../../../core/page/device.ts'
import type { ConnectRow } from '../../../domains/wallets/inGroups.ts'
import { useConnectRows } from '../../hooks/useConnectRows.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { LazyPart } from '../../modal/LazyPart.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Mark } from '@latchkey/ui/Mark.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { RowButton, SkeletonRow, Tag } from '@latchkey/ui/Row.tsx'
import { useRouter } from '../router.ts'
import { fetchView } from '../fetchView.ts'
import { useConnectFor } from '../useConnectFor.ts'
import { countText } from './countText.ts'
import { messages } from './messages.ts'
import { useOpenConnector } from './useOpenConnector.ts'

/** Loads the list for a phone, which is shown if there is no relay. */
const ownBrowsers = () => import('./OwnBrowsers.lazy.tsx')

/**
 * The wallets to choose from, and the row for all other wallets. Each group that the site has
 * configured has a heading, and so do the wallets after the groups.
 */
export function WalletRows() {
  const t = useMessages(messages)
  const router = useRouter()
  const { namespace: wanted } = useConnectFor()
  const rows = useConnectRows().filter(
    (row) =>
      wanted === undefined ||
      row.kind !== 'connector' ||
      row.connectors.some(({ namespace }) => namespace === wanted),
  )
  const hasAll = rows.some(({ kind }) => kind === 'all')

  if (rows.length === 0 && readDevice().isPhone)
    return (
      <LazyPart load={ownBrowsers} fallback={<SkeletonRow />}>
        {({ OwnBrowsers }) => <OwnBrowsers />}
      </LazyPart>
    )
  if (rows.length === 0)
    return (
      <Notice
        icon="wallet"
        title={t('noneTitle')}
        action={
          <Button variant="primary" onClick={() => router.push('GetWallet')}>
            {t('noneAction')}
          </Button>
        }
      >
        {t('noneText')}
      </Notice>
    )

  const names = [...new Set(rows.map(({ groupName }) => groupName))]
  return names.map((name, index) => {
    const own = rows.filter(({ groupName }) => groupName === name)
    const heading =
      name ?? (index > 0 && own.some(({ kind }) => kind !== 'all') ? t('others') : undefined)
    return (
      <WalletList
        key={name ?? ''}
        rows={own}
        hasAll={hasAll}
        heading={heading}
        id={`latchkey-group-${index}`}
      />
    )
  })
}

/** One list of wallets, with or without a heading. */
function WalletList({
  rows,
  hasAll,
  heading,
  id,
}: {
  rows: readonly ConnectRow[]
  hasAll: boolean
  heading: string | undefined
  id: string
}) {
  const t = useMessages(messages)
  return (
    <div>
      {heading && (
        <h3 className="connect-group" id={id}>
          <span dir="auto">{heading}</span>
        </h3>
      )}
      <ul
        className="stack"
        aria-label={heading ? undefined : t('wallets')}
        aria-labelledby={heading && id}
        aria-busy={rows.some(({ kind }) => kind === 'pending')}
      >
        {rows.map((row) => (
          <li key={row.key}>
            <WalletRow row={row} hasAll={hasAll} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type RowProps = {
  row: ConnectRow
  /**
   * Whether the list of all wallets is offered. On a phone, the QR code is offered only without it.
   */
  hasAll: boolean
}

/** One row of the Connect screen; a press opens the row's screen. */
function WalletRow({ row, hasAll }: RowProps) {
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
  const kit = useKit()
  const router = useRouter()
  // the list is loaded when a press is likely; after a failure, the press loads it again
  const prepare = () => void fetchView(kit, 'AllWallets').catch(() => {})
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
      onPointerEnter={prepare}
      onFocus={prepare}
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
