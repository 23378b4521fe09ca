import { browserLink } from '../../../../sources/phones/walletLinks.ts'
import { readDevice } from '../../../../core/page/device.ts'
import type { Wallet } from '../../../../core/contracts/wallet.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { CopyIcon } from '@latchkey/ui/CopyIcon.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { QrCode, QrSkeleton } from '@latchkey/ui/code/QrCode.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { useCopy } from '../../../hooks/useCopy.ts'
import { useCountdown } from '../../../hooks/useCountdown.ts'
import { useRouter } from '../../router.ts'
import { messages } from '../messages.ts'
import css from './scanCode.css?inline'
import type { Proposal } from './useProposal.ts'

/**
 * The QR code for a phone, with its link and its remaining time. It is shown as soon as a phone can
 * connect with it. A phone cannot scan its own screen, so there the text suggests the link first.
 */
export function ScanCode({ wallet, pairing, isLate }: Proposal & { wallet: Wallet | undefined }) {
  useStyles(css)
  const t = useMessages(messages)
  const copy = useCopy()
  const router = useRouter()
  const name = wallet?.name ?? t('phoneWallet')
  const { isPhone } = readDevice()
  const ready = pairing?.isReady ? pairing : undefined
  const inside = isPhone ? browserLink(wallet?.in_app_browser, location.href) : undefined
  return (
    <div className="scan-code">
      {!ready && <QrSkeleton />}
      {pairing && (
        // drawn, but hidden, while the kit connects to the relay, so that it then shows at once
        <div hidden={!ready}>
          <QrCode text={pairing.uri} label={t('scanLabel', { wallet: name })}>
            {wallet && <Picture name={wallet.name} src={wallet.image_url} size={44} />}
          </QrCode>
        </div>
      )}
      <p className="scan-code-text">{t(isPhone ? 'pasteText' : 'scanText', { wallet: name })}</p>
      <Button
        aria-disabled={!ready}
        data-autofocus=""
        onClick={() =>
          ready && void copy(ready.uri, { done: t('linkCopied'), failed: t('copyFailed') })
        }
      >
        <CopyIcon />
        {t('copyLink')}
      </Button>
      <p className="scan-code-countdown" role={ready ? undefined : 'status'}>
        {ready ? <Countdown until={ready.expiresAt} /> : isLate ? t('lateText') : '\u00a0'}
      </p>
      {inside && (
        <a className="button" data-variant="quiet" href={inside} target="_blank" rel="noreferrer">
          {t('openBrowser', { wallet: name })}
        </a>
      )}
      {wallet && (
        <Button variant="quiet" onClick={() => router.push('Downloads', { wallet })}>
          {t('getIt')}
        </Button>
      )}
    </div>
  )
}

function Countdown({ until }: { until: number }) {
  const t = useMessages(messages)
  const seconds = useCountdown(until)
  return (
    <>
      {t('renewsIn', {
        time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
      })}
    </>
  )
}
