import { useState } from 'react'
import { GuardedButton } from '../../../approve/GuardedButton.tsx'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Tick } from '@latchkey/ui/caution/Tick.tsx'
import { focusFirst } from '@latchkey/ui/focusFirst.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { FailedAlert } from '../FailedAlert.tsx'
import { Keystore } from './Keystore.tsx'
import { messages } from './messages.ts'
import { readSecret, type Secret } from './secrets.ts'
import { useMessages } from '../../../words/useMessages.ts'
import '../settings.css'

/**
 * Shows the phrase or a private key, or saves the keystore, after a warning and a tick.
 */
export function Export({ wallet }: { wallet: Wallet }) {
  const words = useMessages(messages)
  const [isTicked, setTicked] = useState(false)
  const [secret, setSecret] = useState<Secret | { kind: 'keystore' }>()
  const [isFailed, setFailed] = useState(false)

  async function show(kind: Secret['kind']) {
    setFailed(false)
    try {
      setSecret(await readSecret(wallet, kind))
    } catch {
      setFailed(true)
    }
  }

  if (secret?.kind === 'keystore') return <Keystore wallet={wallet} />
  if (secret)
    return (
      <>
        {secret.kind !== 'phrase' && <p className="muted small">{words[secret.kind]}</p>}
        {secret.kind === 'phrase' ? (
          <ol className="words" dir="ltr">
            {secret.words.map((word, index) => (
              <li key={index}>{word}</li>
            ))}
          </ol>
        ) : (
          <p className="secret" dir="ltr">
            {secret.text}
          </p>
        )}
        <Button ref={focusFirst} onClick={() => setSecret(undefined)}>
          {words.hide}
        </Button>
      </>
    )
  return (
    <>
      {isFailed && <FailedAlert />}
      <Alert level="danger" title={words.heading}>
        {words.warning}
      </Alert>
      <Tick isTicked={isTicked} onChange={setTicked}>
        {words.tick}
      </Tick>
      <GuardedButton variant="danger" isDisabled={!isTicked} onPress={() => show('phrase')}>
        {words.showPhrase}
      </GuardedButton>
      <GuardedButton isDisabled={!isTicked} onPress={() => setSecret({ kind: 'keystore' })}>
        {words.saveKeystore}
      </GuardedButton>
      <GuardedButton isDisabled={!isTicked} onPress={() => show('ethereum')}>
        {words.showEthereum}
      </GuardedButton>
      <GuardedButton isDisabled={!isTicked} onPress={() => show('solana')}>
        {words.showSolana}
      </GuardedButton>
    </>
  )
}
