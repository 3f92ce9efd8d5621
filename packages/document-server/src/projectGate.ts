import type { Context } from 'hono'
import type { ProjectOrigins } from './FrameAddresses.ts'
import type { refusals } from './refusals.ts'

/**
 * Limits requests of one network address for documents of unknown projects, and reports. Documents of known projects have no limit: they
 * are in memory like the static files, and any page could use up its users' limit by loading the wallet in frames that are refused.
 */
export type ClientLimits = {
  /** Counts one request. Returns 0, or the milliseconds until the next one is allowed. */
  take(kind: 'unknown' | 'report', address: string): number
}

/** Where a gate looks projects up, and how it responds to refused requests. */
export type ProjectGateDeps = {
  projectOrigins: ProjectOrigins
  refuse: ReturnType<typeof refusals>
  /** Default: no limits. */
  limits?: ClientLimits | undefined
}

/** The values of `Sec-Fetch-Dest` for documents. Old browsers don't send it. */
const destinations = ['document', 'iframe', 'frame']

/**
 * Returns the origins of the requested project, or a refusal: for anything but a document request, for an unknown project, or for unknown
 * projects above the limit. Rejects until the list of projects has been read. Takes the client's address from the binding `client`.
 */
export const projectGate =
  ({ projectOrigins, refuse, limits }: ProjectGateDeps) =>
  async (context: Context): Promise<{ origins: readonly string[] } | { refused: Response }> => {
    if (!destinations.includes(context.req.header('sec-fetch-dest') ?? 'document'))
      return { refused: refuse.noDocument(context) }
    const origins = await projectOrigins(context.req.query('projectId') ?? '')
    if (origins !== null) return { origins }
    const { client } = (context.env ?? {}) as { client?: string }
    const waitMs = client === undefined ? 0 : (limits?.take('unknown', client) ?? 0)
    if (waitMs > 0) return { refused: refuse.tooMany(context, Math.ceil(waitMs / 1_000)) }
    return { refused: refuse.unknownProject(context) }
  }
