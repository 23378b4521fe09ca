/** One attacker in a process of its own: `attacker.ts <scene>`. It does what its parent says, and ends with it. */
import { setPriority } from 'node:os'
import { scenes } from './scenes.ts'
import type { Config, Done } from './scene.ts'
import { createTarget, type Order } from './target.ts'

/** What the attacker says: that it is ready, what became of its attack, that it has left. */
export type Said = { ready: Config } | { done: Done } | { left: true }
/** What it is told. */
export type Told = { attack: Order } | { leave: true }

const [name] = process.argv.slice(2)
const say = (said: Said) => process.send?.(said)

// attackers have machines of their own: this one may not take the service's processor
setPriority(10)
process.on('disconnect', () => process.exit(0))

const scene = scenes.find((one) => one.name === name)
if (!scene) throw new Error(`There is no scene ${name}.`)
const { config = {}, attack } = await scene.stage()
let leave = () => {}
process.on('message', (told: Told) => {
  if ('leave' in told) {
    leave()
    return void setImmediate(() => say({ left: true }))
  }
  const made = createTarget(told.attack)
  leave = made.leave
  attack(made.target).then((done) => say({ done }), (error: unknown) => say({ done: { did: 'failed', faults: [`the attacker failed: ${error instanceof Error ? error.stack : String(error)}`] } }))
})
say({ ready: config })
