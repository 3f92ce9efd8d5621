import type { Context } from 'hono'
import type { ProjectOrigins } from './FrameAddresses.ts'
import type { refusals } from './refusals.ts'

/** How much a visitor may ask for: documents of projects that exist, documents of others, and reports. */
export type VisitorLimits = {
  /** Counts one. Returns 0, or in how many milliseconds there may be one more. */
  take(kind: 'known' | 'unknown' | 'report', address: string): number
}

export type ProjectGateDeps = {
  projectOrigins: ProjectOrigins
  refuse: ReturnType<typeof refusals>
  /** Default: visitors are not counted. */
  limits?: VisitorLimits | undefined
}

/** What a document is loaded for. Pictures of any page would use up what its visitor's network may ask for. Old browsers don't say. */
const destinations = ['document', 'iframe', 'frame']

/**
 * Reads the project that a document is asked for. Returns the origins that it lists, or the answer to a visitor who names none or asks too
 * often, or for something else than a document. Rejects while no project is known. The address of the visitor is in the bindings, as `visitor`.
 */
export const projectGate =
  ({ projectOrigins, refuse, limits }: ProjectGateDeps) =>
  async (context: Context): Promise<{ origins: readonly string[] } | { refused: Response }> => {
    if (!destinations.includes(context.req.header('sec-fetch-dest') ?? 'document'))
      return { refused: refuse.noDocument(context) }
    const origins = await projectOrigins(context.req.query('projectId') ?? '')
    const { visitor } = (context.env ?? {}) as { visitor?: string }
    // Those of a known project go on while somebody at the same address tries ids.
    const waitMs = visitor === undefined ? 0 : (limits?.take(origins === null ? 'unknown' : 'known', visitor) ?? 0)
    if (waitMs > 0) return { refused: refuse.tooMany(context, Math.ceil(waitMs / 1_000)) }
    return origins === null ? { refused: refuse.unknownProject(context) } : { origins }
  }
