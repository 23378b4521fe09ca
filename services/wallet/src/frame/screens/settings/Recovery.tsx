import { listRecovery } from '@latchkey/protocol/walletServer'
import { useState } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { fill } from '../../ui/fill.ts'
import { Row } from '../../ui/Row.tsx'
import { useLoaded } from '../../ui/useLoaded.ts'
import { NewPassword } from '../password/NewPassword.tsx'
import { resplit } from '../../vault/resplit.ts'
import type { PasswordKeys } from '../../vault/password.ts'
import { withEntropy } from '../../vault/withEntropy.ts'
import { wipe } from '../../vault/wipe.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { FailedAlert } from './FailedAlert.tsx'
import { messages } from './messages.ts'

/** The ways in which the keys come back to another browser, and a password as one more. */
export function Recovery({ wallet }: { wallet: Wallet }) {
  const loaded = useLoaded(async (signal) => {
    const [{ methods }, user] = await Promise.all([wallet.server.call(listRecovery, {}, { signal }), wallet.session.read(signal)])
    return { methods, hasMail: user?.email != null }
  })
  const [step, setStep] = useState<'list' | 'choose' | 'saved' | 'failed'>('list')

  async function save(keys: PasswordKeys) {
    try {
      await withEntropy(wallet, (entropy, { addresses }) => resplit(wallet, { entropy, expected: addresses, guard: { method: 'password', keys } }))
      setStep('saved')
    } catch {
      setStep('failed')
    } finally {
      wipe(keys.key, keys.proof)
    }
  }

  if (step === 'choose') return (
    <>
      <h2 className="screen-heading">{messages.passwordHeading}</h2>
      <p className="muted small">{messages.passwordText}</p>
      <NewPassword action={messages.savePassword} onKeys={save} />
    </>
  )
  if (loaded.status === 'failed') return <FailedAlert onRetry={loaded.retry} />
  if (loaded.status === 'loading') return <p className="screen-loading"><span className="skeleton" /></p>
  const has = (wanted: string) => loaded.value.methods.some(({ method }) => method === wanted) || (wanted === 'password' && step === 'saved')
  const state = (isOn: boolean) => (isOn ? messages.on : messages.off)
  return (
    <>
      {step === 'saved' && <Alert title={messages.saved} />}
      {step === 'failed' && <FailedAlert />}
      {wallet.settings.recovery.includes('password') && <Row icon="lock" title={messages.password} end={state(has('password'))} />}
      {wallet.settings.recovery.includes('vault') && loaded.value.hasMail && <Row icon="vault" title={fill(messages.vault, { operator: wallet.settings.operator })} end={state(has('vault'))} />}
      {wallet.settings.recovery.includes('password') && <Button onClick={() => setStep('choose')}>{has('password') ? messages.changePassword : messages.addPassword}</Button>}
    </>
  )
}
