import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { KitError } from '../../../core/errors/KitError.ts'
import type { Account } from '../../../core/kit/state.ts'
import { isRequired } from '../../../domains/siwx/siwxOf.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { useCurrentWallet } from '../../hooks/useConnectedWallets.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useWalletProblem } from '../../hooks/useWalletProblem.ts'
import { messages } from './messages.ts'
import { useSigning } from './useSigning.ts'
import { useSite } from './useSite.ts'

/**
 * The button that sends the message to the wallet for a signature, and another that shows the
 * message. After a failure the problem is shown, and the button can be pressed again.
 */
export function SignMessage({ account, cancel }: { account: Account; cancel: ReactNode }) {
  const t = useMessages(messages)
  const kit = useKit()
  const site = useSite()
  const wallet = useCurrentWallet()
  const name = wallet?.name ?? ''
  const textOf = useProblemText()
  const { prepared, isSigning, problem, proceed } = useSigning(account)
  const isBusy = prepared.status === 'pending' || (prepared.status === 'ready' && isSigning)
  const alert = problem && textOf(problem.error)
  const next = prepared.status === 'failed' ? t('retry') : t('sign')

  return (
    <Screen
      title={t('title')}
      footer={
        <div className="siwx-buttons">
          {cancel}
          <Button
            variant="primary"
            data-autofocus=""
            aria-disabled={isBusy || undefined}
            onClick={proceed}
          >
            {isSigning ? t('waiting', { wallet: name }) : next}
          </Button>
        </div>
      }
    >
      <div className="siwx-sides">
        <Picture name={site.name} src={site.icon} size={56} />
        <Picture name={name} src={wallet?.icon} size={56} />
      </div>
      <h3 className="siwx-heading">
        {t('heading', {
          domain: prepared.status === 'ready' ? prepared.signIn.data.domain : site.name,
        })}
      </h3>
      <p className="help">{t('text', { wallet: name })}</p>
      {isRequired(kit) && <p className="help">{t('required')}</p>}
      {alert && (
        <p className="siwx-problem" role="alert">
          {alert}
        </p>
      )}
      <Message text={prepared.status === 'ready' ? prepared.signIn.message : undefined} />
    </Screen>
  )
}

/** The button that shows the message, and the message itself. Without `text` nothing is shown. */
function Message({ text }: { text: string | undefined }) {
  const t = useMessages(messages)
  const [isShown, setIsShown] = useState(false)
  const id = useId()
  if (text === undefined) return null
  return (
    <>
      <Button
        variant="quiet"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setIsShown(!isShown)}
      >
        {t(isShown ? 'hide' : 'show')}
      </Button>
      {/* it scrolls, so the keyboard must be able to reach it */}
      {isShown && (
        <pre
          className="siwx-message"
          id={id}
          tabIndex={0}
          role="region"
          aria-label={t('message')}
          dir="auto"
        >
          {text}
        </pre>
      )}
    </>
  )
}

/** Values of `details` with which `createSiwxServer` says that the message is not valid now. */
const ofClock: ReadonlySet<unknown> = new Set(['notYetValid', 'expired'])
/** Codes that mean that a function of the site has failed or timed out. */
const siteErrors: ReadonlySet<string> = new Set([
  'httpFailed',
  'httpTimeout',
  'answerInvalid',
  'requestAborted',
])

/**
 * Returns a function that gives the text of a failure, caused by the clock, the wallet or the site.
 */
function useProblemText(): (error: unknown) => string {
  const t = useMessages(messages)
  const site = useSite()
  const wallet = useCurrentWallet()
  const problemOf = useWalletProblem()
  return (error) => {
    if (KitError.is(error) && ofClock.has(error.details)) return t('clock')
    return KitError.is(error) && !siteErrors.has(error.code)
      ? problemOf(error, wallet?.name ?? '')
      : t('failed', { site: site.name })
  }
}
