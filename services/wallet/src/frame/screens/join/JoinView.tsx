import { answerJoin } from '@latchkey/protocol/walletServer'
import type { LoginOutcome } from '@latchkey/protocol/walletServer'
import { useState } from 'react'
import { GuardedButton } from '../../approve/GuardedButton.tsx'
import { GuardedScreen } from '../../approve/GuardedScreen.tsx'
import { useDeviceLink } from './useDeviceLink.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { fill } from '../../ui/fill.ts'
import type { PendingJoin } from '../../wallet/pendingJoin.ts'
import { JoinCode } from './JoinCode.tsx'
import { JoinSocial } from './JoinSocial.tsx'
import { loginMethodName } from '../loginMethodName.ts'
import { messages } from './messages.ts'
import { sentenceOf } from './sentenceOf.ts'
import { useFormatLocale } from '../../words/useFormatLocale.ts'
import { useMessages } from '../../words/useMessages.ts'

/**
 * The steps of the screen: first the question, then the other wallet is opened by a code, a
 * company, or a link.
 */
type Step = 'ask' | 'working' | 'otp' | 'social' | 'link'

/**
 * Asks whether a login joins the wallet that has the same verified address, and lets its owner
 * open that wallet. It settles once this browser is logged in.
 */
export default function JoinView({
  wallet,
  params: { ways },
  settle,
  refuse,
  waiting,
}: SceneProps<PendingJoin, void>) {
  const words = useMessages(messages)
  const [step, setStep] = useState<Step>('ask')
  const [fault, setFault] = useState<string>()

  async function answer(join: boolean) {
    setFault(undefined)
    setStep('working')
    try {
      const { action } = await wallet.server.call(answerJoin, { join, origin: wallet.site.origin })
      if (action === 'connected') settle()
      else setStep(action === 'ended' ? 'ask' : action)
    } catch (error) {
      setFault(sentenceOf(error, words))
      setStep('ask')
    }
  }

  function take({ action }: LoginOutcome) {
    if (action === 'connected') return settle()
    if (action === 'device') return setStep('link')
    setFault(words.another)
    setStep('ask')
  }

  useDeviceLink(
    wallet,
    step === 'link',
    () => settle(),
    (error) => {
      setFault(sentenceOf(error, words))
      setStep('ask')
    },
  )

  return (
    <GuardedScreen title={words.title} step={step} waiting={waiting} onClose={() => refuse()}>
      {fault !== undefined && (
        <Alert level="warning" title={words.failedTitle}>
          {fault}
        </Alert>
      )}
      {step === 'ask' && <Question ways={ways} onAnswer={answer} />}
      {step === 'working' && (
        <p className="screen-loading" role="status">
          {words.working}
        </p>
      )}
      {step === 'otp' && <JoinCode wallet={wallet} onOutcome={take} />}
      {step === 'social' && <JoinSocial wallet={wallet} ways={ways} onOutcome={take} />}
      {step === 'link' && <LinkNote />}
    </GuardedScreen>
  )
}

/** Asks whether the two wallets become one. */
function Question({
  ways,
  onAnswer,
}: {
  ways: PendingJoin['ways']
  onAnswer: (join: boolean) => void
}) {
  const words = useMessages(messages)
  const locale = useFormatLocale()
  const names = new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    ways.map((method) => loginMethodName(method, words)),
  )
  return (
    <>
      <h2 className="screen-heading">{words.heading}</h2>
      <p className="muted small">{fill(words.text, { ways: names })}</p>
      <GuardedButton variant="primary" data-autofocus="" onPress={() => onAnswer(true)}>
        {ways.includes('email') ? words.joinByMail : words.join}
      </GuardedButton>
      <GuardedButton onPress={() => onAnswer(false)}>{words.separate}</GuardedButton>
      <p className="muted small">{words.separateNote}</p>
    </>
  )
}

function LinkNote() {
  const words = useMessages(messages)
  return (
    <>
      <h2 className="screen-heading">{words.linkHeading}</h2>
      <p className="muted small" role="status">
        {words.linkText}
      </p>
    </>
  )
}
