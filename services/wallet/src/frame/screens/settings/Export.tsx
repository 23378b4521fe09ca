import { useState } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Tick } from '../../ui/Field.tsx'
import { phraseOf } from '../../vault/phraseOf.ts'
import { withEntropy } from '../../vault/withEntropy.ts'
import { wipe } from '../../vault/wipe.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { FailedAlert } from './FailedAlert.tsx'
import { messages } from './messages.ts'
import './settings.css'

/** A secret as text: the only place where one is. It is forgotten when the screen is left. */
type Secret = { kind: 'phrase'; words: readonly string[] } | { kind: 'key'; text: string }

/** Shows the phrase or the private key, behind a warning and a tick. */
export function Export({ wallet, isPressable }: { wallet: Wallet; isPressable: boolean }) {
  const [isTicked, setTicked] = useState(false)
  const [secret, setSecret] = useState<Secret>()
  const [isFailed, setFailed] = useState(false)

  async function show(read: (wallet: Wallet) => Promise<Secret>) {
    setFailed(false)
    try {
      setSecret(await read(wallet))
    } catch {
      setFailed(true)
    }
  }

  if (secret) return (
    <>
      {secret.kind === 'key' && <p className="muted small">{messages.key}</p>}
      {secret.kind === 'phrase' ? <ol className="words" dir="ltr">{secret.words.map((word, index) => <li key={index}>{word}</li>)}</ol> : <p className="secret" dir="ltr">{secret.text}</p>}
      <Button onClick={() => setSecret(undefined)}>{messages.hide}</Button>
    </>
  )
  return (
    <>
      {isFailed && <FailedAlert />}
      <Alert level="danger" title={messages.exportHeading}>{messages.exportWarning}</Alert>
      <Tick isTicked={isTicked} onChange={setTicked}>{messages.exportTick}</Tick>
      <Button variant="danger" isDisabled={!isTicked || !isPressable} onClick={(event) => event.isTrusted && show(readPhrase)}>{messages.showPhrase}</Button>
      <Button isDisabled={!isTicked || !isPressable} onClick={(event) => event.isTrusted && show(readKey)}>{messages.showKey}</Button>
    </>
  )
}

const readPhrase = (wallet: Wallet) =>
  withEntropy<Secret>(wallet, async (entropy) => {
    const phrase = await phraseOf(entropy)
    try {
      return { kind: 'phrase', words: new TextDecoder().decode(phrase).split(' ') }
    } finally {
      wipe(phrase)
    }
  })

const readKey = (wallet: Wallet) =>
  withEntropy<Secret>(wallet, async (_, { evm }) => {
    const key = evm.getHdKey().privateKey ?? new Uint8Array()
    return { kind: 'key', text: `0x${Array.from(key, (byte) => byte.toString(16).padStart(2, '0')).join('')}` }
  })
