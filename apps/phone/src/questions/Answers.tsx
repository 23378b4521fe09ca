import { Button } from '@latchkey/ui/Button.tsx'
import type { Answer } from '../phone/createQueue.ts'
import type { Site } from '../phone/siteOf.ts'

/** The props of every question. */
export type QuestionProps = {
  site: Site
  /** How many questions wait after this one. */
  otherCount: number
  /** Whether the phone is online. If not, an answer would not reach the site. */
  online: boolean
  answer: (answer: Answer) => void
}

/**
 * The buttons to refuse and to agree. `blocked` is the reason why the person cannot agree yet; the
 * button shows it.
 */
export function Answers({
  otherCount,
  online,
  answer,
  yes,
  blocked,
  addresses,
}: Omit<QuestionProps, 'site'> & { yes: string; blocked?: string; addresses?: readonly string[] }) {
  const missing = online ? blocked : 'Offline'
  return (
    <>
      {otherCount > 0 && (
        <p className="hint">
          {otherCount === 1
            ? 'One more request is waiting.'
            : `${otherCount} more requests are waiting.`}
        </p>
      )}
      <Button disabled={!online} onClick={() => answer({ yes: false })}>
        Refuse
      </Button>
      <Button
        variant="primary"
        disabled={missing !== undefined}
        onClick={() => answer({ yes: true, ...(addresses && { addresses }) })}
      >
        {missing ?? yes}
      </Button>
    </>
  )
}
