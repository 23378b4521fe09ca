import { fromBase64url } from '@latchkey/protocol/base64'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { useState } from 'react'
import { GuardedButton } from '../../approve/GuardedButton.tsx'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { PasskeyError, showPasskey } from '../../vault/passkey.ts'
import type { Passkey, PasskeyFault } from '../../vault/passkey.ts'
import { recoverAccount } from '../../vault/recoverAccount.ts'
import { wipe } from '../../vault/wipe.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { PasskeyAlert } from '../passkey/PasskeyAlert.tsx'
import { messages as passkeyMessages } from '../passkey/messages.ts'
import { messages } from './messages.ts'
import { sentenceOf } from './WithPassword.tsx'
import { useMessages } from '../../words/useMessages.ts'

type Props = {
  wallet: Wallet
  addresses: WalletAddresses
  setId: string
  /** base64url */
  salt: string
  /** base64url */
  credentialId: string
  /** Whether another method can be chosen. */
  hasOther: boolean
  onDone: () => void
}

/** Recovers with the passkey of the account. */
export function WithPasskey({
  wallet,
  addresses,
  setId,
  salt,
  credentialId,
  hasOther,
  onDone,
}: Props) {
  const passkeyWords = useMessages(passkeyMessages)
  const words = useMessages(messages)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<PasskeyFault>()
  const [sentence, setSentence] = useState<string>()

  async function press() {
    if (isBusy) return
    setBusy(true)
    setFault(undefined)
    setSentence(undefined)
    let passkey: Passkey | undefined
    try {
      passkey = await showPasskey({ credentialId, salt: fromBase64url(salt) })
      await recoverAccount(wallet, {
        setId,
        guard: { method: 'passkey', ...passkey },
        expected: addresses,
      })
      onDone()
    } catch (error) {
      if (error instanceof PasskeyError) setFault(error.fault)
      else setSentence(sentenceOf(error, words))
      setBusy(false)
    } finally {
      wipe(passkey?.keys.proof, passkey?.keys.key)
    }
  }

  return (
    <>
      <h2 className="screen-heading">{words.passkeyHeading}</h2>
      <p className="muted small">{words.passkeyText}</p>
      {fault && <PasskeyAlert fault={fault} hasOther={hasOther} />}
      {sentence !== undefined && (
        <Alert level="warning" title={words.failedTitle}>
          {sentence}
        </Alert>
      )}
      <GuardedButton
        variant="primary"
        data-autofocus=""
        isDisabled={isBusy}
        aria-live="polite"
        onPress={press}
      >
        {isBusy ? passkeyWords.waiting : words.goPasskey}
      </GuardedButton>
    </>
  )
}
