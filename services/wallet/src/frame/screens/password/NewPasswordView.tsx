import { Screen } from '../../ui/Screen.tsx'
import type { SceneProps } from '../../stage/createStage.ts'
import type { PasswordKeys } from '../../vault/password.ts'
import { messages } from './messages.ts'
import { NewPassword } from './NewPassword.tsx'

/** Asks a new user for the password that protects the account, before it is made. */
export default function NewPasswordView({ settle, refuse, waiting }: SceneProps<undefined, PasswordKeys>) {
  return (
    <Screen title={messages.title} waiting={waiting} onClose={() => refuse()}>
      <h2 className="screen-heading">{messages.heading}</h2>
      <p className="muted small">{messages.text}</p>
      <NewPassword action={messages.go} onKeys={settle} />
    </Screen>
  )
}
