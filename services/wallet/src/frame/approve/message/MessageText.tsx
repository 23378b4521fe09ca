import type { ReactNode } from 'react'
import { fill } from '../../ui/fill.ts'
import { messages } from '../messages.ts'
import { piecesOf } from './readMessage.ts'
import type { ReadMessage } from './readMessage.ts'
import { useMessages } from '../../words/useMessages.ts'
import './message.css'

/**
 * A message to sign. A text is shown as a whole, so that the end of the screen is also the end
 * of the text. Unreadable bytes are in a box that scrolls.
 */
export function MessageText({ message }: { message: ReadMessage }) {
  const words = useMessages(messages)
  if (message.kind === 'bytes')
    return (
      <>
        <p className="muted small">{fill(words.bytes, { count: message.length })}</p>
        <MessageBox isBytes>{message.hex}</MessageBox>
      </>
    )
  return (
    <MessageBox>
      <Pieces text={message.text} />
    </MessageBox>
  )
}

/** A box of foreign text that the keyboard can scroll. */
export function MessageBox({ isBytes, children }: { isBytes?: boolean; children: ReactNode }) {
  const words = useMessages(messages)
  // without focus, a scrolling box cannot be read to its end by keyboard
  return (
    <div
      className="message"
      data-bytes={isBytes || undefined}
      dir="auto"
      tabIndex={0}
      role="region"
      aria-label={words.message}
    >
      {children}
    </div>
  )
}

/** A foreign text; hidden characters are shown by their code points. */
export function Pieces({ text }: { text: string }) {
  return piecesOf(text).map((piece, index) =>
    'text' in piece ? (
      piece.text
    ) : (
      <span key={index} className="code-point">
        {piece.codePoint}
      </span>
    ),
  )
}
