import * as z from 'zod/mini'
import type { Profile } from './Page.ts'

/** The page's parameters in the frame's URL. `rpcUrl` and any others are never read. */
export type FrameQuery = {
  projectId: string
  /** The initial chain, as the page writes it; checked by its consumers. */
  chainId: string
  profile: Profile
  /** Logs the names of messages and their outcomes. */
  logsMessages: boolean
}
/** Why the wallet can't start: the page uses neither profile 4 nor 5, or names no project. */
export type QueryRefusal = { refused: 'profile' | 'project' }

const profiles: ReadonlyMap<string, Profile> = new Map([
  ['4', 4],
  ['5', 5],
])

const query = z.object({
  projectId: z.string().check(z.minLength(1), z.maxLength(128)),
  chainId: z._default(z.string().check(z.maxLength(64)), 'eip155:1'),
})

/** Reads the query of the frame's own address (wire design, section 1). */
export const parseFrameQuery = (search: string): FrameQuery | QueryRefusal => {
  const fields = new URLSearchParams(search)
  const profile = profiles.get(fields.get('version') ?? '4')
  if (profile === undefined) return { refused: 'profile' }
  const parsed = z.safeParse(query, {
    projectId: fields.get('projectId') ?? undefined,
    chainId: fields.get('chainId') ?? undefined,
  })
  if (!parsed.success) return { refused: 'project' }
  return { ...parsed.data, profile, logsMessages: fields.get('enableLogger') === 'true' }
}
