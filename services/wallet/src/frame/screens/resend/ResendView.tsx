import { GuardedButton } from '../../approve/GuardedButton.tsx'
import { GuardedScreen } from '../../approve/GuardedScreen.tsx'
import type { SceneProps } from '../../stage/createStage.ts'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { fill } from '../../ui/fill.ts'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'

/** `isSent`: the node has the earlier transaction; otherwise its state is unknown. */
type Params = { isSent: boolean; origin: string }

/** Asks before the approval of a transaction that may have been sent already. */
export default function ResendView({
  params: { isSent, origin },
  settle,
  refuse,
  waiting,
}: SceneProps<Params, void>) {
  const words = useMessages(messages)
  return (
    <GuardedScreen title={words.title} waiting={waiting} onClose={() => refuse()}>
      <Alert level="warning" title={isSent ? words.sentTitle : words.unsureTitle}>
        {fill(isSent ? words.sentText : words.unsureText, { origin })}
      </Alert>
      <Button variant="primary" data-autofocus="" onClick={() => refuse()}>
        {words.cancel}
      </Button>
      <GuardedButton onPress={() => settle()}>{words.go}</GuardedButton>
    </GuardedScreen>
  )
}
