import { useState } from 'react'
import { GuardedButton } from '../../approve/GuardedButton.tsx'
import { makePasskey, PasskeyError, showPasskey } from '../../vault/passkey.ts'
import type { MadePasskey, Passkey, PasskeyFault } from '../../vault/passkey.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { messages } from './messages.ts'
import { PasskeyAlert } from './PasskeyAlert.tsx'
import { useMessages } from '../../words/useMessages.ts'

type Props = {
  wallet: Wallet
  /** The visitor's name, for the browser's list of passkeys. */
  name: string
  text: string
  /** Whether another method can be chosen. */
  hasOther: boolean
  onPasskey: (passkey: Passkey) => void
}

/**
 * Creates a passkey. Some browsers give its secret only when the passkey is used: then a
 * second press requests it.
 */
export function NewPasskey({ wallet, name, text, hasOther, onPasskey }: Props) {
  const words = useMessages(messages)
  const [made, setMade] = useState<MadePasskey>()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<PasskeyFault>()

  async function press() {
    if (isBusy) return
    setBusy(true)
    setFault(undefined)
    try {
      if (made) return onPasskey(await showPasskey(made))
      const { credentialId, salt, keys } = await makePasskey({
        operator: wallet.settings.operator,
        name,
      })
      if (keys) onPasskey({ credentialId, keys })
      else setMade({ credentialId, salt })
    } catch (error) {
      setFault(error instanceof PasskeyError ? error.fault : 'failed')
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <h2 className="screen-heading">{words.heading}</h2>
      <p className="muted small" role={made && 'status'}>
        {made ? words.confirmText : text}
      </p>
      {fault && <PasskeyAlert fault={fault} hasOther={hasOther} />}
      <GuardedButton
        variant="primary"
        data-autofocus=""
        isDisabled={isBusy}
        aria-live="polite"
        onPress={press}
      >
        {isBusy ? words.waiting : made ? words.confirm : words.create}
      </GuardedButton>
    </>
  )
}
