import { readDevice } from '../../../core/page/device.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { LazyPart } from '../../modal/LazyPart.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { SkeletonRow } from '@latchkey/ui/Row.tsx'
import { useRouter } from '../router.ts'
import { useConnectFor } from '../useConnectFor.ts'
import { messages } from './messages.ts'
import { useConnectRows } from '../../hooks/useConnectRows.ts'
import { WalletRow } from './WalletRow.tsx'
import type { ConnectRow } from '../../../domains/wallets/inGroups.ts'

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
