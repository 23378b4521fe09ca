/** All services from the packed program, from `init` to `restore`, as in `docs/operators.md`. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { chainOfDeployment } from '../../../devnet/src/chainOfDeployment.ts'
import { freePorts } from '../../../devnet/src/ports.ts'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'
import { startMail } from '../../../devnet/src/startMail.ts'
import { examplesOf } from './examplesOf.ts'
import { runServe, startServe } from './packedServe.ts'

/**
 * Replaces values of the template with an operator's own. @throws Error when the template lacks a
 * value
 */
function fill(template: string, values: readonly (readonly [of: string, own: string])[]): string {
  return values.reduce((text, [of, own]) => {
    if (!text.includes(of)) throw new Error(`The template has no ${of}`)
    return text.replace(of, own)
  }, template)
}

test('the packed services create settings, start, show the operator’s pages, back up, restore and end cleanly', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-operator-'))
  const mail = await startMail({ port: 0 })
  try {
    const [port = 0] = await freePorts(1)
    const url = `http://localhost:${port}`
    const file = join(folder, 'latchkey.json')

    await test.step('init writes settings and secrets', async () => {
      expect(await runServe(folder, 'init')).toMatchObject({
        code: 0,
        stderr: '',
        out: expect.stringContaining('latchkey-serve check'),
      })
      for (const name of [
        'latchkey.json',
        'latchkey.secrets/token',
        'latchkey.secrets/wallet.keys',
        'latchkey.secrets/vault.json',
      ])
        expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    })

    await writeFile(
      join(folder, 'chains.json'),
      JSON.stringify([chainOfDeployment(readDeployment(31_337), examplesOf().env['RPC'] ?? '')]),
    )
    const [chains = ''] = /\[\n {6}\{[^]*?\n {4}\]/.exec(await readFile(file, 'utf8')) ?? []
    const settings = fill(await readFile(file, 'utf8'), [
      ['https://latchkey.example.org', url],
      ['8080', String(port)],
      ['"trustProxy": 1', '"trustProxy": 0'],
      ['/var/lib/latchkey', 'data'],
      [chains, '{ "file": "chains.json" }'],
      ['https://wallet.latchkey.example.org', `http://127.0.0.1:${port}`],
      ['smtps://user:password@mail.example.org', mail.smtp],
    ])
    await writeFile(file, settings)
    await writeFile(join(folder, 'restored.json'), fill(settings, [['"data"', '"restored"']]))

    await test.step('check tests everything', async () => {
      const checked = await runServe(folder, 'check')
      expect(checked).toMatchObject({ code: 0, stderr: '' })
      expect(checked.out).toMatch(/✓ api: Node 127\.0\.0\.1 of eip155:31337/)
      expect(checked.out).toMatch(/✓ wallet: Mail server/)
    })

    const token = (await readFile(join(folder, 'latchkey.secrets/token'), 'utf8')).trim()
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(url + path, { headers })
      return { status: answer.status, text: await answer.text() }
    }
    const key = async () => (await ask('/relay/public-key')).text

    const metrics =
      await test.step('the services run, and report their state to operators', async () => {
        const running = await startServe(folder, 'start')
        expect((await ask('/health')).status).toBe(200)
        expect(JSON.parse((await ask('/ready')).text)).toEqual({
          ready: true,
          condition: 'running',
          parts: { api: 'ok', relay: 'ok', wallet: 'ok' },
        })
        const stranger = { via: '1.1 proxy' }
        const operator = { ...stranger, authorization: `Bearer ${token}` }
        for (const [path, part] of [
          ['/status', 'What they need'],
          ['/metrics', 'latchkey_serve_ready{part="wallet"} 1'],
          ['/status.json', '"condition":"running"'],
        ] as const) {
          expect(await ask(path, operator)).toEqual({
            status: 200,
            text: expect.stringContaining(part),
          })
          expect((await ask(path, stranger)).status).toBe(401)
        }
        expect((await ask('/v1/supported-chains?projectId=shop')).text).toContain('eip155:31337')
        expect(
          (await fetch(`http://127.0.0.1:${port}/frame?projectId=shop`)).headers.get(
            'content-security-policy',
          ),
        ).toContain('frame-ancestors https://shop.example.org')
        expect(await runServe(folder, 'backup', 'backup.tar.gz')).toMatchObject({
          code: 0,
          stderr: '',
          out: expect.stringContaining('of the running program'),
        })
        const found = await key()
        expect(found).toMatch(/^[0-9a-f]{64}$/)
        expect(await running.stop('SIGINT')).toBe(0)
        expect(running.lines.at(-1)).toMatchObject({ event: 'ended' })
        expect(running.lines.filter(({ level }) => level === 'error')).toEqual([])
        return found
      })

    await test.step('a backup is restored in another folder', async () => {
      expect(
        await runServe(folder, 'restore', 'backup.tar.gz', '--config', 'restored.json'),
      ).toMatchObject({ code: 0, stderr: '' })
      const running = await startServe(folder, '--config', 'restored.json')
      expect((await ask('/ready')).status).toBe(200)
      expect(await key()).toBe(metrics)
      expect(await running.stop('SIGTERM')).toBe(0)
    })
  } finally {
    await mail.close()
    await rm(folder, { recursive: true, force: true })
  }
})
