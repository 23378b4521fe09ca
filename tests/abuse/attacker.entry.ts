/**
 * One attacker in its own process: `attacker.entry.ts <file> <scene>`. The parent process gives the
 * orders. The attacker ends with its parent.
 */
import { setPriority } from 'node:os'
import { urlOf } from '@latchkey/server/testing/programs'
import type { Config, Done, Scene } from './scene.ts'
import { createTarget, type Order } from './target.ts'

/** Messages of the attacker: it is ready, its attack has this result, it has left. */
export type AttackerMessage = { ready: Config } | { done: Done } | { left: true }
/** Messages to the attacker. */
export type AttackerCommand = { attack: Order } | { leave: true }

const [file = '', name] = process.argv.slice(2)
const send = (message: AttackerMessage) => process.send?.(message)

/**
 * Lower than the service's: a real attacker uses another machine, so this process may not take
 * processor time from the service.
 */
const priority = 10

process.on('disconnect', () => process.exit(0))

// `file` is a file of `sceneFiles`, which export only scenes
const inFile: Record<string, Scene> = await import(urlOf(new URL(file, import.meta.url)))
const scene = Object.values(inFile).find((one) => one.name === name)
if (!scene) throw new Error(`There is no scene ${name}.`)
const { config = {}, attack } = await scene.stage()
let leave = () => {}
process.on('message', (command: AttackerCommand) => {
  if ('leave' in command) {
    leave()
    return void setImmediate(() => send({ left: true }))
  }
  setPriority(priority) // earlier, this process would take half a minute to start on a busy machine
  const made = createTarget(command.attack)
  leave = made.leave
  attack(made.target).then(
    (done) => send({ done }),
    (error: unknown) =>
      send({
        done: {
          did: 'failed',
          faults: [`the attacker failed: ${error instanceof Error ? error.stack : String(error)}`],
        },
      }),
  )
})
send({ ready: config })
