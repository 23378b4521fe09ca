import { useMemo } from 'react'
import { browserLink } from '../../../sources/phones/walletLinks.ts'
import { ownBrowsers } from '../../../domains/wallets/ownBrowsers.ts'
import {
  asOwn,
  customWallets,
  featuredWalletsQuery,
  recommendedWalletsQuery,
} from '../../../domains/wallets/walletsQuery.lazy.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { CopyIcon } from '@latchkey/ui/CopyIcon.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { RowLink } from '@latchkey/ui/Row.tsx'
import { useCopy } from '../../hooks/useCopy.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useQuery } from '../../hooks/useQuery.ts'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * The wallets on a phone if the site has no relay. Each row opens the page in the wallet app's own
 * browser, if the app is installed.
 */
export function OwnBrowsers() {
  const t = useMessages(messages)
  const kit = useKit()
  const copy = useCopy()
  const router = useRouter()
  const { options } = contextOf(kit)
  const featured = useQuery(
    useMemo(() => (contextOf(kit).api ? featuredWalletsQuery(kit) : undefined), [kit]),
  )
  const recommended = useQuery(
    useMemo(() => (contextOf(kit).api ? recommendedWalletsQuery(kit) : undefined), [kit]),
  )
  const [first = [], rest = []] = [featured, recommended].map((answer) =>
    'data' in answer ? answer.data : undefined,
  )
  const page = location.href
  const rows = ownBrowsers(asOwn(kit, [...first, ...customWallets(kit), ...rest]), options).flatMap(
    (wallet) => {
      const href = browserLink(wallet.in_app_browser, page)
      return href === undefined ? [] : { wallet, href }
    },
  )

  return (
    <>
      <p className="help">{t('insideText')}</p>
      {rows.length > 0 && (
        <ul className="stack" aria-label={t('wallets')}>
          {rows.map(({ wallet: { id, name, image_url }, href }) => (
            <li key={id}>
              <RowLink
                icon={<Picture name={name} src={image_url} />}
                title={t('insideOpen', { wallet: name })}
                end={<Icon name="external" />}
                href={href}
                target="_blank"
                rel="noreferrer"
              />
            </li>
          ))}
        </ul>
      )}
      <Button
        onClick={() => void copy(page, { done: t('insideCopied'), failed: t('insideFailed') })}
      >
        <CopyIcon />
        {t('insideCopy')}
      </Button>
      <Button variant="quiet" onClick={() => router.push('GetWallet')}>
        {t('noneAction')}
      </Button>
    </>
  )
}
