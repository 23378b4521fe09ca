import { fill } from '../../ui/fill.ts'
import { messages } from '../messages.ts'
import { piecesOf } from './readMessage.ts'
import type { ReadMessage } from './readMessage.ts'
import './message.css'

/** A message as it is signed; the box scrolls. */
export function MessageText({ message }: { message: ReadMessage }) {
  if (message.kind === 'bytes') return (
    <>
      <p className="muted small">{fill(messages.bytes, { count: message.length })}</p>
      <div className="message" data-bytes="" tabIndex={0} role="region" aria-label={messages.message}>{message.hex}</div>
    </>
  )
  return <div className="message" dir="auto" tabIndex={0} role="region" aria-label={messages.message}><Pieces text={message.text} /></div>
}

/** A foreign text whose hidden characters are shown by their code points. */
export function Pieces({ text }: { text: string }) {
  return piecesOf(text).map((piece, index) => ('text' in piece ? piece.text : <span key={index} className="code-point">{piece.codePoint}</span>))
}
