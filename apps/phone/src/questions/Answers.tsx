import type { Answer } from '../phone/createDesk.ts'
import type { Site } from '../phone/siteOf.ts'

/** What every question has. */
export type Asked = {
  site: Site
  /** Questions that wait behind this one. */
  others: number
  /** Without the relay nobody would hear the answer. */
  online: boolean
  answer: (answer: Answer) => void
}

/** No, and yes; `blocked` says on the button why there is no yes yet. */
export function Answers({ others, online, answer, yes, blocked, addresses }: Omit<Asked, 'site'> & { yes: string; blocked?: string; addresses?: readonly string[] }) {
  const missing = online ? blocked : 'Offline'
  return (
    <>
      {others > 0 && <p className="hint">{others === 1 ? 'One more request is waiting.' : `${others} more requests are waiting.`}</p>}
      <button type="button" className="button" disabled={!online} onClick={() => answer({ yes: false })}>
        Refuse
      </button>
      <button type="button" className="button primary" disabled={missing !== undefined} onClick={() => answer({ yes: true, ...(addresses && { addresses }) })}>
        {missing ?? yes}
      </button>
    </>
  )
}
