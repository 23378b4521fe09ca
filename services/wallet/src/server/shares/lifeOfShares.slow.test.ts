import { randomUUID } from 'node:crypto'
import { fromBase64url } from '@latchkey/protocol/base64'
import { sealToVault } from '@latchkey/protocol/vaultEnvelope'
import {
  addSplit,
  askVault,
  getSession,
  getShare,
  listDevices,
  listRecovery,
  recover,
  removeDevice,
  type RecoveryShare,
} from '@latchkey/protocol/walletServer'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDevice } from '../testing/createTestDevice.ts'
import { addresses, makeAccount, passwordShare, secret } from '../testing/makeAccount.ts'
import { startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

let wallet: TestWallet
beforeAll(
  async () =>
    void (wallet = await startTestWallet({ limits: { rate: false, mails: false, codes: 10_000 } })),
)
afterAll(() => wallet.close())

type Method = 'password' | 'vault'
type Step =
  | { kind: 'split'; by: number; method: Method }
  | { kind: 'remove'; by: number; target: number }
const device = fc.nat(2)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('split'),
    by: device,
    method: fc.constantFrom<Method>('password', 'vault'),
  }),
  fc.record({ kind: fc.constant('remove'), by: device, target: device }),
)

async function shareFor(method: Method, device: TestDevice): Promise<RecoveryShare> {
  if (method === 'password') return passwordShare()
  const { userId } = await device.ask(getSession, {})
  return {
    method,
    blob: await sealToVault({
      vaultKey: wallet.vault.privateKey,
      userId,
      share: fromBase64url(secret(17)),
    }),
  }
}

test('after devices store and remove any shares, the account can be recovered, and a removed device gets none of its shares', {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const email = `${randomUUID()}@example.com`
      const devices = await Promise.all([0, 1, 2].map(() => wallet.device()))
      const at = (index: number) => devices[index] as TestDevice // there are three devices
      const stored = new Map<string, { serverShare: string; proof: string | undefined }>()
      /**
       * `own`: the shares that each device may get. `lost`: the shares that it may never get again.
       */
      const own = [new Set<string>(), new Set<string>(), new Set<string>()]
      const lost = [new Set<string>(), new Set<string>(), new Set<string>()]
      const logIn = async (index: number) => {
        if (await at(index).refusal(getSession, {})) await wallet.logIn(at(index), email)
      }
      const recoverOn = async (index: number) => {
        const { methods } = await at(index).ask(listRecovery, {})
        expect(methods.length).toBeGreaterThan(0)
        if (methods.some(({ method }) => method === 'vault')) {
          await at(index).ask(askVault, {})
          wallet.pass(wallet.vault.delay)
        }
        for (const { setId } of methods)
          expect(
            await at(index).ask(recover, { setId, proof: stored.get(setId)?.proof }),
          ).toMatchObject({ serverShare: stored.get(setId)?.serverShare })
      }
      const storeSplit = (
        index: number,
        setId: string,
        split: { serverShare: string; recovery: RecoveryShare },
      ) => {
        stored.set(setId, {
          serverShare: split.serverShare,
          proof: 'proof' in split.recovery ? split.recovery.proof : undefined,
        })
        own[index]?.forEach((old) => lost[index]?.add(old))
        own[index] = new Set([setId])
      }

      await logIn(0)
      const recovery = passwordShare()
      const made = await makeAccount(at(0), recovery)
      storeSplit(0, made.setId, { serverShare: made.split.serverShare, recovery })
      for (const one of steps) {
        await logIn(one.by)
        if (one.kind === 'split') {
          await recoverOn(one.by)
          const sent = {
            setId: randomUUID(),
            addresses,
            split: { serverShare: secret(17), recovery: await shareFor(one.method, at(one.by)) },
          }
          await at(one.by).ask(addSplit, sent)
          storeSplit(one.by, sent.setId, sent.split)
        } else {
          await recoverOn(one.by)
          await logIn(one.target)
          const { devices: listed } = await at(one.target).ask(listDevices, {})
          await at(one.by).ask(removeDevice, { id: listed.find(({ isThis }) => isThis)?.id ?? '' })
          own[one.target]?.forEach((setId) => lost[one.target]?.add(setId))
          own[one.target] = new Set()
        }
        for (const index of [0, 1, 2]) {
          await logIn(index)
          for (const setId of own[index] ?? [])
            expect(await at(index).ask(getShare, { setId })).toEqual({
              serverShare: stored.get(setId)?.serverShare,
            })
          for (const setId of lost[index] ?? [])
            expect(await at(index).refusal(getShare, { setId })).toEqual({
              status: 404,
              error: 'shareMissing',
            })
        }
        await recoverOn(one.by)
      }
    }),
    { numRuns: 4 },
  )
})
