/** Creates a promise that the test settles itself. */
export function deferred<value = void>() {
  let resolve: (value: value) => void = () => {}
  const promise = new Promise<value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
