import * as z from 'zod/mini'

/**
 * All projects, as frame servers read them from the api every few seconds. Served on a separate port without a public host name: no limit
 * applies, and the list of all customers must not be public.
 */

export const projectListPath = '/projects'

/** The form of an id that may be requested. */
export const projectIdShape = /^[\w-]{1,128}$/

/** Every project of the deployment, with the pages that may embed the wallet. */
export const projectList = z.object({
  projects: z.array(
    z.object({
      id: z.string(),
      /** Patterns (`matchesOrigin`) of the pages that may embed the wallet. */
      origins: z.array(z.string()),
    }),
  ),
})
/** The parsed list of projects. */
export type ProjectList = z.output<typeof projectList>
