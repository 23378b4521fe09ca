import { isPageLink } from '@latchkey/protocol/links'
import * as times from '@latchkey/protocol/times'
import { useEffect, useState } from 'react'
import { readDevice } from '../../../../core/page/device.ts'
import type { Wallet } from '../../../../core/contracts/wallet.ts'
import { appLink } from '../../../../sources/phones/appLink.ts'
import { rememberWallet } from '../../../../sources/phones/rememberWallet.ts'
import { browserLink } from '../../../../sources/phones/walletLinks.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { CopyIcon } from '@latchkey/ui/CopyIcon.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import { useCopy } from '../../../hooks/useCopy.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { messages } from '../messages.ts'
import type { Proposal } from './useProposal.ts'
import { contextOf } from '../../../../core/kit/context.ts'

/**
 * The button that opens the wallet's app on a phone. The pairing already exists before the tap, so
 * that the app opens at once.
 */
export function OpenWallet({
  wallet,
  pairing,
  isLate,
  onShowCode,
}: Proposal & { wallet: Wallet; onShowCode: () => void }) {
  const t = useMessages(messages)
  const kit = useKit()
  const [openedAt, setOpenedAt] = useState<number>()
  const [isLost, setLost] = useState(false)
  const device = readDevice()
  const { href, isTab } = (pairing && appLink(wallet, pairing.uri, device)) ?? {}
  const inside = browserLink(wallet.in_app_browser, location.href)

  useEffect(() => {
    if (openedAt === undefined) return
    return contextOf(kit).clock.setTimeout(
      () => setLost(document.visibilityState === 'visible'),
      times.openHint,
    )
  }, [openedAt, kit])

  function onOpen() {
    if (!href) return
    rememberWallet(kit, wallet)
    setOpenedAt(contextOf(kit).clock.now())
  }

  return (
    <>
      <Progress
        status={isLost ? 'idle' : 'waiting'}
        picture={<Picture name={wallet.name} src={wallet.image_url} size={64} />}
        title={t(isLost ? 'nothingTitle' : 'openTitle', { wallet: wallet.name })}
        text={t(isLate ? 'lateText' : isLost ? 'nothingText' : 'openText', { wallet: wallet.name })}
      />
      <a
        className="button"
        data-variant="primary"
        data-autofocus=""
        aria-disabled={!href}
        href={href}
        target={isTab ? '_blank' : undefined}
        rel={isTab ? 'noopener' : undefined}
        onClick={onOpen}
      >
        {isTab ? t('openTab') : t('open', { wallet: wallet.name })}
      </a>
      {inside && (
        <a className="button" data-variant="quiet" href={inside} target="_blank" rel="noreferrer">
          {t('openBrowser', { wallet: wallet.name })}
        </a>
      )}
      {isLost && <OtherWays wallet={wallet} pairing={pairing} onShowCode={onShowCode} />}
    </>
  )
}

/** What the visitor can do if the app did not open: its store, the QR code, or copying the link. */
function OtherWays({
  wallet,
  pairing,
  onShowCode,
}: {
  wallet: Wallet
  pairing: Proposal['pairing']
  onShowCode: () => void
}) {
  const t = useMessages(messages)
  const copy = useCopy()
  const { isIos } = readDevice()
  const store = (isIos ? [wallet.app_store] : [wallet.play_store, wallet.app_store]).find(
    isPageLink,
  )
  return (
    <>
      {store && (
        <a
          className="button"
          data-variant="secondary"
          href={store}
          target="_blank"
          rel="noreferrer"
        >
          {t('getWallet', { wallet: wallet.name })}
        </a>
      )}
      <Button onClick={onShowCode}>{t('showCode')}</Button>
      <Button
        variant="quiet"
        onClick={() =>
          pairing && void copy(pairing.uri, { done: t('linkCopied'), failed: t('copyFailed') })
        }
      >
        <CopyIcon />
        {t('copyLink')}
      </Button>
    </>
  )
}
