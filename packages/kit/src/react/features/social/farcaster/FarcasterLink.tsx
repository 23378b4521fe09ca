import type { Pairing } from '../../../../core/contracts/connectorSource.ts'
import { companies } from '../../../companies/companies.ts'
import { CompanyMark } from '../../../companies/CompanyMark.tsx'
import { useCopy } from '../../../hooks/useCopy.ts'
import { useCountdown } from '../../../hooks/useCountdown.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { QrCode } from '@latchkey/ui/code/QrCode.tsx'
import { CopyIcon } from '@latchkey/ui/CopyIcon.tsx'
import { Mark } from '@latchkey/ui/Mark.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import { messages } from '../messages.ts'
import css from './farcasterLink.css?inline'

/** A QR code for the phone with the Farcaster app, or on a phone a button that opens the app. */
export function FarcasterLink({ pairing, isPhone }: { pairing: Pairing; isPhone: boolean }) {
  useStyles(css)
  return isPhone ? <OpenApp uri={pairing.uri} /> : <AppCode pairing={pairing} />
}

const company = companies.farcaster.name

function OpenApp({ uri }: { uri: string }) {
  const t = useMessages(messages)
  const onCopy = useCopyLink(uri)
  return (
    <>
      <Progress
        status="waiting"
        picture={
          <Mark isQuiet isLarge>
            <CompanyMark social="farcaster" />
          </Mark>
        }
        title={t('windowTitle', { company })}
        text={t('openText', { company })}
      />
      <a
        className="button"
        data-variant="primary"
        data-autofocus=""
        href={uri}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('open', { company })}
      </a>
      <Button variant="quiet" onClick={onCopy}>
        <CopyIcon />
        {t('copy')}
      </Button>
    </>
  )
}

/** The QR code, and the time until a new code replaces it. */
function AppCode({ pairing: { uri, expiresAt } }: { pairing: Pairing }) {
  const t = useMessages(messages)
  const onCopy = useCopyLink(uri)
  const seconds = useCountdown(expiresAt)
  return (
    <div className="farcaster-link">
      <QrCode text={uri} label={t('scanLabel', { company })}>
        <Mark isQuiet>
          <CompanyMark social="farcaster" />
        </Mark>
      </QrCode>
      <p className="farcaster-link-text">{t('scanText', { company })}</p>
      <Button data-autofocus="" onClick={onCopy}>
        <CopyIcon />
        {t('copy')}
      </Button>
      <p className="farcaster-link-countdown">
        {t('renewsIn', {
          time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
        })}
      </p>
    </div>
  )
}

/** Returns the function that copies the link. */
function useCopyLink(uri: string): () => void {
  const t = useMessages(messages)
  const copy = useCopy()
  return () => void copy(uri, { done: t('copied'), failed: t('copyFailed') })
}
