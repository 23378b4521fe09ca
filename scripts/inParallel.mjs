/** Runs `work` on every item, at most `limit` at a time. */
export async function inParallel(items, limit, work) {
  const queue = [...items]
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
    }),
  )
}
