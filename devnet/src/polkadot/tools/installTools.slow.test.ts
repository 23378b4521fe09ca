import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { installTools, MissingToolsError, toolsFolder } from './installTools.ts'

async function copyOfManifests(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-tools-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['package.json', 'package-lock.json'])
    await cp(join(toolsFolder, name), join(folder, name))
  return folder
}

test('without a network, one sentence says so, and nothing half stays', async () => {
  const folder = await copyOfManifests()
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/')
  vi.stubEnv('npm_config_cache', join(folder, 'cache'))
  vi.stubEnv('npm_config_fetch_retries', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  const failed = installTools({ folder })
  await expect(failed).rejects.toThrow(MissingToolsError)
  await expect(failed).rejects.toThrow(
    /^The tools of the Polkadot chain .*registry could not be reached$/,
  )
  expect(await readdir(join(folder, 'node_modules'))).toEqual([])
})

test('a lock that does not fit fails with the reason of npm', async () => {
  const folder = await copyOfManifests()
  await writeFile(join(folder, 'package.json'), '{"dependencies":{"left-pad":"1.3.0"}}')
  await expect(installTools({ folder })).rejects.toThrow(/could not be installed: .+/)
})

test('what a killed installation has left is removed, and one that runs stays', async () => {
  const folder = await copyOfManifests()
  const at = (name: string) => join(folder, 'node_modules', name)
  for (const name of ['installing-killed', 'installing-now'])
    await mkdir(at(name), { recursive: true })
  await utimes(at('installing-killed'), new Date(0), new Date(0))
  await writeFile(join(folder, 'package.json'), '{"dependencies":{"left-pad":"1.3.0"}}')
  await expect(installTools({ folder })).rejects.toThrow(MissingToolsError)
  expect(await readdir(join(folder, 'node_modules'))).toEqual(['installing-now'])
})

test('an aborted installation ends with the reason of the signal', async () => {
  const folder = await copyOfManifests()
  const abort = new AbortController()
  const failed = installTools({
    folder,
    signal: abort.signal,
    onInstall: () => setTimeout(() => abort.abort(), 50),
  })
  await expect(failed).rejects.toThrow(/abort/i)
  expect(await readdir(join(folder, 'node_modules'))).toEqual([])
})
