import { useRef } from 'react'
import { Fact, Facts } from '../../approve/Facts.tsx'
import { GuardNote } from '../../approve/GuardNote.tsx'
import { Pieces } from '../../approve/message/MessageText.tsx'
import { Origin } from '../../approve/Origin.tsx'
import { usePress } from '../../approve/usePress.ts'
import { usePressGuard } from '../../approve/usePressGuard.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import { Button } from '../../ui/Button.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'
import '../../approve/approval.css'

/** `now` is null where the account has no address yet. `wanted` is written as the server stores it. */
type Params = { now: string | null; wanted: string }

/** Asks whether a site may change the address of the account. It can be agreed to only while it is seen as a whole. */
export default function AgreeView({ wallet, params: { now, wanted }, settle, refuse, waiting }: SceneProps<Params, void>) {
  const words = useMessages(messages)
  const screen = useRef<HTMLElement>(null)
  const guard = usePressGuard(screen, { mustRead: true })
  const press = usePress(guard === 'ready', () => settle())
  return (
    <Screen
      ref={screen}
      title={words.title}
      waiting={waiting}
      onClose={() => refuse()}
      footer={
        <>
          <GuardNote guard={guard} />
          <div className="screen-buttons">
            <Button onClick={() => refuse()}>{words.reject}</Button>
            <Button variant="primary" isDisabled={guard !== 'ready'} {...press}>{words.agree}</Button>
          </div>
        </>
      }
    >
      <Origin site={wallet.site} />
      <h2 className="screen-heading">{words.heading}</h2>
      <Facts>
        {now !== null && <Fact name={words.now}><Pieces text={now} /></Fact>}
        <Fact name={words.wanted}><Pieces text={wanted} /></Fact>
      </Facts>
      <p className="muted small">{words.note}</p>
    </Screen>
  )
}
