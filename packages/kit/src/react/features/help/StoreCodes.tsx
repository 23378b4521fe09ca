import { useState } from 'react'
import { readDevice } from '../../../core/page/device.ts'
import type { Wallet } from '../../../core/contracts/wallet.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { messages } from './messages.ts'
import { StoreCode } from './StoreCode.tsx'
import { StoreLink } from './StoreLink.tsx'
import { storesOf } from './storesOf.ts'

const systems = ['ios', 'android'] as const

/**
 * What a computer shows: a QR code that opens the wallet's store on a phone, and links for this
 * browser and this computer.
 */
export function StoreCodes({ wallet }: { wallet: Wallet }) {
  const t = useMessages(messages)
  const { name } = wallet
  const { extension, desktop, homepage, ...stores } = storesOf(wallet, readDevice())
  const codes = systems.flatMap((system) => {
    const url = stores[system]
    return url ? [{ system, url }] : []
  })
  const [chosen, choose] = useState(codes[0]?.system)
  const code = codes.find(({ system }) => system === chosen)
  const hasNothing = !code && !extension && !desktop
  // without WalletConnect, a phone cannot connect to this page; only the extension can
  const isForBrowser = wallet.supports_wc === false && extension !== undefined
  const add = extension && (
    <StoreLink href={extension.url} isPrimary={isForBrowser}>
      {t(extension.store)}
    </StoreLink>
  )

  return (
    <div className="downloads">
      {isForBrowser && add}
      {isForBrowser && <p className="help">{t('reloadText')}</p>}
      {codes.length > 1 && (
        <div className="segments" role="group" aria-label={t('device')}>
          {codes.map(({ system }) => (
            <button
              key={system}
              type="button"
              aria-pressed={system === chosen}
              onClick={() => choose(system)}
            >
              {t(system)}
            </button>
          ))}
        </div>
      )}
      {code && (
        <StoreCode
          text={code.url}
          label={t(`${code.system}Code`, { wallet: name })}
          help={t('codeText', { wallet: name })}
          fallback={<StoreLink href={code.url}>{t(`${code.system}Store`)}</StoreLink>}
        >
          <Picture name={name} src={wallet.image_url} size={44} />
        </StoreCode>
      )}
      {!isForBrowser && add}
      {desktop && <StoreLink href={desktop}>{t('desktop')}</StoreLink>}
      {hasNothing && homepage && (
        <StoreLink href={homepage} isPrimary>
          {t('homepage', { wallet: name })}
        </StoreLink>
      )}
    </div>
  )
}
