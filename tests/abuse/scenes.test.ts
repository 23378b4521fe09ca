import { expect, test } from 'vitest'
import { sceneFiles, scenes } from './scenes.ts'

test('every scene is exported by the file from which its attacker is loaded', async () => {
  for (const [file, ...of] of sceneFiles)
    expect(Object.values(await import(/* @vite-ignore */ `./${file}`)), file).toEqual(
      expect.arrayContaining(of),
    )
})

test('every scene has a unique name', () => {
  const names = scenes.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})
