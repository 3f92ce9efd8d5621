/** Returns what a JSON text holds; undefined for one that isn't JSON, which no schema of an answer takes. Never throws. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
