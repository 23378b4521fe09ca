import { useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { KitError } from '../../../core/errors/KitError.ts'
import type { Account } from '../../../core/kit/state.ts'
import { hideToast, showToast } from '../../../core/kit/toast.ts'
import { takePromptNext } from '../../../domains/siwx/promptNext.ts'
import { isRequired } from '../../../domains/siwx/siwxOf.ts'
import { signPrepared } from '../../../domains/siwx/signIn.ts'
import type { PreparedSignIn } from '../../../domains/siwx/signIn.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { useCurrentWallet } from '../../hooks/useConnectedWallets.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useWalletProblem } from '../../hooks/useWalletProblem.ts'
import { messages } from './messages.ts'
import { usePrepared } from './usePrepared.ts'
import { useSite } from './useSite.ts'

/**
 * The message, on demand, and the button that sends it to the wallet for a signature. After a
 * failure the problem is shown, and the button can be pressed again.
 */
export function SignMessage({ account, cancel }: { account: Account; cancel: ReactNode }) {
  const t = useMessages(messages)
  const kit = useKit()
  const site = useSite()
  const wallet = useCurrentWallet()
  const problemOf = useWalletProblem()
  const { retry, ...prepared } = usePrepared(account.accountId)
  const [isSigning, setIsSigning] = useState(false)
  const [isShown, setIsShown] = useState(false)
  const [problem, setProblem] = useState<{ error: unknown }>()
  const id = useId()

  const textOf = (error: unknown) =>
    KitError.is(error) && ofClock.has(error.details)
      ? t('clock')
      : KitError.is(error) && !siteErrors.has(error.code)
        ? problemOf(error, wallet?.name ?? '')
        : t('failed', { site: site.name })

  async function sign(signIn: PreparedSignIn) {
    setIsSigning(true)
    setProblem(undefined)
    showToast(kit, { message: 'authenticating', variant: 'loading' })
    const loading = kit.getState().toast?.id
    try {
      await signPrepared(kit, signIn)
    } catch (error) {
      if (KitError.is(error, 'signatureDeclined'))
        showToast(kit, { message: 'signatureDeclined', variant: 'error' })
      else setProblem({ error })
      retry() // each message is signed only once
    } finally {
      if (loading !== undefined) hideToast(kit, loading)
      setIsSigning(false)
    }
  }

  useEffect(() => {
    if (prepared.status === 'ready' && takePromptNext(kit, account.accountId))
      void sign(prepared.signIn)
  })

  const isReady = prepared.status === 'ready' && !isSigning
  const label = isSigning
    ? t('waiting', { wallet: wallet?.name ?? '' })
    : prepared.status === 'failed'
      ? t('retry')
      : t('sign')
  const press = () => {
    if (prepared.status === 'failed') retry()
    else if (isReady) void sign(prepared.signIn)
  }
  const alert =
    prepared.status === 'failed' ? textOf(prepared.error) : problem && textOf(problem.error)

  return (
    <Screen
      title={t('title')}
      footer={
        <div className="siwx-buttons">
          {cancel}
          <Button
            variant="primary"
            data-autofocus=""
            aria-disabled={(prepared.status !== 'failed' && !isReady) || undefined}
            onClick={press}
          >
            {label}
          </Button>
        </div>
      }
    >
      <div className="siwx-sides">
        <Picture name={site.name} src={site.icon} size={56} />
        <Picture name={wallet?.name ?? ''} src={wallet?.icon} size={56} />
      </div>
      <h3 className="siwx-heading">
        {t('heading', {
          domain: prepared.status === 'ready' ? prepared.signIn.data.domain : site.name,
        })}
      </h3>
      <p className="help">{t('text', { wallet: wallet?.name ?? '' })}</p>
      {isRequired(kit) && <p className="help">{t('required')}</p>}
      {alert && (
        <p className="siwx-problem" role="alert">
          {alert}
        </p>
      )}
      {prepared.status === 'ready' && (
        <>
          <Button
            variant="quiet"
            aria-expanded={isShown}
            aria-controls={id}
            onClick={() => setIsShown(!isShown)}
          >
            {t(isShown ? 'hide' : 'show')}
          </Button>
          {/* it scrolls, so it must be reachable by keyboard */}
          {isShown && (
            <pre
              className="siwx-message"
              id={id}
              tabIndex={0}
              role="region"
              aria-label={t('message')}
              dir="auto"
            >
              {prepared.signIn.message}
            </pre>
          )}
        </>
      )}
    </Screen>
  )
}

/** Codes of `createSiwxServer` in `details`: the message is not valid at this time. */
const ofClock: ReadonlySet<unknown> = new Set(['notYetValid', 'expired'])
/** Codes of errors of the site's own functions, and of their timeout. */
const siteErrors: ReadonlySet<string> = new Set([
  'httpFailed',
  'httpTimeout',
  'answerInvalid',
  'requestAborted',
])
