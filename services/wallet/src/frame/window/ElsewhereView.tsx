import { useState, useSyncExternalStore } from 'react'
import type { SceneProps } from '../stage/createStage.ts'
import { messages } from '../stage/messages.ts'
import { Button } from '../ui/Button.tsx'
import { Screen } from '../ui/Screen.tsx'
import { useMessages } from '../words/useMessages.ts'
import type { WindowClient } from './createWindowClient.ts'

/** Stands in the site's page while the visitor answers in the wallet's own window. Where the browser has opened none, its button does. */
export default function ElsewhereView({ params: client, refuse, waiting }: SceneProps<WindowClient, void>) {
  const words = useMessages(messages)
  const isOpen = useSyncExternalStore(client.subscribe, client.isOpen)
  const [isBlocked, setBlocked] = useState(false)
  return (
    <Screen
      title={words.elsewhere}
      waiting={waiting}
      onClose={() => refuse()}
      footer={
        <div className="screen-buttons">
          <Button onClick={() => refuse()}>{words.reject}</Button>
          <Button variant="primary" data-autofocus="" onClick={() => setBlocked(!client.show())}>{isOpen ? words.show : words.open}</Button>
        </div>
      }
    >
      <p className="muted" role={isBlocked ? 'alert' : undefined}>{isBlocked ? words.blocked : words.elsewhereText}</p>
    </Screen>
  )
}
