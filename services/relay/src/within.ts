/** Waits for the work, but not longer than so many milliseconds. */
export async function within(limit: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limit)
  })
  await Promise.race([work, end])
  clearTimeout(timer)
}
