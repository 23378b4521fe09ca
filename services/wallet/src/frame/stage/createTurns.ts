import type { Stage } from './createStage.ts'

/**
 * The order in which requests reach the stage: the order of their arrival, however long each
 * takes to prepare.
 */
export type Turns = {
  /**
   * Takes the next place; call it as soon as a request has arrived.
   * @returns a stage whose `ask` waits for the earlier places, and a function that ends the place.
   *   Call that function when the request has ended, also if it used no screen
   */
  take: (stage: Stage) => { stage: Stage; end: () => void }
}

/** Creates turns without any place. */
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
        const answer = stage.ask(options) // the scene is on the stage from here on
        end()
        return answer
      }
      return { stage: { ...stage, ask }, end }
    },
  }
}
