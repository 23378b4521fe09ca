import { useState } from 'react'

type ActProps = {
  name: string
  run: () => Promise<unknown>
  /** The error in the terms of the site's library. */
  explain: (error: unknown) => string
}

/** A button, and the result of pressing it. */
export function Act({ name, run, explain }: ActProps) {
  const [outcome, setOutcome] = useState('')
  const press = () => {
    setOutcome('')
    void run().then(String, explain).then(setOutcome)
  }
  return (
    <p>
      <button type="button" onClick={press}>
        {name}
      </button>
      <output aria-label={name}>{outcome}</output>
    </p>
  )
}
