import { getSession } from '@latchkey/protocol/walletServer'
import { expect } from 'vitest'
import type { TestDevice } from './createTestDevice.ts'

/** Whether a device is logged in. */
export const isLoggedIn = async (device: TestDevice) =>
  (await device.refusal(getSession, {})) === undefined

/** Expects that a device is not logged in. */
export const expectLoggedOut = async (device: TestDevice) =>
  expect(await device.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
