import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import { GuardedButton } from '../../approve/GuardedButton.tsx'
import { GuardedScreen } from '../../approve/GuardedScreen.tsx'
import { Pieces } from '../../approve/message/MessageText.tsx'
import { Origin } from '../../approve/Origin.tsx'
import type { SceneProps } from '../../stage/createStage.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'

/**
 * `now` is null where the account has no address yet. `wanted` has the form that the server
 * stores.
 */
type Params = { now: string | null; wanted: string }

/**
 * Asks whether a site may change the account's address. The visitor can agree only while the
 * whole screen is visible.
 */
export default function AgreeView({
  wallet,
  params: { now, wanted },
  settle,
  refuse,
  waiting,
}: SceneProps<Params, void>) {
  const words = useMessages(messages)
  return (
    <GuardedScreen
      title={words.title}
      waiting={waiting}
      onClose={() => refuse()}
      footer={
        <div className="screen-buttons">
          <Button onClick={() => refuse()}>{words.reject}</Button>
          <GuardedButton variant="primary" onPress={() => settle()}>
            {words.agree}
          </GuardedButton>
        </div>
      }
    >
      <Origin site={wallet.site} />
      <h2 className="screen-heading">{words.heading}</h2>
      <Facts>
        {now !== null && (
          <Fact name={words.now}>
            <Pieces text={now} />
          </Fact>
        )}
        <Fact name={words.wanted}>
          <Pieces text={wanted} />
        </Fact>
      </Facts>
      <p className="muted small">{words.note}</p>
    </GuardedScreen>
  )
}
