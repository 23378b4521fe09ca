import { Button } from '../ui/Button.tsx'
import { Screen } from '../ui/Screen.tsx'
import { messages } from './messages.ts'
import { useMessages } from '../words/useMessages.ts'

/** Stands in the site's page while the stage is drawn in a window of its own. */
export function Elsewhere({ title, onFocus, onClose }: { title: string; onFocus: () => void; onClose: () => void }) {
  const words = useMessages(messages)
  return (
    <Screen title={title} onClose={onClose} footer={<div className="screen-buttons"><Button onClick={onClose}>{words.reject}</Button><Button variant="primary" data-autofocus="" onClick={onFocus}>{words.show}</Button></div>}>
      <h2 className="screen-heading">{words.elsewhere}</h2>
      <p className="muted">{words.elsewhereText}</p>
    </Screen>
  )
}
