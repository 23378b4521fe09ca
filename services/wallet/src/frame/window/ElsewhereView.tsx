import { useState, useSyncExternalStore } from 'react'
import type { SceneProps } from '../stage/createStage.ts'
import { messages } from '../stage/messages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Screen } from '../ui/Screen.tsx'
import { useMessages } from '../words/useMessages.ts'
import type { WindowClient } from './createWindowClient.ts'

/**
 * Shown in the site's page while the visitor answers in the wallet's own window. If the
 * browser has opened no window, its button opens it. If that fails, too, the visitor continues
 * in this tab.
 */
export default function ElsewhereView({
  params: client,
  refuse,
  waiting,
}: SceneProps<WindowClient, void>) {
  const words = useMessages(messages)
  const isOpen = useSyncExternalStore(client.subscribe, client.isOpen)
  const [isBlocked, setBlocked] = useState(false)
  const canLeave = isBlocked && !isOpen
  return (
    <Screen
      title={canLeave ? words.here : words.elsewhere}
      waiting={waiting}
      onClose={() => refuse()}
      footer={
        <div className="stack">
          {canLeave && (
            <Button variant="primary" onClick={() => client.goHere()}>
              {words.here}
            </Button>
          )}
          <div className="screen-buttons">
            <Button onClick={() => refuse()}>{words.reject}</Button>
            <Button
              variant={canLeave ? 'secondary' : 'primary'}
              data-autofocus=""
              onClick={() => setBlocked(!client.show())}
            >
              {isOpen ? words.show : words.open}
            </Button>
          </div>
        </div>
      }
    >
      <p className="muted" role={canLeave ? 'alert' : undefined}>
        {canLeave ? words.blocked : words.elsewhereText}
      </p>
    </Screen>
  )
}
