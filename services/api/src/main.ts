/** Starts the API as a process of its own. Only this file reads the environment; README.md lists what it reads. */
import { readFile } from 'node:fs/promises'
import { createApi } from './createApi.ts'
import { readEnvironment } from './readEnvironment.ts'

const { options, where } = await readEnvironment(process.env, (path) => readFile(path, 'utf8'))
const api = createApi({ ...options, log: (line) => process.stdout.write(`${JSON.stringify(line)}\n`) })
const { url } = await api.listen(where)
process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level: 'info', listening: url })}\n`)

async function stop() {
  await api.close()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
// A parent that started this with a channel takes it along when it ends.
process.once('disconnect', stop)
