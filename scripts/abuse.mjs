// `npm run abuse`: plays attacks and failures against the services, and writes the results into
// their READMEs. `npm run abuse -- one-frame` plays one scene.
import { ensureProgramsBuilt, ensureWalletBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { isMain } from './isMain.mjs'
import { ensureRedis } from './redis.mjs'

const usage = 'npm run abuse [-- [--quick] [--seed=<number>] [scene …]]'

/**
 * Plays scenes.
 * @param {readonly string[]} args names of scenes and options
 * @param {{ quick?: 'short' | 'long' }} [options] plays only the scenes of `npm test` (`short`) or
 *   of `npm run test:all` (`long`)
 */
export async function runAbuse(
  args,
  { quick = args.includes('--quick') ? 'long' : undefined } = {},
) {
  await ensureInstalled()
  process.env.LATCHKEY_PROGRAMS = await ensureProgramsBuilt()
  if (!quick) await ensureWalletBuilt() // one of the scenes opens the wallet's frame in a browser
  process.env.REDIS_SERVER_PATH = await ensureRedis()
  const { register } = await import('tsx/esm/api')
  register()
  const { abuse, sceneNames, unknownIn } = await import('../tests/abuse/abuse.ts')
  if (args.includes('--help')) {
    console.log(`${usage}\nScenes: ${sceneNames.join(', ')}`)
    return { passed: 0, failed: 0 }
  }
  const names = args.filter((word) => !word.startsWith('--'))
  // the quick run has a fixed seed, so that every change is tested with the same input. A whole run
  // has a new seed, and so new input
  const seed = Number(
    args.find((word) => word.startsWith('--seed='))?.slice('--seed='.length) ??
      (quick ? 92_809_095 : Date.now() % 2 ** 31),
  )
  const flags = args.filter(
    (word) => word.startsWith('--') && word !== '--quick' && !/^--seed=\d+$/.test(word),
  )
  if (flags.length || unknownIn(names).length)
    throw new Error(
      `There is no ${[...flags, ...unknownIn(names)].join(', ')}. Usage: ${usage}\nScenes: ${sceneNames.join(', ')}`,
    )
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => process.exit(130)) // all child processes end with this process
  return abuse({ names, quick, seed, signal: stop.signal })
}

if (isMain(import.meta.url)) {
  try {
    const { passed, failed } = await runAbuse(process.argv.slice(2))
    console.log(`\n${passed} passed, ${failed} failed`)
    process.exitCode = failed ? 1 : 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
