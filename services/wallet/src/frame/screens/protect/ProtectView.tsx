import { useState } from 'react'
import { GuardedScreen } from '../../approve/GuardedScreen.tsx'
import type { SceneProps } from '../../stage/createStage.ts'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { IconRowButton } from '../../ui/IconRow.tsx'
import { useLoaded } from '../../ui/useLoaded.ts'
import { mayHavePasskeys } from '../../vault/passkey.ts'
import type { Guard } from '../../vault/sealRecovery.ts'
import { NewPasskey } from '../passkey/NewPasskey.tsx'
import { messages as passwordMessages } from '../password/messages.ts'
import { NewPassword } from '../password/NewPassword.tsx'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'

/** `name`: the visitor's name, for the browser's list of passkeys. */
export type ProtectParams = { name: string }
type GuardMethod = 'passkey' | 'password'

/**
 * Asks a new user for the protection of the account before it is created: a passkey or a
 * password, as far as the operator offers them and the browser supports them.
 */
export default function ProtectView({
  wallet,
  params,
  settle,
  refuse,
  waiting,
}: SceneProps<ProtectParams, Guard>) {
  const passwordWords = useMessages(passwordMessages)
  const words = useMessages(messages)
  const { recovery } = wallet.settings
  const loaded = useLoaded(() =>
    recovery.includes('passkey') ? mayHavePasskeys() : Promise.resolve(false),
  )
  const [chosen, setChosen] = useState<GuardMethod>()
  const methods: readonly GuardMethod[] =
    loaded.status === 'done'
      ? [
          ...(loaded.value ? (['passkey'] as const) : []),
          ...(recovery.includes('password') ? (['password'] as const) : []),
        ]
      : []
  const method = chosen ?? (methods.length === 1 ? methods[0] : undefined)
  const back =
    methods.length > 1 && method !== undefined ? { onBack: () => setChosen(undefined) } : {}
  return (
    <GuardedScreen
      title={words.title}
      step={method}
      waiting={waiting}
      onClose={() => refuse()}
      {...back}
    >
      {loaded.status === 'done' && methods.length === 0 && (
        <Alert level="warning" title={words.noneTitle}>
          {words.noneText}
        </Alert>
      )}
      {methods.length > 1 && method === undefined && <GuardChoice onChoose={setChosen} />}
      {method === 'passkey' && (
        <NewPasskey
          wallet={wallet}
          name={params.name}
          text={words.passkeyText}
          hasOther={methods.length > 1}
          onPasskey={(passkey) => settle({ method: 'passkey', ...passkey })}
        />
      )}
      {method === 'password' && (
        <>
          <h2 className="screen-heading">{passwordWords.heading}</h2>
          <p className="muted small">{passwordWords.text}</p>
          <NewPassword
            action={words.create}
            onKeys={(keys) => settle({ method: 'password', keys })}
          />
        </>
      )}
    </GuardedScreen>
  )
}

function GuardChoice({ onChoose }: { onChoose: (method: GuardMethod) => void }) {
  const words = useMessages(messages)
  return (
    <>
      <h2 className="screen-heading">{words.heading}</h2>
      <p className="muted small">{words.text}</p>
      <IconRowButton
        data-autofocus=""
        icon="passkey"
        title={words.passkey}
        detail={words.passkeyDetail}
        onClick={() => onChoose('passkey')}
      />
      <IconRowButton
        icon="lock"
        title={words.password}
        detail={words.passwordDetail}
        onClick={() => onChoose('password')}
      />
    </>
  )
}
