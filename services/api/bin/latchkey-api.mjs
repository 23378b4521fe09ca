#!/usr/bin/env node
// Starts the API. `latchkey-api reindex --from BLOCK [--chain eip155:1]` instead indexes blocks
// again. README.md lists the settings.
import { register } from 'tsx/esm/api'

register()
const [command] = process.argv.slice(2)
if (command === undefined) await import('../src/main.ts')
else if (command === 'reindex') {
  process.argv.splice(2, 1)
  await import('../src/reindex.entry.ts')
} else {
  process.stderr.write(
    'Call it without anything to start the API, or as latchkey-api reindex --from BLOCK\n',
  )
  process.exitCode = 1
}
