/**
 * Content security policies (custody design, section 5). Scripts are only listed by hash: no `'self'`, no wildcard, no `unsafe-*`. Each app
 * defines the policies of its own documents.
 */

/** Directives in the order in which they are sent. */
export type Directives = readonly (readonly [name: string, ...sources: string[]])[]

/** Returns the header's value. */
export const policy = (directives: Directives): string =>
  directives.map(([name, ...sources]) => [name, ...sources].join(' ')).join('; ')

/** Returns hashes (`sha256-…`) as a source list quotes them. */
export const hashSources = (hashes: readonly string[]): string[] => hashes.map((hash) => `'${hash}'`)

/** For responses that aren't documents, and for text-only pages: nothing loads, and no page may frame them. */
export const closedPolicy: string = policy([
  ['default-src', "'none'"],
  ['base-uri', "'none'"],
  ['form-action', "'none'"],
  ['frame-ancestors', "'none'"],
])
