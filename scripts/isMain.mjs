import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Whether Node was started with this module: `isMain(import.meta.url)`. */
export const isMain = (url) =>
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === realpathSync(fileURLToPath(url))
