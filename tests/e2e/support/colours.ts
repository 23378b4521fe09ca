import type { Page } from '@playwright/test'

/**
 * The number of pixels of each colour in a picture. Each component of a colour is rounded to steps
 * of 16.
 */
export type Colours = ReadonlyMap<number, number>

/**
 * Counts the colours of a page's screenshot, while the page does not change. `reader`: another
 * page, which decodes the picture.
 */
export async function coloursOf(
  page: Page,
  reader: Page,
  clip?: { x: number; y: number; width: number; height: number },
): Promise<Colours> {
  const picture = await page.screenshot({
    animations: 'allow',
    caret: 'initial',
    ...(clip && { clip }),
  })
  return new Map(
    await reader.evaluate(
      async (url) => {
        const bitmap = await createImageBitmap(await (await fetch(url)).blob())
        const drawn = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        if (!drawn) return []
        drawn.drawImage(bitmap, 0, 0)
        const { data } = drawn.getImageData(0, 0, bitmap.width, bitmap.height)
        const counts = new Map<number, number>()
        for (let index = 0; index < data.length; index += 4) {
          const colour =
            ((data[index] ?? 0) >> 4) * 256 +
            ((data[index + 1] ?? 0) >> 4) * 16 +
            ((data[index + 2] ?? 0) >> 4)
          counts.set(colour, (counts.get(colour) ?? 0) + 1)
        }
        return [...counts]
      },
      `data:image/png;base64,${picture.toString('base64')}`,
    ),
  )
}

/**
 * The share of the wanted pixels that a picture has, 0 to 1. Pixels are compared by colour; their
 * places do not matter.
 */
export function shareOf(wanted: Colours, picture: Colours): number {
  const all = [...wanted.values()].reduce((sum, count) => sum + count, 0)
  return (
    [...wanted].reduce(
      (sum, [colour, count]) => sum + Math.min(count, picture.get(colour) ?? 0),
      0,
    ) / all
  )
}
