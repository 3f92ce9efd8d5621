import * as z from 'zod/mini'

/**
 * All projects, as frame servers read them from the api every few seconds. On a port of its own, which no host name leads to: it counts
 * against no limit, and a list of all customers is for nobody outside.
 */

export const projectListPath = '/projects'

/** What may be asked for at all. */
export const projectIdShape = /^[\w-]{1,128}$/

export const projectList = z.object({
  projects: z.array(
    z.object({
      id: z.string(),
      /** Patterns (`matchesOrigin`) of the pages that may embed the wallet. */
      origins: z.array(z.string()),
    }),
  ),
})
export type ProjectList = z.output<typeof projectList>
