#!/usr/bin/env node
// Starts the wallet's server, or runs `latchkey-wallet rotate-keys`; README.md lists the settings.
import { register } from 'tsx/esm/api'

register()
const [command] = process.argv.slice(2)
if (command === undefined) await import('../src/server/main.ts')
else if (command === 'rotate-keys') await import('../src/server/rotate.entry.ts')
else {
  process.stderr.write(
    'Call it without anything to start the wallet, or as latchkey-wallet rotate-keys\n',
  )
  process.exitCode = 1
}
