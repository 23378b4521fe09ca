import { useRef } from 'react'
import { copy } from '../client/copyButtons.ts'
import { colourCode } from './colourCode.ts'

/** The code in the colours of the guide's pages, and a copy button. */
export function Code({ code }: { code: string }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div className="code">
      <pre tabIndex={0} role="region" aria-label="Code">
        {/* the pieces can only be identified by their position */}
        <code>
          {colourCode(code).map(({ text, name }, at) =>
            name ? (
              <span key={at} className={`t-${name}`}>
                {text}
              </span>
            ) : (
              text
            ),
          )}
        </code>
      </pre>
      <button
        ref={button}
        type="button"
        className="copy"
        aria-label="Copy the code"
        onClick={() => button.current && void copy(code, button.current)}
      >
        Copy
      </button>
    </div>
  )
}
