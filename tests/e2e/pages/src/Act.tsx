import { KitError } from 'latchkey'
import { useState } from 'react'

/** A button, and the result of pressing it. */
export function Act({ name, run }: { name: string; run: () => Promise<string> }) {
  const [outcome, setOutcome] = useState('')
  const press = () =>
    void run().then(setOutcome, (error: unknown) =>
      setOutcome(KitError.is(error) ? `${error.code}: ${error.details ?? ''}` : String(error)),
    )
  return (
    <p>
      <button type="button" onClick={press}>
        {name}
      </button>
      <output data-testid={name}>{outcome}</output>
    </p>
  )
}
