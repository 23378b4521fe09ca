export async function load() {
  return []
}
