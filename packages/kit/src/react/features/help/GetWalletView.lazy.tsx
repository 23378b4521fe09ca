import { useMemo } from 'react'
import {
  asOwn,
  customWallets,
  featuredWalletsQuery,
  recommendedWalletsQuery,
} from '../../../domains/wallets/walletsQuery.lazy.ts'
import type { Wallet } from '../../../core/contracts/wallet.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { RowButton, SkeletonRow, Tag } from '@latchkey/ui/Row.tsx'
import { useKit } from '../../hooks/useKit.ts'
import { useQuery } from '../../hooks/useQuery.ts'
import { useRouter } from '../router.ts'
import css from './help.css?inline'
import { messages } from './messages.ts'
import { hasStores, platformsOf } from './storesOf.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * A neutral comparison of wallets, for sites that have no list of wallets. It opens only on a
 * click.
 */
const walletGuide = 'https://ethereum.org/en/wallets/find-wallet/'

/** The places of the rows that are expected. A row that is known takes the first free place. */
const places = [0, 1, 2, 3]

/**
 * For a visitor without a wallet: some wallets to install or, if the site has none, a link to a
 * comparison of wallets.
 */
export default function GetWalletView() {
  useStyles(css)
  const t = useMessages(messages)
  const { wallets, isPending, isPart, retry } = useWalletsToGet()

  if (wallets.length === 0 && !isPending)
    return (
      <Screen title={t('getTitle')}>{isPart ? <Failed retry={retry} /> : <NoWallets />}</Screen>
    )

  return (
    <Screen title={t('getTitle')}>
      <ul className="stack" aria-label={t('wallets')} aria-busy={isPending}>
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <WalletRow wallet={wallet} />
          </li>
        ))}
        {isPending &&
          places.slice(wallets.length).map((place) => (
            <li key={place}>
              <SkeletonRow />
            </li>
          ))}
      </ul>
      {isPart && (
        <div className="get-rest" role="status">
          <p className="help">{t('restFailed')}</p>
          <Button onClick={retry}>{t('retry')}</Button>
        </div>
      )}
      <p className="help">{t('getText')}</p>
    </Screen>
  )
}

/**
 * Returns the wallets to install: the featured ones, then the site's own, then the recommended
 * ones. `isPart`: some of them failed to load.
 */
function useWalletsToGet() {
  const kit = useKit()
  const { api } = contextOf(kit)
  const featured = useQuery(
    useMemo(() => (api ? featuredWalletsQuery(kit) : undefined), [kit, api]),
  )
  const recommended = useQuery(
    useMemo(() => (api ? recommendedWalletsQuery(kit) : undefined), [kit, api]),
  )
  const listed = [featured, recommended]
  const [first, rest] = listed.map((answer) => ('data' in answer && answer.data) || [])
  const wallets = asOwn(kit, [...(first ?? []), ...customWallets(kit), ...(rest ?? [])]).filter(
    hasStores,
  )
  const isPending =
    api !== undefined && listed.some(({ status }) => status === 'pending') && navigator.onLine
  return {
    wallets,
    isPending,
    isPart: api !== undefined && !isPending && listed.some(({ status }) => status !== 'success'),
    retry: () =>
      listed.filter(({ status }) => status !== 'success').forEach(({ refetch }) => refetch()),
  }
}

/** A wallet, with the platforms on which it runs; a press shows where to download it. */
function WalletRow({ wallet }: { wallet: Wallet }) {
  const t = useMessages(messages)
  const router = useRouter()
  return (
    <RowButton
      icon={<Picture name={wallet.name} src={wallet.image_url} />}
      title={wallet.name}
      detail={platformsOf(wallet)
        .map((platform) => t(platform))
        .join(' · ')}
      end={
        <Tag>
          <Icon name="chevronRight" />
        </Tag>
      }
      onClick={() => router.push('Downloads', { wallet })}
    />
  )
}

/** The notice that no wallet could be loaded. */
function Failed({ retry }: { retry: () => void }) {
  const t = useMessages(messages)
  return (
    <Notice
      icon="warning"
      title={t('failedTitle')}
      action={
        <Button variant="primary" onClick={retry}>
          {t('retry')}
        </Button>
      }
    >
      {t('failedText')}
    </Notice>
  )
}

/** The notice that the site has no list of wallets, with a link to a neutral list. */
function NoWallets() {
  const t = useMessages(messages)
  return (
    <Notice
      icon="wallet"
      title={t('noneTitle')}
      action={
        <a
          className="button"
          data-variant="primary"
          href={walletGuide}
          target="_blank"
          rel="noreferrer"
        >
          {t('noneAction')}
        </a>
      }
    >
      {t('noneText')}
    </Notice>
  )
}
