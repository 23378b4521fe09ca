import { Button } from '../ui/Button.tsx'
import { Screen } from '../ui/Screen.tsx'
import { messages } from './messages.ts'

/** Stands in the site's page while the stage is drawn in a window of its own. */
export function Elsewhere({ title, onFocus, onClose }: { title: string; onFocus: () => void; onClose: () => void }) {
  return (
    <Screen title={title} onClose={onClose} footer={<div className="screen-buttons"><Button onClick={onClose}>{messages.reject}</Button><Button variant="primary" data-autofocus="" onClick={onFocus}>{messages.show}</Button></div>}>
      <h2 className="screen-heading">{messages.elsewhere}</h2>
      <p className="muted">{messages.elsewhereText}</p>
    </Screen>
  )
}
