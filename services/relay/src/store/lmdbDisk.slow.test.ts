import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { argsOf } from '@latchkey/server/testing/programs'
import { shortRun } from '@latchkey/server/testing/shortRun'
import { describe, expect, onTestFinished, test } from 'vitest'
import { canMount, mountSmallDisk } from '../testing/mountSmallDisk.ts'
import { newClient, newMessage, newTopic, textsFor } from './conformance/world.ts'
import { createLmdbStore, type LmdbStoreOptions } from './lmdbStore.ts'
import { type MailboxStore, StoreError } from './mailboxStore.ts'

describe.skipIf(!canMount)(
  `on a full disk${canMount ? '' : ' (this machine allows no mounts)'}`,
  () => {
    async function openOnSmallDisk(options: Partial<LmdbStoreOptions> = {}) {
      const disk = await mountSmallDisk(16 * 1024 * 1024)
      onTestFinished(disk.end)
      const folder = join(disk.folder, 'relay')
      const store = await createLmdbStore({ folder, bytes: 1024 ** 3, ...options })
      return { disk, folder, store }
    }

    /**
     * Publishes at most 1,000 messages, until the store refuses one.
     * @returns `answered`: the texts of the stored messages; `error`: the error of the refused one
     */
    async function publishAll(
      store: MailboxStore,
      topic: string,
    ): Promise<{ answered: string[]; error: unknown }> {
      const site = newClient()
      const answered: string[] = []
      for (let count = 0; count < 1_000; count += 1) {
        const text = `${count} ${'x'.repeat(30_000)}`
        try {
          await store.publish(newMessage(topic, site, text))
          answered.push(text)
        } catch (error) {
          return { answered, error }
        }
      }
      return { answered, error: undefined }
    }

    test('requests fail with a `StoreError`, answered messages stay stored, and the store continues when space is free', async () => {
      const errors: Error[] = []
      const { disk, folder, store } = await openOnSmallDisk({
        onError: (error) => errors.push(error),
      })
      const [wallet, topic] = [newClient(), newTopic()]
      await store.subscribe(wallet, [topic], '')
      await store.publish(newMessage(topic, newClient(), 'before'))
      await disk.fill()
      const { answered, error } = await publishAll(store, topic)
      expect(error).toMatchObject({ name: 'StoreError', kind: 'full' })
      expect(await store.isHealthy()).toBe(false)
      await expect(store.subscribe(newClient(), [newTopic()], '')).rejects.toThrow(StoreError)
      expect(errors.length).toBeGreaterThan(0)
      expect(await textsFor(store, wallet, topic)).toEqual(['before', ...answered])

      await disk.free()
      await expect.poll(() => store.isHealthy(), { timeout: 5_000 }).toBe(true)
      expect(await store.publish(newMessage(topic, newClient(), 'after'))).toBe('stored')
      await store.close()
      const again = await createLmdbStore({ folder, bytes: 1024 ** 3 })
      expect(await textsFor(again, wallet, topic)).toEqual(['before', ...answered, 'after'])
      await again.close()
    })

    test('the store opens on a full disk, serves its messages, and continues when space is free', async () => {
      const { disk, folder, store } = await openOnSmallDisk()
      const [wallet, topic] = [newClient(), newTopic()]
      await store.subscribe(wallet, [topic], '')
      await store.publish(newMessage(topic, newClient(), 'before'))
      await store.close()
      await disk.fill()
      const again = await createLmdbStore({ folder, bytes: 1024 ** 3 })
      onTestFinished(again.close)
      expect(await textsFor(again, wallet, topic)).toEqual(['before'])
      const { answered, error } = await publishAll(again, topic)
      expect(error).toMatchObject({ name: 'ShareError', reason: 'store' })
      const {
        messages: [first],
      } = await again.read({ client: wallet, topic, after: 0, limit: 1 })
      await again.acknowledge(wallet, topic, first?.seq ?? 0)
      expect(await textsFor(again, wallet, topic)).toEqual(answered)
      await disk.free()
      await expect
        .poll(
          () => again.publish(newMessage(newTopic(), newClient(), 'after')).catch(() => 'refused'),
          { timeout: 10_000 },
        )
        .toBe('stored')
    })

    test('a message that could not be stored can be published again, and does not count as known', async () => {
      const { disk, store } = await openOnSmallDisk()
      const [site, topic] = [newClient(), newTopic()]
      await disk.fill()
      await publishAll(store, newTopic())
      const message = newMessage(topic, site, 'y'.repeat(30_000))
      await expect(store.publish(message)).rejects.toThrow(StoreError)
      await disk.free()
      await expect.poll(() => store.isHealthy(), { timeout: 5_000 }).toBe(true)
      expect([await store.publish(message), await store.publish(message)]).toEqual([
        'stored',
        'known',
      ])
      await store.close()
    })

    test('stored messages can be read and acknowledged, topics unsubscribed, and the store closed', async () => {
      const { disk, store } = await openOnSmallDisk()
      const [wallet, topic] = [newClient(), newTopic()]
      await store.subscribe(wallet, [topic], '')
      await store.publish(newMessage(topic, newClient(), 'first'))
      await store.publish(newMessage(topic, newClient(), 'second'))
      await disk.fill()
      await publishAll(store, newTopic())
      const {
        messages: [first],
      } = await store.read({ client: wallet, topic, after: 0, limit: 1 })
      await store.acknowledge(wallet, topic, first?.seq ?? 0)
      expect(await textsFor(store, wallet, topic)).toEqual(['second'])
      await store.unsubscribe(wallet, [topic])
      await store.close()
    })

    test('a process that is killed has stored every message that it answered', async () => {
      const disk = await mountSmallDisk(16 * 1024 * 1024)
      onTestFinished(disk.end)
      const folder = join(disk.folder, 'relay')
      const child = spawn(
        process.execPath,
        [
          ...shortRun,
          ...argsOf(new URL('../testing/publishForever.entry.ts', import.meta.url)),
          folder,
        ],
        { stdio: ['pipe', 'pipe', 'ignore'] },
      )
      const answered: string[] = []
      for await (const line of createInterface(child.stdout)) {
        if (line === 'failed') break
        answered.push(line)
        if (answered.length === 20) await disk.fill()
      }
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await disk.free()
      const store = await createLmdbStore({ folder, bytes: 1024 ** 3 })
      for (const line of answered) {
        const [topic = '', text] = line.split(' ')
        expect(await textsFor(store, newClient(), topic)).toEqual([text])
      }
      expect(answered.length).toBeGreaterThanOrEqual(20)
      await store.close()
    })
  },
)
