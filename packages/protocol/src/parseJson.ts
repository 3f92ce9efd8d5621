/** Parses JSON; undefined for invalid JSON, which no response schema accepts. Never throws. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
