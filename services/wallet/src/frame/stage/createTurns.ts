import type { Stage } from './createStage.ts'

/**
 * Lets requests reach the stage in the order in which they came, however long each takes to
 * prepare.
 */
export type Turns = {
  /**
   * Takes the next place; call it as soon as a request has come. @returns a stage whose `ask` waits
   * for those before, and the end of the place, to be called when the request has ended, whether it
   * asked or not
   */
  take: (stage: Stage) => { stage: Stage; end: () => void }
}

/** Turns of which nobody has one yet. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return {
    take(stage) {
      const before = last
      let end = () => {}
      const ownTurn = new Promise<void>((resolve) => (end = resolve))
      last = Promise.all([before, ownTurn])
      const ask: Stage['ask'] = async (options) => {
        await before
        const answer = stage.ask(options) // on the stage from here on
        end()
        return answer
      }
      return { stage: { ...stage, ask }, end }
    },
  }
}
