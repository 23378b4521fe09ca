import { useEffect } from 'react'
import type { Connector } from '../../../core/adapter.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { RowButton, Tag } from '../../ui/Row.tsx'
import { useKit } from '../../useKit.ts'
import { useWallets } from '../../useWallets.ts'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'
import { walletsOf } from './walletsOf.ts'

/** A neutral list of wallets, opened only by a click. */
const walletGuide = 'https://ethereum.org/en/wallets/find-wallet/'

export default function ConnectView() {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const connectors = useWallets()
  useEffect(() => kit.context.adapters.forEach((adapter) => adapter.prepare()), [kit])
  const wallets = connectors.filter(({ type }) => type !== 'walletConnect')
  const hasPhones = connectors.some(({ type }) => type === 'walletConnect')
  const recent = kit.context.storage.get('recent-wallets')?.map(({ id }) => id) ?? []
  const rank = ({ id }: Connector) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  const sorted = [...wallets].sort((a, b) => rank(a) - rank(b))

  if (sorted.length === 0 && !hasPhones)
    return (
      <Screen title={t('title')}>
        <Notice
          icon="wallet"
          title={t('noneTitle')}
          action={<a className="button" data-variant="primary" href={walletGuide} target="_blank" rel="noreferrer">{t('noneAction')}</a>}
        >
          {t('noneText')}
        </Notice>
      </Screen>
    )

  return (
    <Screen title={t('title')}>
      <ul className="stack" aria-label={t('wallets')}>
        {hasPhones && (
          <li>
            <RowButton icon={<span className="row-mark"><Icon name="scan" /></span>} title={t('walletConnect')} end={<Tag>{t('qrTag')}</Tag>} onClick={() => router.push('ConnectingWalletConnect', {})} />
          </li>
        )}
        {sorted.map(({ id, name, icon }) => (
          <li key={id}>
            <RowButton
              icon={<Picture name={name} src={icon} />}
              title={name}
              detail={sorted.some((other) => other.id !== id && other.name === name) ? id : undefined}
              end={<Tag>{recent.includes(id) ? t('recent') : t('installed')}</Tag>}
              onClick={() => router.push('ConnectingExternal', { connectorId: id })}
            />
          </li>
        ))}
        {walletsOf(kit).map(({ id, name, image_url }) => (
          <li key={id}>
            <RowButton icon={<Picture name={name} src={image_url} />} title={name} onClick={() => router.push('ConnectingWalletConnect', { walletId: id })} />
          </li>
        ))}
      </ul>
    </Screen>
  )
}
