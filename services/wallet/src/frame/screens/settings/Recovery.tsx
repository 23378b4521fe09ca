import { listRecovery } from '@latchkey/protocol/walletServer'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Tag } from '@latchkey/ui/Row.tsx'
import { fill } from '../../ui/fill.ts'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { IconRow } from '../../ui/IconRow.tsx'
import { useLoaded } from '../../ui/useLoaded.ts'
import { resplit } from '../../vault/resplit.ts'
import type { Guard } from '../../vault/sealRecovery.ts'
import { withEntropy } from '../../vault/withEntropy.ts'
import { wipe } from '../../vault/wipe.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { NewPasskey } from '../passkey/NewPasskey.tsx'
import { NewPassword } from '../password/NewPassword.tsx'
import { FailedAlert } from './FailedAlert.tsx'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'

type OwnGuard = Extract<Guard, { keys: unknown }>
/** `failed` contains the chosen protection, so that nothing has to be typed twice. */
type Step =
  | { at: 'list' }
  | { at: 'password' | 'passkey' }
  | { at: 'saved'; method: OwnGuard['method'] }
  | { at: 'failed'; guard: OwnGuard }

/**
 * The methods that recover the keys in another browser. A passkey and a password can be added
 * or replaced.
 */
export function Recovery({ wallet }: { wallet: Wallet }) {
  const words = useMessages(messages)
  const loaded = useLoaded((signal) =>
    Promise.all([
      wallet.server.call(listRecovery, {}, { signal }),
      wallet.session.read(signal),
    ]).then(([{ methods }, user]) => ({ methods, email: user?.email ?? null })),
  )
  const [step, setStep] = useState<Step>({ at: 'list' })
  const { recovery, operator } = wallet.settings

  async function save(guard: OwnGuard) {
    try {
      await withEntropy(wallet, (entropy, { addresses }) =>
        resplit(wallet, { entropy, expected: addresses, guard }),
      )
      wipe(guard.keys.key, guard.keys.proof)
      setStep({ at: 'saved', method: guard.method })
    } catch {
      setStep({ at: 'failed', guard })
    }
  }

  if (step.at === 'password')
    return <PasswordStep onKeys={(keys) => save({ method: 'password', keys })} />
  if (loaded.status === 'failed') return <FailedAlert onRetry={loaded.retry} />
  if (loaded.status === 'loading') return <ListSkeleton />
  const { methods, email } = loaded.value
  if (step.at === 'passkey')
    return (
      <NewPasskey
        wallet={wallet}
        name={email ?? operator}
        text={words.passkeyText}
        hasOther={recovery.includes('password')}
        onPasskey={(passkey) => save({ method: 'passkey', ...passkey })}
      />
    )
  const isOn = (wanted: Guard['method']) =>
    methods.some(({ method }) => method === wanted) ||
    (step.at === 'saved' && step.method === wanted)
  return (
    <>
      {step.at === 'saved' && (
        <Alert title={step.method === 'passkey' ? words.savedPasskey : words.saved} />
      )}
      {step.at === 'failed' && <FailedAlert onRetry={() => save(step.guard)} />}
      <RecoveryMethods
        settings={wallet.settings}
        hasMail={email !== null}
        isOn={isOn}
        onChange={(at) => setStep({ at })}
      />
    </>
  )
}

function PasswordStep({ onKeys }: { onKeys: ComponentProps<typeof NewPassword>['onKeys'] }) {
  const words = useMessages(messages)
  return (
    <>
      <h2 className="screen-heading">{words.passwordHeading}</h2>
      <p className="muted small">{words.passwordText}</p>
      <NewPassword action={words.savePassword} onKeys={onKeys} />
    </>
  )
}

/**
 * The methods that the operator offers, each on or off, and buttons that add or replace the user's
 * passkey and password.
 */
function RecoveryMethods({
  settings: { recovery, operator },
  hasMail,
  isOn,
  onChange,
}: {
  settings: Wallet['settings']
  hasMail: boolean
  isOn: (method: Guard['method']) => boolean
  onChange: (method: OwnGuard['method']) => void
}) {
  const words = useMessages(messages)
  const tagOf = (method: Guard['method']) => <Tag>{isOn(method) ? words.on : words.off}</Tag>
  return (
    <>
      {recovery.includes('passkey') && (
        <IconRow icon="passkey" title={words.passkey} end={tagOf('passkey')} />
      )}
      {recovery.includes('password') && (
        <IconRow icon="lock" title={words.password} end={tagOf('password')} />
      )}
      {recovery.includes('vault') && hasMail && (
        <IconRow icon="vault" title={fill(words.vault, { operator })} end={tagOf('vault')} />
      )}
      {recovery.includes('passkey') && (
        <Button onClick={() => onChange('passkey')}>
          {isOn('passkey') ? words.changePasskey : words.addPasskey}
        </Button>
      )}
      {recovery.includes('password') && (
        <Button onClick={() => onChange('password')}>
          {isOn('password') ? words.changePassword : words.addPassword}
        </Button>
      )}
    </>
  )
}
