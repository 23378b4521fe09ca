/** What the site uses of Mousetrap, which has no types of its own. */
declare module 'mousetrap' {
  const Mousetrap: {
    bind(keys: readonly string[], run: () => void, on: 'keydown'): void
    reset(): void
  }
  export default Mousetrap
}
