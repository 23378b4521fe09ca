import type { LoginOutcome, WalletUser, WalletMethod } from '@latchkey/protocol/walletServer'
import { useState } from 'react'
import { GuardedScreen } from '../../approve/GuardedScreen.tsx'
import { Origin } from '../../approve/Origin.tsx'
import { takeReturned } from '../../social/leaveForCompany.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { fill } from '../../ui/fill.ts'
import { noteJoin } from '../../wallet/pendingJoin.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { useMessages } from '../../words/useMessages.ts'
import { messages as joinMessages } from '../join/messages.ts'
import { sentenceOf } from '../join/sentenceOf.ts'
import { Choose } from './Choose.tsx'
import { KnownUser } from './KnownUser.tsx'
import { messages } from './messages.ts'
import { WithCompany } from './WithCompany.tsx'
import { WithEmail } from './WithEmail.tsx'
import { WithFarcaster } from './WithFarcaster.tsx'
import { WithLink } from './WithLink.tsx'
import type { connectWindow } from '@latchkey/protocol/frame/frame'
import type { InferOutput } from 'valibot'

/**
 * The login that the site requests, and whether it needs a sign-in with it. Empty: the visitor
 * chooses in the window.
 */
export type LoginRequest = NonNullable<InferOutput<typeof connectWindow.params>>

/**
 * The login that the site requests, whether it signs the visitor in to the site, and the user
 * who is logged in to the wallet already.
 */
export type LoginParams = { request: LoginRequest; user: WalletUser | undefined }

type CompanyLogin = Exclude<WalletMethod, 'email'>
type Step =
  | { step: 'known'; user: WalletUser }
  | { step: 'choose' }
  | { step: 'email'; email: string }
  | { step: 'company'; way: CompanyLogin }
  | { step: 'link' }

/**
 * The login in the wallet's own window: the current login, a code, a company or Farcaster, and
 * a mailed link. It settles once this browser is logged in, or has a pending question about
 * joining. The result is the id of the user who was shown and allowed the site, if one was shown.
 */
export default function LoginView({
  wallet,
  params: { request, user },
  settle,
  refuse,
  waiting,
}: SceneProps<LoginParams, string | undefined>) {
  const words = useMessages(messages)
  const joinWords = useMessages(joinMessages)
  const [state, setState] = useState<Step>(() =>
    takeReturned.isThere() || !user ? firstStep(request) : { step: 'known', user },
  )
  const [fault, setFault] = useState<string>()

  async function take(outcome: LoginOutcome) {
    if (outcome.action === 'device') return setState({ step: 'link' })
    if (outcome.action === 'join') await noteJoin(wallet, outcome)
    // A company may have logged the visitor in without a question, so the visitor has to allow the
    // site on this screen.
    if (outcome.action === 'connected' && state.step === 'company' && outcome.user)
      return setState({ step: 'known', user: outcome.user })
    settle(undefined)
  }

  function fail(error: unknown) {
    setFault(sentenceOf(error, joinWords))
    setState({ step: 'choose' })
  }

  const go = (next: Step) => {
    setFault(undefined)
    setState(next)
  }

  return (
    <GuardedScreen
      title={words.title}
      step={state.step}
      mustRead={state.step === 'known' || state.step === 'choose'}
      waiting={waiting}
      onClose={() => refuse()}
    >
      <Origin site={wallet.site} />
      <p className="muted small">
        {request.signIn !== false &&
          `${fill(request.signIn ? words.signsIn : words.maySignIn, { site: new URL(wallet.site.origin).host })} `}
        {words.siteText}
      </p>
      {fault !== undefined && (
        <Alert level="warning" title={joinWords.failedTitle}>
          {fault}
        </Alert>
      )}
      <LoginStep wallet={wallet} step={state} settle={settle} go={go} take={take} fail={fail} />
    </GuardedScreen>
  )
}

type StepProps = {
  wallet: Wallet
  step: Step
  settle: (userId: string | undefined) => void
  go: (next: Step) => void
  take: (outcome: LoginOutcome) => Promise<void>
  fail: (error: unknown) => void
}

/** One step of the login. */
function LoginStep({ wallet, step, settle, go, take, fail }: StepProps) {
  const common = { wallet, onOutcome: take, onFail: fail }
  switch (step.step) {
    case 'known':
      return (
        <KnownUser
          user={step.user}
          onGo={() => settle(step.user.userId)}
          onSwitchAccount={() => go({ step: 'choose' })}
        />
      )
    case 'choose':
      return (
        <Choose
          wallet={wallet}
          onEmail={(email) => go({ step: 'email', email })}
          onCompany={(way) => go({ step: 'company', way })}
        />
      )
    case 'email':
      return <WithEmail {...common} email={step.email} />
    case 'company':
      return step.way === 'farcaster' ? (
        <WithFarcaster {...common} />
      ) : (
        <WithCompany {...common} provider={step.way} />
      )
    case 'link':
      return <WithLink wallet={wallet} onDone={() => settle(undefined)} onFail={fail} />
  }
}

function firstStep({ email, social }: LoginRequest): Step {
  if (email !== undefined) return { step: 'email', email: email.trim() }
  return social === undefined ? { step: 'choose' } : { step: 'company', way: social }
}
