/** A fault, and a request with it. */
export type Spoiled = readonly [what: string, request: unknown]

/** Faults of a request that isn't one at all. */
export const wholes: readonly string[] = ['null', 'a list', 'text']

/** Longer than any field of any row, short enough for a URL or a body. */
const tooLong = { query: 'a'.repeat(9_000), body: 'a'.repeat(30_000) } as const

/**
 * A good request with one fault, once for each field and fault: missing, of another type, too long. In a query or a path every field is
 * text, so no type is wrong there.
 */
export const spoil = (request: unknown, place: 'query' | 'body', at = ''): Spoiled[] => {
  if (Array.isArray(request))
    return [
      ...spoil(request[0], place, `${at}.0`).map(([what, changed]): Spoiled => [what, [changed]]),
      [`${at} of no list`, {}],
    ]
  if (typeof request !== 'object' || request === null) return []
  const fields = Object.entries(request)
  const spoiled = fields.flatMap(([name, value]): Spoiled[] => {
    const path = at === '' ? name : `${at}.${name}`
    const { [name]: _, ...without } = request as Record<string, unknown>
    const within = spoil(value, place, path).map(([what, changed]): Spoiled => [what, { ...request, [name]: changed }])
    const typed: Spoiled[] =
      place === 'query' ? [] : [[`${path} of another type`, { ...request, [name]: otherThan(value) }]]
    const long: Spoiled[] =
      typeof value === 'string' ? [[`${path} too long`, { ...request, [name]: tooLong[place] }]] : []
    return [[`${path} missing`, without], ...typed, ...long, ...within]
  })
  return at === '' && place === 'body' ? [...spoiled, ['null', null], ['a list', []], ['text', 'text']] : spoiled
}

const otherThan = (value: unknown): unknown =>
  typeof value === 'object' ? 'text' : { length: 1, toString: null, constructor: null }
