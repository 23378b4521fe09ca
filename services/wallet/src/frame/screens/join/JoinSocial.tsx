import { startSocial } from '@latchkey/protocol/walletServer'
import type { LoginOutcome, WalletMethod } from '@latchkey/protocol/walletServer'
import type { WalletSocial } from '@latchkey/protocol/socials'
import { useEffect, useRef, useState } from 'react'
import { GuardedButton } from '../../approve/GuardedButton.tsx'
import { finishLogin } from '../../social/finishLogin.ts'
import { fill } from '../../ui/fill.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { loginMethodName } from '../loginMethodName.ts'
import { messages } from './messages.ts'
import { sentenceOf } from './sentenceOf.ts'
import { useMessages } from '../../words/useMessages.ts'

type Props = {
  wallet: Wallet
  ways: readonly WalletMethod[]
  onOutcome: (outcome: LoginOutcome) => void
}

/** Farcaster gives no e-mail address, so it never opens a wallet that was found by its address. */
const isSocial = (method: WalletMethod): method is WalletSocial =>
  method !== 'email' && method !== 'farcaster'

/**
 * The companies that open the wallet. The wallet itself opens the window while it handles the
 * press, so that no browser blocks the window. It gets the result without the site.
 */
export function JoinSocial({ wallet, ways, onOutcome }: Props) {
  const words = useMessages(messages)
  const [chosen, setChosen] = useState<WalletSocial>()
  const [fault, setFault] = useState<string>()
  const attempt = useRef<AbortController>(undefined)
  useEffect(() => () => attempt.current?.abort(), [])

  async function logIn(provider: WalletSocial) {
    attempt.current?.abort()
    const { signal } = (attempt.current = new AbortController())
    const login = window.open('', '_blank', 'popup,width=600,height=800')
    if (!login) return setFault(words.blocked)
    signal.addEventListener('abort', () => login.close())
    setFault(undefined)
    setChosen(provider)
    try {
      const { projectId } = wallet.settings
      const { id, uri } = await wallet.server.call(
        startSocial,
        { provider, projectId, origin: wallet.site.origin, toJoin: true },
        { signal },
      )
      wallet.socials.expect(id)
      login.location.replace(uri)
      await closed(login, signal)
      onOutcome(await finishLogin(wallet, { id }, signal))
    } catch (error) {
      if (!signal.aborted) setFault(sentenceOf(error, words))
      login.close()
    }
    if (!signal.aborted) setChosen(undefined)
  }

  return (
    <>
      <h2 className="screen-heading">{words.socialHeading}</h2>
      <p className="muted small" role={fault ? 'alert' : 'status'}>
        {fault ??
          (chosen
            ? fill(words.waiting, { name: loginMethodName(chosen, words) })
            : words.socialText)}
      </p>
      {ways.filter(isSocial).map((method, index) => (
        <GuardedButton
          key={method}
          variant={index === 0 ? 'primary' : 'secondary'}
          data-autofocus={index === 0 ? '' : undefined}
          onPress={() => logIn(method)}
        >
          {fill(words.logIn, { name: loginMethodName(method, words) })}
        </GuardedButton>
      ))}
    </>
  )
}

/**
 * Resolves when the window is closed: by the service's page at its end, or by the visitor.
 */
function closed(login: Window, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      if (!login.closed) return
      clearInterval(timer)
      resolve()
    }, lookEvery)
    signal.addEventListener(
      'abort',
      () => {
        clearInterval(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}

/** Milliseconds between two checks whether the window is closed. */
const lookEvery = 300
