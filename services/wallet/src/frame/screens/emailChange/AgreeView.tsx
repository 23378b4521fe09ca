import { useRef } from 'react'
import { Fact, Facts } from '../../approve/Facts.tsx'
import { messages as approvalMessages } from '../../approve/messages.ts'
import { Origin } from '../../approve/Origin.tsx'
import { usePressGuard } from '../../approve/usePressGuard.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import { Button } from '../../ui/Button.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'
import '../../approve/approval.css'

/** `now` is null where the account has no address yet. */
type Params = { now: string | null; wanted: string }

/** Asks whether a site may change the address of the account. It can be agreed to only while it is seen as a whole. */
export default function AgreeView({ wallet, params: { now, wanted }, settle, refuse, waiting }: SceneProps<Params, void>) {
  const approvalWords = useMessages(approvalMessages)
  const words = useMessages(messages)
  const screen = useRef<HTMLElement>(null)
  const guard = usePressGuard(screen)
  return (
    <Screen
      ref={screen}
      title={words.title}
      waiting={waiting}
      onClose={() => refuse()}
      footer={
        <>
          {guard === 'covered' && <p className="approval-line" role="alert" data-covered="">{approvalWords.covered}</p>}
          <div className="screen-buttons">
            <Button onClick={() => refuse()}>{words.reject}</Button>
            <Button variant="primary" isDisabled={guard !== 'ready'} onClick={(event) => event.isTrusted && settle()}>{words.agree}</Button>
          </div>
        </>
      }
    >
      <Origin site={wallet.site} />
      <h2 className="screen-heading">{words.heading}</h2>
      <Facts>
        {now !== null && <Fact name={words.now}>{now}</Fact>}
        <Fact name={words.wanted}>{wanted}</Fact>
      </Facts>
      <p className="muted small">{words.note}</p>
    </Screen>
  )
}
