/**
 * Stored path of the file at an address of this site (4-api.md §6.2), as a picture in a text of people has it; null for
 * every other address. What stands before the path (the API's base) and a small picture's width do not count.
 */
export function storedPathAt(address: string): string | null {
  const found =
    /^(?:\/[\w.~-]+)*\/sys\/common\/static\/(\d{8}\/[0-9a-f]{32}\.[a-z0-9]{1,8})(?:\?[^#]*)?$/.exec(address)
  return found?.[1] ?? null
}
